import type { Transaction } from '../../db/database.ts';
import { type CountRow, dropEmpty } from './drop-empty.ts';
import type { ObservationKey } from './observation.ts';
import { deleteRows, lockRows } from './store.ts';

/** Takes observations away together with their counts; those that are not there are passed over. */
export async function deleteObservations(tx: Transaction, keys: ObservationKey[]): Promise<number> {
  const wanted = JSON.stringify(keys);
  let deleted = 0;
  // Once more until none is left: a correction that held a row's lock puts it back under the same key.
  for (;;) {
    const locked = await tx.rows<ObservationKey>(lockRows, [wanted]);
    if (locked.length === 0) return deleted;
    const found = locked.map(({ usdot_number, time_captured, id }) => ({ usdot_number, time_captured, id }));
    await dropEmpty(tx, await tx.rows<CountRow>(deleteRows, [JSON.stringify(found)]));
    deleted += locked.length;
  }
}
