import type { Transaction } from '../../db/database.ts';
import { dropEmptyCounts } from './store.ts';

export type CountRow = {
  usdot_number: number;
  location_state: string;
  location_city: string;
  day: string;
  is_federal: boolean;
  observations: number;
};

/** Removes the count rows, among those just changed, that came to nothing. */
export async function dropEmpty(tx: Transaction, changed: CountRow[]): Promise<void> {
  const empty = changed.filter((row) => row.observations === 0);
  if (empty.length > 0) await tx.run(dropEmptyCounts, [JSON.stringify(empty)]);
}
