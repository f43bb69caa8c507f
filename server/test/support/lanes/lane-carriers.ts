import type { Database } from '../../../src/db/database.ts';
import { recordObservations } from '../../../src/domain/observations/record-observations.ts';
import { addCompany, CITIES, seen, settleLanes } from './lane-world.ts';

const { nashville, dallas, chicago } = CITIES;
/** From Nashville to Dallas and back, with a day's drive between. */
export const THERE = 9_000_001;
export const BACK = 9_000_002;
export const ORIGIN_ONLY = 9_000_003;
export const LARGE = 9_000_004;
export const ORDERED = 9_000_005;
export const FEDERAL = 9_000_006;
export const UNKNOWN = 9_000_099;

/** Carriers between Nashville and Dallas that differ in what the filters ask for. */
export async function fillLane(db: Database): Promise<void> {
  await addCompany(db, THERE, {
    cargo: [1, 15],
    inspections: [{ driverOos: false, vehicleOos: true }],
    broker: true,
  });
  await addCompany(db, BACK, { trailers: 0, authority: '2026-10-01' });
  await addCompany(db, ORIGIN_ONLY, { authority: null });
  await addCompany(db, LARGE, { powerUnits: 1_500 });
  await addCompany(db, ORDERED, { outOfService: true });
  await addCompany(db, FEDERAL);
  await recordObservations(db, [
    ...[3, 10, 17, 24].flatMap((days) => [seen(THERE, nashville, days), seen(THERE, dallas, days - 1)]),
    seen(THERE, chicago, 50),
    ...[5, 12].flatMap((days) => [
      seen(BACK, dallas, days, { equipment_type: 'reefer' }),
      seen(BACK, nashville, days - 2, { equipment_type: 'reefer' }),
    ]),
    seen(ORIGIN_ONLY, nashville, 8),
    ...[4, 11].flatMap((days) => [seen(LARGE, nashville, days), seen(LARGE, dallas, days - 1)]),
    ...[4, 11].flatMap((days) => [seen(ORDERED, nashville, days), seen(ORDERED, dallas, days - 1)]),
    seen(FEDERAL, nashville, 9, { type: 'Inspection', equipment_type: 'semi-trailer' }),
    seen(FEDERAL, dallas, 8, { type: 'Crash', equipment_type: 'flatbed' }),
    seen(0, nashville, 1),
    // The last hours: one truck drives towards Nashville, one away from it.
    seen(THERE, { latitude: 34.7, longitude: -92.3 }, 0.4, {
      vin: '',
      alpr_plate_number: 'A1',
      plate_state: 'TN',
    }),
    seen(THERE, { latitude: 35.1, longitude: -90.0 }, 0.2, {
      vin: '',
      alpr_plate_number: 'A1',
      plate_state: 'TN',
    }),
    seen(BACK, { latitude: 35.1, longitude: -90.0 }, 0.3, { alpr_plate_number: 'B1', plate_state: 'TX' }),
    seen(BACK, { latitude: 34.7, longitude: -92.3 }, 0.1, { alpr_plate_number: 'B1', plate_state: 'TX' }),
  ]);
  await settleLanes(db);
}
