import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, openPool } from '../../src/db/database.ts';
import { keyValues, partsOf, readOnNodes } from '../../src/db/nodes/read-on-nodes.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { sightingsWithKeys } from '../../src/domain/observations/vehicles/look-up.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { asCluster } from '../support/db/as-cluster.ts';

const db = await testDatabase(4);
const nodes = new Map(
  ['even:1', 'odd:1', 'even:1 one plan', 'odd:1 one plan'].map(
    (name) => [name, openPool(db.connection, 2, silent)] as const,
  ),
);
for (const node of nodes.values()) closing(() => node.close());
const one = asCluster(db);
/** As if carriers with an even number were on one node and the others on another one. */
const cluster: Database = {
  ...one,
  onNode: (name, session = '') => nodes.get(`${name}${session === '' ? '' : ' one plan'}`) ?? null,
  rows: async (statement, values) =>
    statement.name === 'nodes.of-carriers'
      ? (((values?.[0] ?? []) as number[]).map((usdot_number) => ({
          usdot_number,
          node: usdot_number % 2 === 0 ? 'even:1' : 'odd:1',
        })) as never)
      : one.rows(statement, values),
};
await ensureMonths(
  db,
  [0, 1, 2, 3].map((month) => new Date(Date.UTC(2026, month, 1))),
);
const keys = await recordObservations(
  db,
  [81, 82, 83, 84].map((usdot_number, n) => ({
    ...{ usdot_number, type: 'Detection' as const },
    time_captured: new Date(Date.UTC(2026, n, 1)),
  })),
);
const byKeys = { name: 'test.by-keys', text: sightingsWithKeys('o.id'), isByKeys: true };
const ofCarrier = {
  name: 'test.of-carrier',
  text: 'select id from observations o where o.usdot_number = $1 limit 5',
};

test('a statement by keys asks each node for its own keys and finds the rows of one server', async () => {
  const values = [...keyValues(keys), 'more'];
  const parts = await partsOf(cluster, byKeys, values);
  assert.deepEqual(
    parts.map(({ on, values: [carriers, , , first, last, all, more] }) => [
      ...[on === nodes.get('even:1') ? 'even' : 'odd', carriers, all],
      ...[(first as Date).getUTCMonth(), (last as Date).getUTCMonth(), more],
    ]),
    [
      ['odd', [81, 83], [81, 83], 0, 2, 'more'],
      ['even', [82, 84], [82, 84], 1, 3, 'more'],
    ],
  );
  const ids = async (database: Database) => {
    const rows = await readOnNodes<{ id: number }>(database, byKeys, keyValues(keys), (on, own) =>
      on.rows(byKeys, own),
    );
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  };
  assert.deepEqual(
    await ids(cluster),
    keys.map(({ id }) => id),
  );
  assert.deepEqual(await ids(db), await ids(cluster));
});

const nodeOf = async (text: string, carrier: number) => {
  const [part] = await partsOf(cluster, { name: `test.${text}`, text }, [carrier]);
  return [...nodes].find(([, node]) => node === part?.on)?.[0];
};

test('a statement on one table about one carrier runs on its node, in a session that keeps one plan for all values', async () => {
  assert.equal(await nodeOf(ofCarrier.text, 84), 'even:1 one plan');
  assert.equal(await nodeOf(ofCarrier.text, 81), 'odd:1 one plan');
});

test('a statement with a join or a select in it is planned with its values on the node', async () => {
  for (const text of [
    'select 1 from unnest($2::bigint[]) k join observations o on o.id = k where o.usdot_number = $1',
    'select n from (select count(*) as n from observations where usdot_number = $1) c',
    'with a as (select 1 from observations where usdot_number = $1) select 1 from a',
  ])
    assert.equal(await nodeOf(text, 84), 'even:1', text);
});

test('on one server, and where processes reach nodes only through the coordinator, a statement runs there', async () => {
  const through = { ...cluster, onNode: () => null };
  const isCluster = 'bucket-ranges.is-cluster';
  const single: Database = {
    ...db,
    row: async (statement, values) => (statement.name === isCluster ? null : db.row(statement, values)),
  };
  for (const database of [single, through]) {
    assert.deepEqual(await partsOf(database, ofCarrier, [81]), [{ on: database, values: [81] }]);
    const parts = await partsOf(database, byKeys, keyValues(keys));
    assert.deepEqual(
      parts.map(({ on, values }) => [on === database, values]),
      [[true, keyValues(keys)]],
    );
  }
});

test('a statement that names no carrier runs on the coordinator', async () => {
  for (const read of [
    { name: 'test.census', text: 'select 1 from company_census where usdot_number = $1' },
    { name: 'test.any', text: 'select 1 from observations where id = $1', allShards: 'a test' },
    { name: 'test.several', text: 'select 1 from observations where usdot_number = any($1::bigint[])' },
  ])
    assert.deepEqual(await partsOf(cluster, read, [81]), [{ on: cluster, values: [81] }]);
});
