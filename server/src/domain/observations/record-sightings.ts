import type { Transaction } from '../../db/database.ts';
import type { Places } from '../../db/nodes/across-nodes.ts';
import { cameraBucket } from '../../lib/camera-bucket.ts';
import { noteSeenCarriers } from '../carrier-news/carrier-news.ts';
import { completeObservation, type NewObservation, type ObservationKey } from './observation.ts';
import { deleteObservations, replaceObservations, takeSightingIds } from './record-observations.ts';
import {
  dequeueSightings,
  enqueueSightings,
  formerKeys,
  queuedForm,
  queuedObservation,
  queuedVehicles,
  type SightingDetails,
  type UnmatchedSighting,
} from './unmatched.ts';

/*
 * A sighting that is recorded or changed is queued. A worker writes the observations and counts of a batch together with its
 * matches (`writeQueued`).
 */

/** How a sighting came about; alerts decide by it whether they notify. */
export type SightingOrigin = {
  /** The organization that submitted the images. */
  organizationId: number;
  /** When the newest image was received. Without it, its age does not matter. */
  receivedAt?: Date;
  /** Whether it was decided again without a new image. */
  isDecidedAgain?: boolean;
};

export type NewSighting = Omit<NewObservation, 'type'> &
  SightingOrigin &
  SightingDetails & {
    /** The key of the version before. */
    former?: ObservationKey | null;
  };

/** What is written of a sighting, without how it came about. */
export type SightingFields = Omit<NewSighting, keyof SightingOrigin | 'id' | 'former'>;

/** Queues sightings to be written and matched. Call `wake('unmatched_sightings')` after the commit. */
export async function recordSightings(tx: Transaction, sightings: NewSighting[]): Promise<ObservationKey[]> {
  const unknown = sightings.filter(({ id }) => id === undefined);
  const ids = await takeSightingIds(
    tx,
    unknown.map(({ organizationId, source = '' }) => cameraBucket(organizationId, source)),
  );
  const keys: ObservationKey[] = [];
  const queued = sightings.map(
    ({ organizationId, receivedAt, isDecidedAgain = false, former = null, ...fields }) => {
      const id = fields.id ?? (ids.shift() as number);
      const sighting = completeObservation(
        { ...fields, type: 'Detection', organization_id: organizationId },
        id,
      );
      keys.push({ usdot_number: sighting.usdot_number, time_captured: sighting.time_captured, id });
      return { id, sighting: queuedForm(sighting), organizationId, receivedAt, isDecidedAgain, former };
    },
  );
  await enqueueSightings(tx, queued);
  return keys;
}

/** Queues sightings whose images belong to others now: their observations are deleted, and the alerts settle their matches. */
export async function replaceSightings(
  tx: Transaction,
  sightings: (ObservationKey & { organization_id: number })[],
): Promise<void> {
  if (sightings.length === 0) return;
  const queued = sightings.map((former) => {
    const { id, organization_id: organizationId } = former;
    return { id, sighting: null, organizationId, isDecidedAgain: false, former };
  });
  await enqueueSightings(tx, queued);
}

/** Deletes sightings, also from the queue. */
export async function withdrawSightings(tx: Transaction, keys: ObservationKey[]): Promise<void> {
  const ids = keys.map(({ id }) => id);
  const former = await dequeueSightings(tx, ids);
  await deleteObservations(tx, [...keys, ...former]);
}

/**
 * Writes the observations of queued sightings and their counts. Call this in the transaction that deletes their rows from the
 * queue. Writing a row a second time changes nothing.
 */
export async function writeQueued(
  tx: Transaction,
  queued: readonly Pick<UnmatchedSighting, 'key' | 'sighting' | 'former'>[],
  places?: Places,
): Promise<void> {
  const present = queued.filter(({ sighting }) => sighting !== null);
  const rows = present.map(({ sighting }) => queuedObservation(sighting));
  const details = new Map(present.map(({ key, sighting }) => [key, queuedVehicles(sighting)]));
  await replaceObservations(tx, rows, queued.flatMap(formerKeys), details, places);
  await noteSeenCarriers(
    tx,
    rows.map(({ usdot_number }) => usdot_number),
  );
}
