import type { Transaction } from '../../../db/database.ts';
import { spreadEvidence } from './revisit-queue.ts';
import type { SightingRules } from './sighting-rules.ts';
import { findSighting, findViews, lockSource } from './sighting-store.ts';
import type { View } from './view.ts';
import { writeGroup } from './write-sighting.ts';

/**
 * Decides a sighting again from its stored readings and today's evidence. Its images stay: they follow from the readings
 * alone. Returns whether it changed; the alerts then match it again.
 */
export async function revisitSighting(
  tx: Transaction,
  sightingId: number,
  rules: SightingRules,
): Promise<boolean> {
  const unlocked = await findSighting(tx, sightingId);
  if (!unlocked) return false;
  const { organization_id, source } = unlocked;
  await lockSource(tx, organization_id, source);
  const former = await findSighting(tx, sightingId);
  if (!former) return false;
  const found = await findViews(tx, former.image_ids);
  // The images of one of its days were dropped: what they showed is known from the sighting alone.
  if (found.length < former.image_ids.length || found.length === 0) return false;
  const place = ({ imageId }: View) => former.image_ids.indexOf(imageId);
  const views = found.sort((a, b) => place(a) - place(b)) as [View, ...View[]];
  const imageIds = views.map(({ imageId }) => imageId);
  const group = { id: sightingId, views, imageIds, former, formerIds: [sightingId], hasNewImage: false };
  const { change } = await writeGroup(tx, organization_id, group, rules);
  // Its own facts change only with the register: a USDOT number becomes High once its carrier is registered.
  if (change) await spreadEvidence(tx, [change]);
  return change !== null;
}
