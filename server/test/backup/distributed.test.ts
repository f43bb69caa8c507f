import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCitus, isDistributed, undistribute } from '../../src/db/distribute.ts';
import { distributions } from '../../src/domain/observations/distribution.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { backUp, backupStore, blobFolder, restoreTo } from '../support/backup/backup-world.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { testDatabase } from '../support/database.ts';

const database = await testDatabase();
const blobs = await blobFolder();
const { store } = await backupStore();
const isCitus = await hasCitus(database);

suite('a distributed database', { skip: !isCitus && 'TEST_DATABASE_URL is not Citus' }, () => {
  test('is not backed up: its nodes have no common moment', async () => {
    await assert.rejects(backUp({ database, blobs, store }), {
      kind: 'operator',
      message:
        /^Tables of this database are distributed over several nodes, .* Back up the nodes, see docs\/backup.md/,
    });
  });

  test('is distributed again after a restore', async () => {
    const time_captured = new Date('2026-05-04T10:00:00Z');
    const plain = await testDatabase();
    await undistribute(plain);
    await ensureMonths(plain, [time_captured]);
    await recordObservations(plain, [{ usdot_number: 4_711, time_captured, type: 'Detection' }]);
    await backUp({ database: plain, blobs, store });
    assert.equal(await isDistributed(database), true);
    const { distributed } = await restoreTo({ database, blobs, store, replace: true });
    assert.deepEqual(
      distributed,
      distributions.flatMap(({ tables }) => tables),
    );
    assert.equal(await isDistributed(database), true);
    const { rows } = await database.pool.query('select usdot_number from observations');
    assert.deepEqual(rows, [{ usdot_number: 4_711 }]);
    assert.deepEqual(await countDifferences(database), []);
  });
});

test('a database that is not distributed stays so after a restore', async () => {
  const plain = await testDatabase();
  await undistribute(plain);
  await backUp({ database: plain, blobs, store });
  const { distributed } = await restoreTo({ database: plain, blobs, store, replace: true });
  assert.deepEqual(distributed, []);
  if (isCitus) assert.equal(await isDistributed(plain), false);
});
