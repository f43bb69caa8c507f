import type { Transaction } from '../../db/database.ts';
import {
  completeObservation,
  type NewObservation,
  type Observation,
  type ObservationKey,
} from './observation.ts';
import { correctObservation, deleteObservations, recordObservations } from './record-observations.ts';
import { dequeue, enqueue, enqueueOne, queuedForm, type SightingDetails } from './unmatched.ts';

/** How a sighting came about; alerts decide by it whether they notify. */
export type SightingOrigin = {
  /** The organization that submitted the images. */
  organizationId: number;
  /** When the newest image was received. Without it, its age does not matter. */
  receivedAt?: Date;
  /** Whether it was decided again without a new image. */
  isDecidedAgain?: boolean;
};

export type NewSighting = Omit<NewObservation, 'type'> & SightingOrigin & SightingDetails;

/** What is written of a sighting, without how it came about. */
export type SightingChanges = Partial<Omit<NewSighting, keyof SightingOrigin | 'id'>>;

/** Writes sightings and their counts and queues them for the alerts. Call `wake('unmatched_sightings')` after the commit. */
export async function recordSightings(tx: Transaction, sightings: NewSighting[]): Promise<ObservationKey[]> {
  const parts = sightings.map(partsOf);
  const rows = parts.map(({ fields }) => ({ ...fields, type: 'Detection' as const }));
  const queue = (keys: { id: number }[]) =>
    queueForAlerts(
      tx,
      keys.map(({ id }, i) => {
        const observation = completeObservation(rows[i] as NewObservation, id);
        return {
          id,
          sighting: { ...observation, ...parts[i]?.details },
          origin: sightings[i] as NewSighting,
        };
      }),
    );
  const known = rows.flatMap(({ id, usdot_number, time_captured }) =>
    id === undefined ? [] : [{ usdot_number, time_captured, id }],
  );
  if (known.length === rows.length) {
    await Promise.all([recordObservations(tx, rows), queue(known)]);
    return known;
  }
  const keys = await recordObservations(tx, rows);
  await queue(keys);
  return keys;
}

/** Changes a sighting and queues it for the alerts again. Returns null when it does not exist. */
export async function reviseSighting(
  tx: Transaction,
  key: ObservationKey,
  origin: SightingOrigin,
  changes: SightingChanges,
): Promise<Observation | null> {
  const { fields, details } = partsOf(changes);
  const revised = await correctObservation(tx, key, fields);
  if (revised) await queueForAlerts(tx, [{ id: key.id, sighting: { ...revised, ...details }, origin }]);
  return revised;
}

/** The fields of the observation, and what only the alerts need. */
function partsOf<Sighting extends Partial<NewSighting>>({
  organizationId: _,
  receivedAt: __,
  isDecidedAgain: ___,
  lines,
  views,
  plate_confidence,
  carrier_name,
  ...fields
}: Sighting) {
  const details: SightingDetails = {
    ...(lines && { lines }),
    ...(views && { views }),
    ...(plate_confidence !== undefined && { plate_confidence }),
    ...(carrier_name !== undefined && { carrier_name }),
  };
  return { fields, details };
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
  const queued = sightings.map(({ id, organization_id }) => ({
    id,
    sighting: null,
    origin: { organizationId: organization_id },
  }));
  await queueForAlerts(tx, queued);
}

/** `sighting`: null when it no longer exists. */
type Queued = {
  id: number;
  sighting: (Observation & SightingDetails) | null;
  origin: SightingOrigin;
};

async function queueForAlerts(tx: Transaction, queued: Queued[]): Promise<void> {
  const columns = [
    queued.map(({ id }) => id),
    queued.map(({ sighting }) => sighting && queuedForm(sighting)),
    queued.map(({ origin }) => origin.organizationId),
    queued.map(({ origin }) => origin.receivedAt ?? null),
    queued.map(({ origin }) => origin.isDecidedAgain ?? false),
  ];
  if (queued.length === 1)
    await tx.run(
      enqueueOne,
      columns.map(([only]) => only),
    );
  else await tx.run(enqueue, columns);
}
