import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nodeConnectionsResult } from '../../src/cli/doctor/node-connections-check.ts';
import { hasCitus } from '../../src/db/distribute.ts';
import { checkNodes, readNodeConnections } from '../../src/db/nodes/citus-nodes.ts';
import { testApi } from '../support/api.ts';

const { db, app } = await testApi();
const isCitus = await hasCitus(db);

const limits = { allowed: 97, used: 5, shared_pool: 100, session_pool: 16 };
const cluster = (of: Partial<typeof limits>, allowed: number) => [
  { node: 'c:5432', is_coordinator: true, limits: { ...limits, ...of } },
  { node: 'w:5432', is_coordinator: false, limits: { ...limits, allowed } },
];

suite('connections to the nodes of a cluster', () => {
  test('are reported if a node allows fewer than the coordinator may ask of it', () => {
    const { state, says } = nodeConnectionsResult(cluster({}, 97), { processes: 2, perProcess: 15 });
    assert.equal(state, 'warning');
    assert.equal(
      says,
      '2 × 15 × 16 are asked of each node, at most 100 together, and 2 × 0 by the processes; w:5432 5 of 97 used',
    );
  });
  test('without a common limit, every session of every process counts', () => {
    const unlimited = cluster({ shared_pool: -1, session_pool: 2 }, 97);
    assert.equal(nodeConnectionsResult(unlimited, { processes: 3, perProcess: 15 }).state, 'ok');
    assert.equal(nodeConnectionsResult(unlimited, { processes: 4, perProcess: 15 }).state, 'warning');
  });
  test('are in order if the common limit is below that of every node', () => {
    const limited = cluster({ shared_pool: 90 }, 97);
    assert.equal(nodeConnectionsResult(limited, { processes: 24, perProcess: 15 }).state, 'ok');
    const direct = { processes: 24, perProcess: 15, direct: 6 };
    assert.equal(nodeConnectionsResult(limited, direct).state, 'warning', 'the processes open their own');
  });
  test('a node that cannot be reached is a failure', () => {
    const [coordinator] = cluster({}, 97) as [never];
    const away = { node: 'w:5432', is_coordinator: false, limits: null };
    assert.equal(
      nodeConnectionsResult([coordinator, away], { processes: 1, perProcess: 15 }).state,
      'failed',
    );
  });
});

suite('a node that is away', { skip: !isCitus && 'TEST_DATABASE_URL is not Citus' }, () => {
  test('is counted by the readiness check and named by doctor, and most routes stay ready', async () => {
    await checkNodes(db);
    const before = await readNodeConnections(db);
    assert.ok(before.length > 1 && before.every(({ limits }) => (limits?.allowed ?? 0) > 0));
    // Nothing listens on port 1. The database is dropped after this file.
    await db.pool.query(
      `update pg_dist_node set nodeport = 1 where groupid = (select max(groupid) from pg_dist_node)`,
    );
    await assert.rejects(checkNodes(db), {
      message: `1 of ${before.length - 1} nodes of the database cannot be reached.`,
    });
    const after = await readNodeConnections(db);
    assert.deepEqual(
      after.filter(({ limits }) => limits === null).map(({ node }) => node.split(':')[1]),
      ['1'],
    );
    const ready = await app.inject({ url: '/readyz' });
    assert.equal(ready.statusCode, 200);
    assert.match(ready.body, /1 of \d nodes of the database cannot be reached/);
  });
});

test('without Citus there is no node to reach', {
  skip: isCitus && 'TEST_DATABASE_URL is Citus',
}, async () => {
  await checkNodes(db);
  const { body } = await app.inject({ url: '/readyz' });
  assert.doesNotMatch(body, /nodes/);
});
