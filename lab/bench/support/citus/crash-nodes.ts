import { BUCKETS } from '../../../../server/src/lib/camera-bucket.ts';
import { countDifferences } from '../../../../server/test/support/carriers/observation-counts.ts';
import { absolute, type Ratio, sleep } from '../bench.ts';
import { caughtUp, type ImagePoster } from './post-images.ts';
import type { BenchCluster } from './start-cluster.ts';

/** Images a second. */
export const OUTAGE_RATE = 50;
const CRASH_EVERY_S = 8;

const counter =
  ({ database }: BenchCluster) =>
  async (sql: string, values: unknown[] = []) =>
    Number((await database.pool.query(`select count(*) as n from ${sql}`, values)).rows[0].n);

/** Returns how many were accepted. */
async function postFor(poster: ImagePoster, seconds: number): Promise<number> {
  let accepted = 0;
  for (let second = 0; second < seconds; second++) {
    const next = sleep(1_000);
    accepted += await poster.post(OUTAGE_RATE);
    await next;
  }
  return accepted;
}

type Stored = { images: number; sightings: number };

async function storedIn(cluster: BenchCluster): Promise<Stored> {
  const count = counter(cluster);
  return { images: await count('images'), sightings: await count('sightings') };
}

/** Posts what was refused until all is stored, waits until it is matched, and compares with what was posted. */
async function afterwards(
  what: string,
  cluster: BenchCluster,
  poster: ImagePoster,
  before: Stored,
  posted: number,
): Promise<Ratio[]> {
  const count = counter(cluster);
  for (let tries = 0; tries < 60 && (await count('images')) - before.images < posted; tries++) {
    await poster.post(0);
    await sleep(1_000);
  }
  await caughtUp(cluster, 600);
  const twice = `(select 1 from observations where image_id is not null group by usdot_number, time_captured, image_id having count(*) > 1) d`;
  return [
    absolute(`${what}: images posted`, posted, 'images', null),
    absolute(`${what}: failed for good`, await count('image_queue where died_at is not null'), 'images', 0),
    absolute(`${what}: stored twice`, await count(twice), 'images', 0),
    absolute(`${what}: lost`, posted - ((await count('sightings')) - before.sightings), 'images', 0),
    absolute(
      `${what}: sightings without an observation`,
      await count(
        `(select image_ids[1] as id from sightings) s left join (select distinct image_id as id from observations) o using (id) where o.id is null`,
      ),
      'sightings',
      0,
    ),
    absolute(
      `${what}: counts unlike count(*)`,
      (await countDifferences(cluster.database)).length,
      'counts',
      0,
    ),
  ];
}

/**
 * One worker crashes under load and starts again. Images of its cameras are refused meanwhile and posted again, as a partner does.
 * Every accepted image must become one sighting; those of other cameras without waiting.
 */
export async function workerAway(
  cluster: BenchCluster,
  poster: ImagePoster,
  seconds: number,
): Promise<Ratio[]> {
  const { database, nodes } = cluster;
  const [, worker] = nodes;
  const count = counter(cluster);
  const before = await storedIn(cluster);
  const { rows } = await database.pool.query<{ buckets: number[] }>(
    `select array_agg(b) as buckets from generate_series(0, ${BUCKETS - 1}) b
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('images', b::smallint)
       join pg_dist_node n on n.groupid = p.groupid where n.nodeport <> $1`,
    [worker?.port],
  );
  const others = async (table: string, condition = '') =>
    count(`${table} where bucket = any($1::smallint[]) ${condition}`, [rows[0]?.buckets]);
  await postFor(poster, 5);
  await worker?.crash();
  const [readBefore, postedBefore] = [await others('sightings'), await others('images')];
  const accepted = await postFor(poster, seconds);
  const [readAway, postedAway] = [await others('sightings'), await others('images')];
  const matchedAway = await others('unmatched_sightings', 'and not is_matched');
  await worker?.start();
  return [
    ...(await afterwards('worker away', cluster, poster, before, OUTAGE_RATE * (seconds + 5))),
    absolute('accepted while it is away', accepted / (OUTAGE_RATE * seconds), 'of posted', null, 'higher'),
    absolute(
      'cameras of other nodes: read while it is away',
      (readAway - readBefore) / Math.max(1, postedAway - postedBefore),
      'of accepted',
      null,
      'higher',
    ),
    absolute('their sightings that wait for the alerts at its end', matchedAway, 'sightings', null),
  ];
}

/** The coordinator crashes again and again while images are posted, and starts at once. */
export async function coordinatorCrashes(
  cluster: BenchCluster,
  poster: ImagePoster,
  times: number,
): Promise<Ratio[]> {
  const [coordinator] = cluster.nodes;
  const before = await storedIn(cluster);
  const posting = postFor(poster, times * CRASH_EVERY_S);
  for (let nth = 0; nth < times; nth++) {
    await sleep((CRASH_EVERY_S / 2) * 1_000);
    await coordinator?.crash();
    await coordinator?.start();
    await sleep((CRASH_EVERY_S / 2 - 1) * 1_000);
  }
  await posting;
  const posted = OUTAGE_RATE * times * CRASH_EVERY_S;
  return [
    absolute('coordinator: crashes under load', times, 'crashes', null),
    ...(await afterwards('coordinator crashed', cluster, poster, before, posted)),
  ];
}
