import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkQueue } from '../../src/db/claim.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { queues } from '../../src/lib/queues.ts';
import { keepLease } from '../../src/stages/keep-lease.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/milepost.ts';

const db = await testDatabase();
const { organization_id } = await createOrganization(db, { name: 'Keeper', kind: 'partner' });

test('a lease is extended until another worker has the row', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  await db.pool.query('insert into revisits (sighting_id, organization_id) values (1, $1)', [
    organization_id,
  ]);
  const short = new WorkQueue<{ key: number }>({ ...queues.revisits, leaseMs: 60_000 });
  const { leaseId } = await short.claim(db, 1);
  let isLost = false;
  const stop = keepLease(db, short, leaseId, 1, () => {
    isLost = true;
  });
  for (let leases = 0; leases < 2; leases++) {
    await db.pool.query(`update revisits set due_at = now() + interval '5 seconds'`);
    mock.timers.tick(short.leaseMs);
    await eventually('the lease is extended', async () => {
      const { rowCount } = await db.pool.query(
        `select from revisits where due_at > now() + interval '30 seconds'`,
      );
      return rowCount === 1;
    });
  }
  assert.equal((await short.claim(db, 1)).rows.length, 0);
  assert.equal(isLost, false);
  await db.pool.query('update revisits set lease_id = gen_random_uuid()');
  mock.timers.tick(short.leaseMs);
  await eventually('it is lost to someone else', async () => isLost);
  stop();
});
