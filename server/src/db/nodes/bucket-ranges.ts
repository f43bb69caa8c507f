import { BUCKETS } from '../../lib/camera-bucket.ts';
import { type Db, statement } from '../database.ts';

/** The tables of cameras can be distributed, moved between nodes and moved back while processes run. */
const KNOWN_FOR_MS = 5_000;

const hasCitus = statement(
  'bucket-ranges.is-cluster',
  `select 1 from pg_extension where extname = 'citus' limit 1`,
);
const ofShards = statement(
  'bucket-ranges.of-shards',
  `select s.buckets, n.nodename || ':' || n.nodeport as node,
          (select json_object_agg(c.relname, c.relname || '_' || other.shardid)
             from pg_dist_shard own
             join pg_dist_partition d on d.colocationid =
               (select colocationid from pg_dist_partition where logicalrelid = to_regclass('image_queue'))
             join pg_class c on c.oid = d.logicalrelid and not c.relispartition
             join pg_dist_shard other on other.logicalrelid = d.logicalrelid and other.shardminvalue = own.shardminvalue
            where own.shardid = s.shardid) as tables
     from (select get_shard_id_for_distribution_column('image_queue', b::smallint) as shardid, array_agg(b order by b) as buckets
             from generate_series(0, ${BUCKETS - 1}) b
            where exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('image_queue'))
            group by 1) s
     left join pg_dist_placement p on p.shardid = s.shardid and p.shardstate = 1
     left join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' and n.hasmetadata and n.metadatasynced`,
);

/** A shard of the tables of cameras. */
export type Shard = {
  buckets: number[];
  /** `host:port`; null if only the coordinator can ask it. */
  node: string | null;
  /** Of each table, the table on the node that has the rows of this shard. */
  tables: Record<string, string>;
};

type Known = { until: number; shards: Promise<Shard[] | null> };
const known = new WeakMap<Db, Known>();

/**
 * The shards of the tables of cameras; null where these tables are on one server. `db` is a pool: what was read is used for a few
 * seconds.
 */
export function bucketRanges(db: Db): Promise<Shard[] | null> {
  const now = performance.now();
  const last = known.get(db);
  if (last && now < last.until) return last.shards;
  const shards = read(db);
  known.set(db, { until: now + KNOWN_FOR_MS, shards });
  shards.catch(() => known.delete(db));
  return shards;
}

/** After a statement has failed because the tables were distributed or moved back meanwhile. */
export function forgetBucketRanges(db: Db): void {
  known.delete(db);
}

const clusters = new WeakMap<Db, { until: number; is: Promise<boolean> }>();

/** Whether the database has Citus, which may be added while processes run. */
export function isCluster(db: Db): Promise<boolean> {
  const now = performance.now();
  const last = clusters.get(db);
  if (last && now < last.until) return last.is;
  const is = db.row(hasCitus).then((row) => row !== null);
  clusters.set(db, { until: now + KNOWN_FOR_MS, is });
  is.catch(() => clusters.delete(db));
  return is;
}

async function read(db: Db): Promise<Shard[] | null> {
  if (!(await isCluster(db))) return null;
  const shards = await db.rows<Shard>(ofShards);
  return shards.length > 0 ? shards : null;
}
