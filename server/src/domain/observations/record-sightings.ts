import type { Transaction } from '../../db/database.ts';
import { columnsOf } from '../../lib/columns-of.ts';
import type { NewObservation, Observation, ObservationKey } from './observation.ts';
import { correctObservation, deleteObservations, recordObservations } from './record-observations.ts';
import { dequeue, enqueue, enqueueOne } from './unmatched.ts';

export type NewSighting = Omit<NewObservation, 'type'> & {
  /** The organization that submitted the image. */
  organizationId: number;
};

/** Writes sightings and their counts and queues them for the alerts. Call `wake('unmatched_sightings')` after the commit. */
export async function recordSightings(tx: Transaction, sightings: NewSighting[]): Promise<ObservationKey[]> {
  const rows = sightings.map(({ organizationId: _, ...fields }) => ({
    ...fields,
    type: 'Detection' as const,
  }));
  const organizationIds = sightings.map((sighting) => sighting.organizationId);
  const known = rows.flatMap(({ id, usdot_number, time_captured }) =>
    id === undefined ? [] : [{ usdot_number, time_captured, id }],
  );
  if (known.length === rows.length) {
    await Promise.all([recordObservations(tx, rows), queueForAlerts(tx, known, organizationIds)]);
    return known;
  }
  const keys = await recordObservations(tx, rows);
  await queueForAlerts(tx, keys, organizationIds);
  return keys;
}

/** Changes a sighting and queues it for the alerts again. Returns null when it does not exist. */
export async function reviseSighting(
  tx: Transaction,
  key: ObservationKey,
  organizationId: number,
  changes: Partial<NewObservation>,
): Promise<Observation | null> {
  const revised = await correctObservation(tx, key, changes);
  if (revised) await queueForAlerts(tx, [revised], [organizationId]);
  return revised;
}

/** Deletes sightings, also from the queue: they were views of another sighting. */
export async function withdrawSightings(tx: Transaction, keys: ObservationKey[]): Promise<void> {
  await deleteObservations(
    tx,
    keys.map(({ usdot_number, time_captured, id }) => ({ usdot_number, time_captured, id })),
  );
  await tx.run(dequeue, [keys.map(({ id }) => id)]);
}

async function queueForAlerts(
  tx: Transaction,
  keys: ObservationKey[],
  organizationIds: number[],
): Promise<void> {
  const [only, ...others] = keys;
  if (only && others.length === 0) {
    await tx.run(enqueueOne, [only.id, only.usdot_number, only.time_captured, organizationIds[0]]);
    return;
  }
  await tx.run(enqueue, [...columnsOf(keys, 'id', 'usdot_number', 'time_captured'), organizationIds]);
}
