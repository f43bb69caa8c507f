import { buildServices } from '../../server/src/app/build-services.ts';
import { readEnv } from '../../server/src/config/env.ts';
import { decideSettings } from '../../server/src/config/settings.ts';
import { vinObservations } from '../../server/src/domain/carriers/observations/carrier-observations.ts';
import { readSignals } from '../../server/src/domain/carriers/signals/read-signals.ts';
import { importFiles } from '../../server/src/domain/federal/import/import-files.ts';
import type { Services } from '../../server/src/http/services.ts';
import { BUCKETS } from '../../server/src/lib/camera-bucket.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { silent } from '../../server/test/support/cluster.ts';
import { generateCountry } from '../country/generate-country.ts';
import { absolute, type Bench, median, overhead, type Ratio, sleep } from './support/bench.ts';
import { findCitus } from './support/citus/find-citus.ts';
import { caughtUp, costOfImages, type ImagePoster, startImages } from './support/citus/post-images.ts';
import { type BenchCluster, startCluster } from './support/citus/start-cluster.ts';
import { AS_OF } from './support/embedded.ts';
import { temporaryFolder } from './support/service.ts';

const WORKERS = 2;
const CALLERS = 4;
const OUTAGE_RATE = 50;

type Size = { carriers: number; images: number; calls: number; outageSeconds: number };
const FULL: Size = { carriers: 200, images: 600, calls: 6, outageSeconds: 90 };
const QUICK: Size = { carriers: 60, images: 200, calls: 2, outageSeconds: 20 };

export const bench: Bench = {
  about: `a Citus coordinator with ${WORKERS} workers against plain PostgreSQL of the same programs, all on this machine: processor time of each node per image (readings from a stand-in at RECOGNIZER_URL), signals and look-ups by VIN with ${CALLERS} callers, and a worker that is away for ${FULL.outageSeconds} s at ${OUTAGE_RATE} images a second. Needs a PostgreSQL with Citus: the pg_config of PG_CONFIG, of PATH or of a Debian package`,
  async run({ quick }) {
    const bin = findCitus();
    if (bin === null) {
      console.log('No PostgreSQL with Citus was found; docs/scaling.md has the steps. Nothing was measured.');
      return [];
    }
    const size = quick ? QUICK : FULL;
    const plain = await measure(bin, 0, size);
    const citus = await measure(bin, WORKERS, size);
    const sum = (cost: Map<string, number>) => [...cost.values()].reduce((total, one) => total + one, 0);
    const pair = (of: (one: Measured) => number) => ({ ours: of(citus), peer: of(plain) });
    return [
      overhead(
        'PostgreSQL, all nodes: processor time',
        pair(({ cost }) => sum(cost)),
        'ms/image',
        null,
      ),
      absolute('all nodes', sum(citus.cost), 'ms/image', 6),
      ...[...citus.cost].map(([node, ms]) =>
        absolute(node, ms, 'ms/image', node === 'coordinator' ? 0.5 : null),
      ),
      overhead(
        'time until all images are matched',
        pair(({ seconds }) => seconds),
        's',
        null,
      ),
      overhead(
        `signals of a carrier, ${CALLERS} callers`,
        pair(({ signals }) => signals.ms),
        'ms',
        2,
      ),
      absolute('signals that took too long', citus.signals.late, 'of all', 0),
      overhead(
        `look-up by VIN, ${CALLERS} callers`,
        pair(({ vin }) => vin),
        'ms',
        null,
      ),
      ...(citus.outage ?? []),
    ];
  },
};

type Measured = {
  cost: Map<string, number>;
  seconds: number;
  signals: { ms: number; late: number };
  vin: number;
  outage: Ratio[] | null;
};

async function measure(bin: string, workers: number, size: Size): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const cluster = await startCluster(cleanup, bin, workers);
  await loadCountry(cleanup, cluster, size.carriers);
  const dataDir = await temporaryFolder(cleanup);
  const settings = decideSettings(readEnv({ DATA_DIR: dataDir, DATABASE_URL: cluster.url }));
  const { services, close } = await buildServices({ settings, db: cluster.database, log: silent });
  cleanup.defer(close);
  const signals = await callSignals(services, cluster, size.calls);
  const vin = await lookUpVins(services, cluster, size.calls);
  const poster = await startImages(cleanup, cluster);
  // The first images create partitions and prepare statements.
  await costOfImages(cluster, poster, 50);
  await cluster.database.pool.query('vacuum analyze');
  const { perNode: cost, seconds } = await costOfImages(cluster, poster, size.images);
  const outage = workers > 0 ? await workerAway(cluster, poster, size.outageSeconds) : null;
  console.log(workers > 0 ? 'Citus' : 'plain', { cost, seconds, signals, vin });
  for (const { name, value, unit } of outage ?? []) console.log(name, value, unit);
  return { cost, seconds, signals, vin, outage };
}

async function loadCountry(cleanup: AsyncDisposableStack, { database }: BenchCluster, carriers: number) {
  const folder = await temporaryFolder(cleanup);
  await generateCountry({ carriers, seed: 1, folder, asOf: AS_OF });
  const events = { onRefused: (name: string, reason: string) => console.error(name, reason) };
  await importFiles(database, [folder], { dataDir: folder, force: true, clock: systemClock, events });
  await database.pool.query('vacuum analyze');
}

/** The median time of a call while CALLERS run at a time, after one round that prepares the statements. */
async function timeOf(calls: number, call: (nth: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const caller = async (nth: number) => {
    for (let i = 0; i <= calls; i++) {
      const startedAt = performance.now();
      await call(nth + i * CALLERS);
      if (i > 0) times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, nth) => caller(nth)));
  return median(times);
}

async function callSignals({ profile }: Services, { database }: BenchCluster, calls: number) {
  const { rows } = await database.pool.query<{ usdot_number: number }>(
    'select usdot_number from observations where usdot_number <> 0 group by 1 order by count(*) desc limit 50',
  );
  let [late, all] = [0, 0];
  const ms = await timeOf(calls, async (nth) => {
    const { errors } = await readSignals(profile, rows[nth % rows.length]?.usdot_number ?? 0, AS_OF);
    late += Object.keys(errors ?? {}).length > 0 ? 1 : 0;
    all++;
  });
  return { ms, late: late / all };
}

async function lookUpVins({ observations }: Services, { database }: BenchCluster, calls: number) {
  const { rows } = await database.pool.query<{ vin: string }>(
    `select vin from observations where vin <> '' group by 1 order by 1 limit 200`,
  );
  // An organization may make two calls at a time.
  return timeOf(calls, (nth) =>
    vinObservations(observations, {
      organizationId: 1 + (nth % CALLERS),
      vins: [rows[nth % rows.length]?.vin ?? ''],
      page: 1,
      pageSize: 10,
      withQuality: true,
    }),
  );
}

/**
 * One worker crashes under load and starts again. Images of its cameras are refused meanwhile and posted again, as a partner does.
 * Every accepted image must become one sighting; those of other cameras without waiting.
 */
async function workerAway(cluster: BenchCluster, poster: ImagePoster, seconds: number): Promise<Ratio[]> {
  const { database, nodes } = cluster;
  const [, worker] = nodes;
  const count = async (sql: string, values: unknown[] = []) =>
    Number((await database.pool.query(`select count(*) as n from ${sql}`, values)).rows[0].n);
  const before = { images: await count('images'), sightings: await count('sightings') };
  const { rows } = await database.pool.query<{ buckets: number[] }>(
    `select array_agg(b) as buckets from generate_series(0, ${BUCKETS - 1}) b
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('images', b::smallint)
       join pg_dist_node n on n.groupid = p.groupid where n.nodeport <> $1`,
    [worker?.port],
  );
  const others = async (table: string, condition = '') =>
    count(`${table} where bucket = any($1::smallint[]) ${condition}`, [rows[0]?.buckets]);
  const postFor = async (duration: number) => {
    let accepted = 0;
    for (let second = 0; second < duration; second++) {
      const next = sleep(1_000);
      accepted += await poster.post(OUTAGE_RATE);
      await next;
    }
    return accepted;
  };
  await postFor(5);
  await worker?.crash();
  const [readBefore, postedBefore] = [await others('sightings'), await others('images')];
  const accepted = await postFor(seconds);
  const [readAway, postedAway] = [await others('sightings'), await others('images')];
  const matchedAway = await others('unmatched_sightings', 'and not is_matched');
  await worker?.start();
  const posted = OUTAGE_RATE * (seconds + 5);
  const stored = async () => (await count('images')) - before.images;
  for (let tries = 0; tries < 60 && (await stored()) < posted; tries++) {
    await poster.post(0);
    await sleep(1_000);
  }
  await caughtUp(cluster, 600);
  const twice = await count(
    `(select 1 from observations where image_id is not null group by usdot_number, time_captured, image_id having count(*) > 1) d`,
  );
  return [
    absolute('worker away: images posted', posted, 'images', null),
    absolute(
      'worker away: failed for good',
      await count('image_queue where died_at is not null'),
      'images',
      0,
    ),
    absolute('worker away: stored twice', twice, 'images', 0),
    absolute('worker away: lost', posted - ((await count('sightings')) - before.sightings), 'images', 0),
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
