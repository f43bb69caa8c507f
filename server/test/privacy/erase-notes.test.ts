import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseRest } from '../../src/domain/privacy/erase/erase-rest.ts';
import { scanDatabase } from '../../src/domain/privacy/erase/scan-database.ts';
import { platePattern } from '../../src/domain/privacy/erase/vehicle-pattern.ts';
import { testApi } from '../support/api.ts';

const { db, customer } = await testApi();
const { organizationId, userId } = await customer(['admin']);
const NAMED = 'Stolen, plate ERA 5E01';
const OTHER = 'Plate ERA 5E02 is fine';

async function insert(table: string, columns: Record<string, unknown>): Promise<void> {
  const names = Object.keys(columns);
  await db.pool.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(columns),
  );
}

test('an erasure clears every text that people wrote about the vehicle, and keeps its row and other texts', async () => {
  const own = { organization_id: organizationId };
  const link = '00000000-0000-4000-8000-000000000001';
  await insert('carrier_links', {
    ...{ ...own, id: link, usdot_number: 9, token_hash: Buffer.alloc(32), expires_at: new Date() },
    ...{ created_at: new Date(), created_by: userId },
  });
  for (const [i, text] of [NAMED, OTHER].entries()) {
    const id = `00000000-0000-4000-8000-00000000001${i}`;
    const carrier = { ...own, usdot_number: i + 1 };
    await insert('vetting_list', { ...carrier, list: 'block', note: text });
    await insert('carrier_decisions', {
      ...carrier,
      id,
      note: text,
      created_at: new Date(),
      created_by: userId,
    });
    await insert('vetting_checks', {
      ...{ ...carrier, id, day: '2026-01-01', legal_name: 'X', result: 'PASS', reference: text, note: text },
      ...{ rules_version: '1', results: '[]', file: Buffer.alloc(1), created_at: new Date() },
    });
    await insert('carrier_objections', {
      ...{ ...carrier, id, link_id: link, message: text, finding: text, reason: text, contact: 'x' },
      created_at: new Date(),
    });
    await insert('match_history', {
      ...{ ...own, alert_id: 1, sighting_id: i, changed_at: new Date(), user_id: userId, state: 'new' },
      note: text,
    });
  }
  const pattern = platePattern('ERA5E01', undefined);
  const found = async () => (await scanDatabase(db, pattern)).own.map(({ table }) => table).sort();
  const tables = [
    'carrier_decisions',
    'carrier_objections',
    'match_history',
    'vetting_checks',
    'vetting_list',
  ];
  assert.deepEqual(await found(), tables);
  assert.equal((await eraseRest(db, pattern, true)).notes, 8);
  assert.deepEqual(await found(), tables, 'a dry run changes nothing');
  assert.equal((await eraseRest(db, pattern, false)).notes, 8);
  assert.deepEqual(await found(), []);
  for (const table of tables) {
    const { rows } = await db.pool.query(`select * from ${table} order by 1, 2`);
    const texts = rows.map((row) => row.note ?? row.message).sort();
    assert.deepEqual(texts, ['Erased.', OTHER], table);
  }
});
