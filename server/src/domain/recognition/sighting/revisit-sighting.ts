import type { Transaction } from '../../../db/database.ts';
import { saysAnything } from './evidence.ts';
import { revisitKin } from './revisits.ts';
import { findSighting, findViews, lockSource } from './store.ts';
import { inOrder } from './view.ts';
import { writeSighting } from './write-sighting.ts';

/**
 * Looks at a sighting again with what is known now. The pictures are not read again: what they said was kept. True
 * when it changed, and then the alerts see it again.
 */
export async function revisitSighting(tx: Transaction, sightingId: number): Promise<boolean> {
  const seen = await findSighting(tx, sightingId);
  if (!seen) return false;
  await lockSource(tx, seen.organizationId, seen.source);
  const place = await findSighting(tx, sightingId);
  if (!place) return false;
  const views = inOrder(await findViews(tx, place.imageIds));
  if (views.length === 0) return false;
  views.sort(
    (a, b) => a.timeCaptured.getTime() - b.timeCaptured.getTime() || (a.imageId < b.imageId ? -1 : 1),
  );
  const { id, isChanged, evidence } = await writeSighting(tx, place.organizationId, views, [place]);
  // What it says itself may be new: a number that nobody held is High once its carrier is known.
  if (isChanged && saysAnything(evidence.says)) await revisitKin(tx, id, evidence);
  return isChanged;
}
