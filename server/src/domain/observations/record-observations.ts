import type { Db } from '../../db/database.ts';
import type { NewObservation, ObservationKey } from './observation.ts';
import { completeObservation, toRow } from './row.ts';
import { insertRows, takeIds } from './store.ts';

const LARGEST_BATCH = 2_000;

/**
 * Writes observations and their counts; the months must be there (ensureMonths). Inside a transaction the two
 * stand or fall with everything else it writes. Returns the keys in the order given.
 */
export async function recordObservations(db: Db, observations: NewObservation[]): Promise<ObservationKey[]> {
  const keys: ObservationKey[] = [];
  for (let from = 0; from < observations.length; from += LARGEST_BATCH) {
    const batch = observations.slice(from, from + LARGEST_BATCH);
    const ids = await db.rows<{ id: number }>(takeIds, [batch.length]);
    const rows = batch.map((given, i) => completeObservation(given, ids[i]?.id ?? 0));
    await db.run(insertRows, [JSON.stringify(rows.map(toRow))]);
    for (const { usdot_number, time_captured, id } of rows) keys.push({ usdot_number, time_captured, id });
  }
  return keys;
}
