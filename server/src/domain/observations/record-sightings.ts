import type { Transaction } from '../../db/database.ts';
import { correctObservation } from './correct-observation.ts';
import { deleteObservations } from './delete-observations.ts';
import type { NewObservation, Observation, ObservationKey } from './observation.ts';
import { recordObservations } from './record-observations.ts';
import { dequeue, enqueue } from './unmatched.ts';

export type NewSighting = Omit<NewObservation, 'type'> & {
  /** Whose picture it was read from. */
  organizationId: number;
};

/**
 * Writes sightings, their counts, and that the alerts have yet to see them. After the commit the caller wakes
 * the matchers: `wake('unmatched_sightings')`.
 */
export async function recordSightings(tx: Transaction, sightings: NewSighting[]): Promise<ObservationKey[]> {
  const rows = sightings.map(({ organizationId: _, ...fields }) => ({
    ...fields,
    type: 'Detection' as const,
  }));
  const keys = await recordObservations(tx, rows);
  await toBeMatched(
    tx,
    keys,
    sightings.map((sighting) => sighting.organizationId),
  );
  return keys;
}

/** Changes a sighting (another view of the truck, better evidence); the alerts see it again. Null when it is gone. */
export async function reviseSighting(
  tx: Transaction,
  key: ObservationKey,
  organizationId: number,
  changes: Partial<NewObservation>,
): Promise<Observation | null> {
  const revised = await correctObservation(tx, key, changes);
  if (revised) await toBeMatched(tx, [revised], [organizationId]);
  return revised;
}

/** Takes sightings away, from the alerts' queue too: they turned out to be views of another one. */
export async function withdrawSightings(tx: Transaction, keys: ObservationKey[]): Promise<void> {
  await deleteObservations(
    tx,
    keys.map(({ usdot_number, time_captured, id }) => ({ usdot_number, time_captured, id })),
  );
  await tx.run(dequeue, [keys.map(({ id }) => id)]);
}

async function toBeMatched(
  tx: Transaction,
  keys: ObservationKey[],
  organizationIds: number[],
): Promise<void> {
  await tx.run(enqueue, [
    keys.map((key) => key.id),
    keys.map((key) => key.usdot_number),
    keys.map((key) => key.time_captured),
    organizationIds,
  ]);
}
