import type { Transaction } from '../../../db/database.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import {
  recordSightings,
  replaceSightings,
  type SightingOrigin,
} from '../../observations/record-sightings.ts';
import type { MatchedUsdot } from '../carrier-match/match-carrier.ts';
import { type Decision, decideSighting } from './decide-sighting.ts';
import { identifyTruck } from './identify-truck.ts';
import type { Group, Placement } from './place-image.ts';
import { dequeueRevisits } from './revisit-queue.ts';
import type { SightingRules } from './sighting-rules.ts';
import {
  assignImages,
  deleteSightings,
  insertSighting,
  lockSource,
  putSighting,
  type StoredSighting,
  type WrittenSighting,
} from './sighting-store.ts';
import { vehicleLocks } from './truck-identifiers.ts';
import { deleteEvidence, type EvidenceChange, replaceEvidence } from './vehicle-evidence.ts';
import { mergeViews, type View } from './view.ts';

/*
 * These functions write sightings, their evidence and their rows in the queue, from which observations, counts and matches are
 * written. The caller holds the lock of the source, and spreads the changes of the evidence.
 */

/** A change per sighting that was written or removed; none if nothing changed. */
export type Written = EvidenceChange[];

/** A sighting that was decided: null when it has not changed, and nothing was written. */
type Decided = { change: EvidenceChange | null; usdot: MatchedUsdot };

/** Writes the sightings that a placement changed. `usdot`: of the sighting with the placed image. */
export async function writePlacement(
  tx: Transaction,
  organizationId: number,
  { groups, gone }: Placement,
  rules: SightingRules,
): Promise<{ written: Written; usdot: MatchedUsdot }> {
  const written: Written = [];
  const decided: Decided[] = [];
  if (gone.length > 0) written.push(await removeSightings(tx, gone));
  for (const group of groups) decided.push(await writeGroup(tx, organizationId, group, rules));
  written.push(...decided.flatMap(({ change }) => change ?? []));
  return { written, usdot: (decided[0] as Decided).usdot };
}

/** Decides and writes one sighting. */
export async function writeGroup(
  tx: Transaction,
  organizationId: number,
  group: Group,
  { sharesEvidence }: SightingRules,
): Promise<Decided> {
  const { id, views, former, formerIds } = group;
  const when = views[0].time_captured;
  const except = [...new Set([id, ...formerIds])];
  const query = { organizationId, when, except, isShared: sharesEvidence };
  const { source } = views[0];
  const [, truck] = await Promise.all([
    // The vehicle of a new image is locked already.
    former !== null && lockSource(tx, organizationId, source, vehicleLocks(mergeViews(views))),
    identifyTruck(tx, views, query),
  ]);
  const decision = decideSighting(organizationId, views, truck);
  const { usdot } = decision;
  if (former === null) return { change: await writeNew(tx, organizationId, group, decision), usdot };
  const isSame = former.fingerprint.equals(decision.fingerprint) && hasSameImages(former, views);
  return { change: isSame ? null : await rewrite(tx, organizationId, group, former, decision), usdot };
}

/** All statements are sent together. */
async function writeNew(
  tx: Transaction,
  organizationId: number,
  group: Group,
  decision: Decision,
): Promise<EvidenceChange> {
  const { id, views, imageIds, formerIds } = group;
  const { sighting, evidence } = decision;
  const { usdot_number, time_captured } = sighting;
  const [change] = await Promise.all([
    replaceEvidence(tx, seenOf(organizationId, id, views), evidence, true),
    recordSightings(tx, [{ ...sighting, ...originOf(organizationId, group), id }]),
    insertSighting(tx, { usdot_number, time_captured, id, ...storedFields(organizationId, views, decision) }),
    formerIds.length > 0 && assignImages(tx, id, imageIds),
  ]);
  return change;
}

async function rewrite(
  tx: Transaction,
  organizationId: number,
  group: Group,
  former: StoredSighting,
  decision: Decision,
): Promise<EvidenceChange> {
  const { id, views, imageIds } = group;
  const { sighting, evidence } = decision;
  const [change] = await Promise.all([
    replaceEvidence(tx, seenOf(organizationId, id, views), evidence, false),
    recordSightings(tx, [{ ...sighting, ...originOf(organizationId, group), id, former }]),
    putSighting(tx, { ...sightingKey(id, decision), ...storedFields(organizationId, views, decision) }),
    assignImages(tx, id, imageIds),
  ]);
  return change;
}

/** Sightings without images. */
async function removeSightings(tx: Transaction, gone: StoredSighting[]): Promise<EvidenceChange> {
  const ids = gone.map(({ id }) => id);
  await replaceSightings(tx, gone);
  await deleteSightings(tx, ids);
  await dequeueRevisits(tx, ids);
  return { before: await deleteEvidence(tx, ids), after: [] };
}

function sightingKey(id: number, { sighting: { usdot_number, time_captured } }: Decision): ObservationKey {
  return { usdot_number, time_captured, id };
}

function seenOf(organizationId: number, sightingId: number, [{ time_captured, state }]: [View, ...View[]]) {
  return { sightingId, seenAt: time_captured, organizationId, region: state };
}

function hasSameImages({ image_ids }: StoredSighting, views: readonly View[]): boolean {
  return image_ids.join() === views.map(({ imageId }) => imageId).join();
}

function originOf(organizationId: number, { views, hasNewImage }: Group): SightingOrigin {
  const receivedAt = new Date(Math.max(...views.map((view) => view.receivedAt.getTime())));
  return { organizationId, receivedAt, isDecidedAgain: !hasNewImage };
}

function storedFields(
  organizationId: number,
  views: readonly [View, ...View[]],
  { sighting, explanation, keys, isOpen, fingerprint }: Decision,
): Omit<WrittenSighting, keyof ObservationKey> {
  return {
    organization_id: organizationId,
    source: views[0].source,
    captured_until: (views.at(-1) as View).time_captured,
    image_ids: views.map(({ imageId }) => imageId),
    alpr_plate_number: sighting.alpr_plate_number ?? '',
    keys,
    is_open: isOpen,
    fingerprint,
    explanation,
  };
}
