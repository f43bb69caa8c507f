import { type Db, statement } from '../../db/database.ts';
import type { Observation, ObservationKey } from './observation.ts';
import { fromRow } from './row.ts';
import { columnList } from './store.ts';

const find = statement(
  'observations.find',
  `select ${columnList} from observations where usdot_number = $1 and time_captured = $2 and id = $3`,
);

/** One observation by its whole key; null when it is not there (any more). */
export async function findObservation(db: Db, key: ObservationKey): Promise<Observation | null> {
  const row = await db.row<Record<string, unknown>>(find, [key.usdot_number, key.time_captured, key.id]);
  return row && fromRow(row);
}
