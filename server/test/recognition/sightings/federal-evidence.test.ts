import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVehicle } from '../../../src/domain/recognition/imputation/find-evidence.ts';
import { testDatabase } from '../../support/database.ts';
import { insertRow } from '../../support/db/insert-row.ts';

const VIN = '1XKYDP9X3GJ473982';

test('a crash whose party is not a motor carrier says nothing about the carrier of a vehicle', async () => {
  const db = await testDatabase();
  const crash = (usdot_number: number, crash_id: number, ci_status_code: string | null) =>
    insertRow(db, 'crashes', {
      ...{ usdot_number, crash_id, ci_status_code, vin: VIN, report_date: '2026-05-01', report_state: 'OH' },
      ...{ report_number: `R${crash_id}`, report_seq_no: 1 },
    });
  await crash(1_234_567, 1, null);
  await crash(7_654_321, 2, 'X');
  const { byVin } = await findVehicle(
    db,
    { plate: null, vin: VIN, trailer: null, docket: null },
    { organizationId: 1, when: new Date('2026-06-01T12:00:00Z'), except: [], isShared: true },
  );
  assert.deepEqual(
    byVin.map(({ table, usdot_number }) => [table, usdot_number]),
    [['crashes', '1234567']],
  );
});
