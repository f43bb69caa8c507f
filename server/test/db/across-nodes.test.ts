import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, openPool } from '../../src/db/database.ts';
import { acrossNodes } from '../../src/db/nodes/across-nodes.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { asCluster } from '../support/db/as-cluster.ts';

const db = await testDatabase(4);
const committed: string[] = [];
const node = (name: string): Database => {
  const pool = openPool(db.connection, 2, silent);
  closing(() => pool.close());
  return {
    ...pool,
    transaction: async (work) => {
      const result = await pool.transaction(work);
      committed.push(name);
      return result;
    },
  };
};
const nodes = new Map(['cameras:1', 'a:1', 'z:1'].map((name) => [name, node(name)]));
const one = asCluster(db);
/** As if all cameras were on one node, and carriers with an even number on another one than those with an odd number. */
const cluster: Database = {
  ...one,
  onNode: (name) => nodes.get(name) ?? null,
  rows: async (statement, values) => {
    if (statement.name === 'bucket-ranges.of-shards')
      return [{ buckets: [0, 1, 2], node: 'cameras:1', tables: {} }] as never;
    if (statement.name !== 'nodes.of-carriers') return one.rows(statement, values);
    const carriers = (values?.[0] ?? []) as number[];
    return carriers.map((usdot_number) => ({
      usdot_number,
      node: usdot_number % 2 === 0 ? 'a:1' : 'z:1',
    })) as never;
  },
  transaction: async (work) => {
    const result = await db.transaction(work);
    committed.push('coordinator');
    return result;
  },
};

test('the node of the cameras commits after those of the carriers, and the coordinator last', async () => {
  const wanted = { buckets: [2, 1], carriers: [81, 82, 84] };
  await acrossNodes(cluster, wanted, async (_, { areNodes }) => assert.ok(areNodes));
  assert.deepEqual(committed.slice(0, 2).sort(), ['a:1', 'z:1']);
  assert.deepEqual(committed.slice(2), ['cameras:1', 'coordinator']);
});
