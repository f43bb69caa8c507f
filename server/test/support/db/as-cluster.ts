import type { Database, Statement } from '../../../src/db/database.ts';
import { BUCKETS } from '../../../src/lib/camera-bucket.ts';

/** As if the tables of cameras were in two shards: one of the lower half of the buckets, one of the others. */
const SHARDS = [0, 1].map((shard) => ({
  buckets: Array.from({ length: BUCKETS / 2 }, (_, i) => (shard * BUCKETS) / 2 + i),
  node: null,
  tables: {},
}));

/**
 * The same database; code that asks where the tables of cameras are (`bucketRanges`) hears that they are distributed, and uses the
 * statements of a cluster, which also run on one server. A database on a cluster is returned as it is.
 */
export function asCluster<Some extends Database>(database: Some): Some {
  let isOne = false;
  return {
    ...database,
    row: async (statement: Statement, values?: unknown[]) => {
      const row = await database.row(statement, values);
      if (statement.name !== 'bucket-ranges.is-cluster') return row;
      isOne = row !== null;
      return row ?? {};
    },
    rows: async (statement: Statement, values?: unknown[]) => {
      const ofShards = { 'bucket-ranges.of-shards': SHARDS, 'nodes.of-carriers': [] }[statement.name];
      return (!isOne && ofShards) || database.rows(statement, values);
    },
  } as Some;
}
