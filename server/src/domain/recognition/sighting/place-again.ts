import type { Transaction } from '../../../db/database.ts';
import { nearQuery, placeImage } from './place-image.ts';
import { spreadEvidence } from './revisit-queue.ts';
import type { SightingRules } from './sighting-rules.ts';
import { findViews, sightingsNear } from './sighting-store.ts';
import { writePlacement } from './write-sighting.ts';

/**
 * Places an image that was read before, because what is known about it has changed. It may leave its sighting, which is
 * then decided from the other images, and join another. The caller holds the lock of the source. Returns whether anything
 * changed.
 */
export async function placeAgain(
  tx: Transaction,
  organizationId: number,
  imageId: string,
  rules: SightingRules,
): Promise<boolean> {
  const [view] = await findViews(tx, [imageId]);
  if (!view) return false;
  const near = await sightingsNear(tx, nearQuery(organizationId, view, rules));
  const placement = await placeImage(tx, organizationId, view, near, rules, false);
  const { written } = await writePlacement(tx, organizationId, placement, rules);
  await spreadEvidence(tx, written);
  return written.length > 0;
}
