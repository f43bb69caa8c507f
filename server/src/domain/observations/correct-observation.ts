import type { Transaction } from '../../db/database.ts';
import { type CountRow, dropEmpty } from './drop-empty.ts';
import type { NewObservation, Observation, ObservationKey } from './observation.ts';
import { completeObservation, fromRow, toRow } from './row.ts';
import { lockRows, replaceRow } from './store.ts';

/**
 * Changes an observation, its carrier and its time included, and moves its counts with it. Null when it is not
 * there (any more). Two corrections of the same row wait for each other; the later one sees the earlier.
 */
export async function correctObservation(
  tx: Transaction,
  key: ObservationKey,
  changes: Partial<NewObservation>,
): Promise<Observation | null> {
  const wanted = JSON.stringify([key]);
  const locked = await tx.row<Record<string, unknown>>(lockRows, [wanted]);
  // Whoever held the lock may have put the row back under the same key: that is seen only by asking again.
  const found = locked ?? (await tx.row<Record<string, unknown>>(lockRows, [wanted]));
  if (!found) return null;
  const corrected = completeObservation({ ...fromRow(found), ...changes }, key.id);
  const counts = await tx.rows<CountRow>(replaceRow, [
    key.usdot_number,
    key.time_captured,
    key.id,
    JSON.stringify([toRow(corrected)]),
  ]);
  await dropEmpty(tx, counts);
  return corrected;
}
