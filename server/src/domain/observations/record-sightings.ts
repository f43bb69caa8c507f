import type { Transaction } from '../../db/database.ts';
import { columnsOf } from '../../lib/columns-of.ts';
import type { NewObservation, Observation, ObservationKey } from './observation.ts';
import { correctObservation, deleteObservations, recordObservations } from './record-observations.ts';
import { dequeue, enqueue, enqueueOne } from './unmatched.ts';

/** How a sighting came about; alerts decide by it whether they notify. */
export type SightingOrigin = {
  /** The organization that submitted the images. */
  organizationId: number;
  /** When the newest image was received. Without it, its age does not matter. */
  receivedAt?: Date;
  /** Whether it was decided again without a new image. */
  isDecidedAgain?: boolean;
};

export type NewSighting = Omit<NewObservation, 'type'> & SightingOrigin;

/** Writes sightings and their counts and queues them for the alerts. Call `wake('unmatched_sightings')` after the commit. */
export async function recordSightings(tx: Transaction, sightings: NewSighting[]): Promise<ObservationKey[]> {
  const rows = sightings.map(({ organizationId: _, receivedAt: __, isDecidedAgain: ___, ...fields }) => ({
    ...fields,
    type: 'Detection' as const,
  }));
  const known = rows.flatMap(({ id, usdot_number, time_captured }) =>
    id === undefined ? [] : [{ usdot_number, time_captured, id }],
  );
  if (known.length === rows.length) {
    await Promise.all([recordObservations(tx, rows), queueForAlerts(tx, known, sightings)]);
    return known;
  }
  const keys = await recordObservations(tx, rows);
  await queueForAlerts(tx, keys, sightings);
  return keys;
}

/** Changes a sighting and queues it for the alerts again. Returns null when it does not exist. */
export async function reviseSighting(
  tx: Transaction,
  key: ObservationKey,
  origin: SightingOrigin,
  changes: Partial<NewObservation>,
): Promise<Observation | null> {
  const revised = await correctObservation(tx, key, changes);
  if (revised) await queueForAlerts(tx, [revised], [origin]);
  return revised;
}

/** Deletes sightings, also from the queue. */
export async function withdrawSightings(tx: Transaction, keys: ObservationKey[]): Promise<void> {
  await deleteObservations(
    tx,
    keys.map(({ usdot_number, time_captured, id }) => ({ usdot_number, time_captured, id })),
  );
  await tx.run(dequeue, [keys.map(({ id }) => id)]);
}

/** Deletes sightings whose images belong to others now. They are queued, so that the alerts settle their matches. */
export async function replaceSightings(
  tx: Transaction,
  sightings: (ObservationKey & { organization_id: number })[],
): Promise<void> {
  if (sightings.length === 0) return;
  await withdrawSightings(tx, sightings);
  const origins = sightings.map(({ organization_id }) => ({ organizationId: organization_id }));
  await queueForAlerts(tx, sightings, origins);
}

async function queueForAlerts(
  tx: Transaction,
  keys: ObservationKey[],
  origins: SightingOrigin[],
): Promise<void> {
  const columns = [
    ...columnsOf(keys, 'id', 'usdot_number', 'time_captured'),
    origins.map(({ organizationId }) => organizationId),
    origins.map(({ receivedAt }) => receivedAt ?? null),
    origins.map(({ isDecidedAgain }) => isDecidedAgain ?? false),
  ];
  if (keys.length === 1)
    await tx.run(
      enqueueOne,
      columns.map(([only]) => only),
    );
  else await tx.run(enqueue, columns);
}
