import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFieldNames } from '../../../src/contract/truck-fields.ts';
import { findVehicle } from '../../../src/domain/recognition/imputation/find-evidence.ts';
import { imputeRest } from '../../../src/domain/recognition/imputation/impute.ts';
import { byName } from '../../../src/lib/by-name.ts';
import { testDatabase } from '../../support/database.ts';
import { insertRow } from '../../support/db/insert-row.ts';

const VIN = '1XKYDP9X3GJ473982';
const plate = { number: 'P123456', state: 'OH' };
const query = { organizationId: 1, when: new Date('2026-06-01T12:00:00Z'), except: [], isShared: true };
const unread = { plate: null, vin: null, trailer: null, docket: null };

test('a crash whose party is not a motor carrier says nothing about the carrier of a vehicle', async () => {
  const db = await testDatabase();
  const crash = (usdot_number: number, crash_id: number, ci_status_code: string | null) =>
    insertRow(db, 'crashes', {
      ...{ usdot_number, crash_id, ci_status_code, vin: VIN, report_date: '2026-05-01', report_state: 'OH' },
      ...{ report_number: `R${crash_id}`, report_seq_no: 1 },
    });
  await crash(1_234_567, 1, null);
  await crash(7_654_321, 2, 'X');
  const { byVin } = await findVehicle(db, { ...unread, vin: VIN }, query);
  assert.deepEqual(
    byVin.map(({ table, usdot_number }) => [table, usdot_number]),
    [['crashes', '1234567']],
  );
});

test('a duplicate of an inspection is not evidence, so its typing error does not contradict the counted row', async () => {
  const db = await testDatabase();
  const inspection = async (inspection_id: number, report: string, status: string | null, vin: string) => {
    await insertRow(db, 'inspections', {
      ...{ usdot_number: 1_234_567, inspection_id, ci_status_code: status, insp_date: '2026-05-01' },
      ...{ report_state: 'OH', report_number: report },
    });
    await insertRow(db, 'inspection_units', {
      ...{ inspection_id, unit_id: inspection_id, unit_type_id: 11, unit_number: 1, vin },
      ...{ unit_license: plate.number, unit_license_state: plate.state },
    });
  };
  await inspection(1, 'R1', 'D', '1XKYDP9X3GJ473900');
  await inspection(2, 'OHR1', 'C', VIN);
  // Without a row that counts, the duplicate does.
  await inspection(3, 'R3', 'D', VIN);
  const { byPlate } = await findVehicle(db, { ...unread, plate }, query);
  assert.deepEqual(byPlate.map(({ key }) => key).sort(), ['1234567 2', '1234567 3']);
  const known = { ...byName(readFieldNames(), () => ''), usdot_number: '1234567' };
  const nothing = { byVin: [], byTrailer: [], byCab: [], docketHolders: [], carrierDockets: [] };
  const { vin } = imputeRest(known, { ...nothing, byPlate, vinTypes: new Map() }, query.when);
  assert.equal(vin?.value, VIN);
});
