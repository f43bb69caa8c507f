import { BUCKETS } from '../lib/camera-bucket.ts';
import { type Db, statement } from './database.ts';

/** The tables of cameras can be distributed and moved back while processes run. */
const KNOWN_FOR_MS = 5_000;

const isCluster = statement(
  'bucket-ranges.is-cluster',
  `select 1 from pg_extension where extname = 'citus' limit 1`,
);
const ofShards = statement(
  'bucket-ranges.of-shards',
  `select array_agg(b order by b) as buckets from generate_series(0, ${BUCKETS - 1}) b
    where exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('image_queue'))
    group by get_shard_id_for_distribution_column('image_queue', b::smallint)`,
);

type Known = { until: number; ranges: Promise<number[][] | null> };
const known = new WeakMap<Db, Known>();

/**
 * The buckets of each shard of the tables of cameras; null where these tables are on one server. `db` is a pool: what was read is
 * used for a few seconds.
 */
export function bucketRanges(db: Db): Promise<number[][] | null> {
  const now = performance.now();
  const last = known.get(db);
  if (last && now < last.until) return last.ranges;
  const ranges = read(db);
  known.set(db, { until: now + KNOWN_FOR_MS, ranges });
  ranges.catch(() => known.delete(db));
  return ranges;
}

/** After a statement has failed because the tables were distributed or moved back meanwhile. */
export function forgetBucketRanges(db: Db): void {
  known.delete(db);
}

async function read(db: Db): Promise<number[][] | null> {
  if ((await db.row(isCluster)) === null) return null;
  const ranges = (await db.rows<{ buckets: number[] }>(ofShards)).map(({ buckets }) => buckets);
  return ranges.length > 0 ? ranges : null;
}
