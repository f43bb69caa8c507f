import type { Database } from '../../../server/src/db/database.ts';
import { recordObservations } from '../../../server/src/domain/observations/record-observations.ts';
import { DAYS, FIRST_OTHER, START } from './fill-observations.ts';

export const BATCH = 2_000;

/** Writes BATCH sightings of as many carriers and days with their counts, in one transaction. */
export async function writeBatch(db: Database, carriers: number): Promise<void> {
  const random = (below: number) => Math.floor(Math.random() * below);
  const batch = Array.from({ length: BATCH }, (_, i) => ({
    usdot_number: FIRST_OTHER + random(carriers),
    time_captured: new Date(START + random(DAYS * 86_400_000)),
    type: 'Detection' as const,
    vin: `1XKYDP9X3GJ${String(random(1e6)).padStart(6, '0')}`,
    alpr_plate_number: `P${random(1e6)}`,
    source: 'sensor-12',
    cab_number: '123',
    plate_state: 'OH',
    location_state: 'OH',
    location_city: `City ${i % 300}`,
    latitude: 40.1,
    longitude: -80.2,
    route: 'I-80 W',
    equipment_type: 'dry van',
  }));
  await db.transaction((tx) => recordObservations(tx, batch));
}
