import type { Transaction } from '../../db/database.ts';
import { deleteMatchesOf } from '../alerts/match/match-store.ts';
import { deleteRecent } from '../alerts/preview/recent-store.ts';
import type { ObservationKey } from '../observations/observation.ts';
import { withdrawSightings } from '../observations/record-sightings.ts';
import { deleteLabelsOf } from '../recognition/labels/label-store.ts';
import { dequeueRevisits, spreadEvidence } from '../recognition/sighting/revisit-queue.ts';
import { deleteSightings } from '../recognition/sighting/sighting-store.ts';
import { deleteEvidence } from '../recognition/sighting/vehicle-evidence.ts';

/**
 * Deletes sightings with everything that was derived from them: observations and their counts, evidence, matches, the
 * search rows of previews, the labels of their images and the entries in the queues. A matcher or worker that holds one of them loses its claim, so it
 * writes nothing back. The caller holds the lock of their source, and decides what becomes of the images.
 */
export async function deleteWholeSightings(tx: Transaction, sightings: ObservationKey[]): Promise<void> {
  const ids = sightings.map(({ id }) => id);
  await withdrawSightings(tx, sightings);
  await dequeueRevisits(tx, ids);
  await deleteSightings(tx, ids);
  await deleteLabelsOf(tx, sightings);
  // What was inferred from them is decided again.
  await spreadEvidence(tx, [{ before: await deleteEvidence(tx, ids), after: [] }]);
  await deleteMatchesOf(tx, ids);
  await deleteRecent(tx, sightings);
}
