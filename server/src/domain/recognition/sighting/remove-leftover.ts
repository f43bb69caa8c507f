import { type Database, statement } from '../../../db/database.ts';
import { codeOf, messageOf } from '../../../lib/errors.ts';
import { ANY_CARRIER } from '../../observations/distribution.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { deleteObservations } from '../../observations/record-observations.ts';

/*
 * On Citus, the node of the carrier commits before the coordinator. A coordinator that crashes in between leaves an
 * observation and its counts without a sighting. The image is read again with the same id, and its insert fails.
 */

const UNIQUE_VIOLATION = '23505';
const HOUR_MS = 3_600_000;

/** Citus reports neither table nor constraint, but the message quotes the key of the partition or of its shard. */
export function isDuplicateObservation(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION && messageOf(error).includes('"observations_');
}

const isSighting = statement('sightings.exists', 'select 1 from sightings where id = $1');
/** $1 and $2: the images of a sighting are minutes apart at most. */
const leftover = statement(
  'observations.leftover',
  'select usdot_number, time_captured, id from observations where time_captured between $1 and $2 and id = $3',
  { allShards: ANY_CARRIER },
);

/** Deletes the observation with this id, with its counts, if no sighting has it. Returns whether it did. */
export async function removeLeftover(database: Database, time: Date, id: number): Promise<boolean> {
  if ((await database.row(isSighting, [id])) !== null) return false;
  const [from, until] = [time.getTime() - HOUR_MS, time.getTime() + HOUR_MS];
  const keys = await database.rows<ObservationKey>(leftover, [new Date(from), new Date(until), id]);
  return database.transaction(async (tx) => (await deleteObservations(tx, keys)) > 0);
}
