import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { openPool } from '../../src/db/database.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';

const URL = 'postgres://role:word@coordinator.internal:5433/milepost';

/** Opens no connection: a pool connects at its first statement. */
function addressOf(node: string, DATABASE_NODES?: string) {
  const { nodes } = decideSettings(
    readEnv({ DATABASE_URL: URL, ...(DATABASE_NODES !== undefined && { DATABASE_NODES }) }),
  ).database;
  const database = openPool({ connectionString: URL }, 2, silent, { nodes });
  closing(() => database.close());
  const { host, port, user, password, database: name } = database.onNode(node)?.pool.options ?? {};
  return { host, port, user, password, name };
}

test('a node is reached at the address that the coordinator knows, with the role of DATABASE_URL', () => {
  assert.deepEqual(addressOf('worker1:5432'), {
    ...{ host: 'worker1', port: 5432, user: 'role', password: 'word', name: 'milepost' },
  });
});

test('DATABASE_NODES names other addresses of some nodes', () => {
  const nodes = 'worker1:5432=10.0.0.5:6000, worker2:5432=[fd00::2]:5432';
  assert.equal(addressOf('worker1:5432', nodes).host, '10.0.0.5');
  assert.equal(addressOf('worker1:5432', nodes).port, 6_000);
  assert.equal(addressOf('worker2:5432', nodes).host, 'fd00::2');
  assert.equal(addressOf('worker3:5432', nodes).host, 'worker3');
});

test('with DATABASE_NODES=coordinator, no node is reached directly', () => {
  assert.equal(addressOf('worker1:5432', 'coordinator').host, undefined);
});

test('DATABASE_NODES must be pairs of host and port', () => {
  for (const wrong of ['worker1', 'worker1:5432', 'a:1=b', 'a:1=b:2,c'])
    assert.throws(() => addressOf('worker1:5432', wrong), /DATABASE_NODES must be/, wrong);
});
