import type { Transaction } from '../../../db/database.ts';
import { isOneConfusion } from '../../../lib/identifiers/one-confusion.ts';
import { takeObservationIds } from '../../observations/record-observations.ts';
import { groupViews, SAME_TRUCK_MS } from './group-views.ts';
import { keysOf, marksOf } from './image-marks.ts';
import type { SightingRules } from './sighting-rules.ts';
import {
  findAllViews,
  findViews,
  type NearQuery,
  type StoredSighting,
  sightingsNear,
} from './sighting-store.ts';
import { type View, viewsThatCount } from './view.ts';

/** The images of one truck. */
export type Group = {
  id: number;
  /** Those that the sighting is decided from. */
  views: [View, ...View[]];
  imageIds: string[];
  /** The stored sighting with this id. */
  former: StoredSighting | null;
  /** The stored sightings that had one of the images: their evidence is not independent. */
  formerIds: number[];
  /** One of the images was in none of them. */
  hasNewImage: boolean;
};

/** What becomes of an image and of the sightings near it. */
export type Placement = {
  /** The one with the image first; then others whose images changed. */
  groups: [Group, ...Group[]];
  /** Sightings without images: all of them went to others. */
  gone: StoredSighting[];
  /** Ids for images that an older version read. */
  ownIds: Map<string, number>;
  /** The own id of the image. */
  ownId: number | null;
};

/** A chain of images that is longer than the limit is seen within twice the limit. */
const NEAR_MS = 2 * SAME_TRUCK_MS;
const KIN_MS = 2 * NEAR_MS;
const MAX_ROUNDS = 4;

/**
 * The sightings that an image may belong to, or that have it already. Trucks of its fleet, which share only the USDOT
 * number, are looked for only while it passes.
 */
export function nearQuery(organizationId: number, view: View, { passageMs }: SightingRules): NearQuery {
  const keys = keysOf(marksOf(view)).filter((key) => !isUsdotKey(key));
  return { organizationId, view, keys, withinMs: NEAR_MS, passageMs };
}

/**
 * Puts an image where it belongs: the images of all sightings that share a plate, number or VIN with it are divided into
 * trucks again. `newId` becomes the own id of an image that is new. Costs nothing more than `near` in that case.
 */
export async function placeImage(
  tx: Transaction,
  organizationId: number,
  view: View,
  near: StoredSighting[],
  rules: SightingRules,
  newId: number | null,
): Promise<Placement> {
  const kin = await findKin(tx, organizationId, view, near, rules);
  const isKnown = kin.some(({ image_ids }) => image_ids.includes(view.imageId));
  const placed = isKnown || view.ownId !== null ? view : { ...view, ownId: newId };
  const others = isKnown
    ? await findAllViews(
        tx,
        kin.map(({ id }) => id),
      )
    : await viewsOf(tx, kin);
  const views = [placed, ...others.filter(({ imageId }) => imageId !== view.imageId)];
  const stored = kin.filter(({ image_ids }) => views.some(({ imageId }) => image_ids.includes(imageId)));
  const trucks = groupViews(views, rules.passageMs);
  const { ids, ownIds } = await idsOf(tx, trucks, stored);
  const groups = trucks.map((truck, i) => groupOf(truck, ids[i] as number, stored));
  const own = groups.find(({ imageIds }) => imageIds.includes(view.imageId)) as Group;
  const changed = groups.filter((group) => group !== own && !isUnchanged(group));
  const gone = stored.filter(({ id }) => !ids.includes(id));
  return { groups: [own, ...changed], gone, ownIds, ownId: ownIds.get(view.imageId) ?? placed.ownId };
}

/** Follows shared keys until no further sighting is found. Nothing is looked up for an image that shares none. */
async function findKin(
  tx: Transaction,
  organizationId: number,
  view: View,
  near: StoredSighting[],
  rules: SightingRules,
): Promise<StoredSighting[]> {
  const query = nearQuery(organizationId, view, rules);
  const keys = new Set(keysOf(marksOf(view)));
  let kin = near.filter((sighting) => isKin(sighting, view, keys, rules.passageMs));
  if (kin.length === 0) return kin;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const before = keys.size;
    for (const key of kin.flatMap((sighting) => sighting.keys ?? [])) keys.add(key);
    if (keys.size === before && round > 1) return kin;
    const found = await sightingsNear(tx, { ...query, keys: [...keys], withinMs: KIN_MS });
    kin = found.filter((sighting) => isKin(sighting, view, keys, KIN_MS));
  }
  return kin;
}

/** `passageMs`: how far away a sighting with only the same USDOT number may be. */
function isKin(
  { keys, image_ids, time_captured, captured_until }: StoredSighting,
  view: View,
  wanted: ReadonlySet<string>,
  passageMs: number,
): boolean {
  if (keys === null || image_ids.includes(view.imageId)) return true;
  const time = view.time_captured.getTime();
  const isPassing =
    time_captured.getTime() - passageMs <= time && time <= captured_until.getTime() + passageMs;
  return keys.some((key) => {
    if (!isUsdotKey(key)) return wanted.has(key);
    return isPassing && (wanted.has(key) || isMisreadOf(key, wanted));
  });
}

function isUsdotKey(key: string): boolean {
  return key.startsWith('usdot ');
}

function isMisreadOf(key: string, wanted: ReadonlySet<string>): boolean {
  return [...wanted].some((one) => isUsdotKey(one) && isOneConfusion(one, key));
}

function viewsOf(tx: Transaction, sightings: StoredSighting[]): Promise<View[]> | View[] {
  const imageIds = sightings.flatMap(({ image_ids }) => image_ids);
  return imageIds.length === 0 ? [] : findViews(tx, imageIds);
}

/** The lowest id of its images: the same images always have the same id, however they came together. */
async function idsOf(
  tx: Transaction,
  trucks: View[][],
  stored: StoredSighting[],
): Promise<{ ids: number[]; ownIds: Map<string, number> }> {
  const all = trucks.flat();
  const ownIds = new Map<string, number>();
  const idOf = ({ imageId, ownId }: View) => ownIds.get(imageId) ?? ownId ?? Number.POSITIVE_INFINITY;
  for (const { id, image_ids } of stored) {
    const without = all.filter((view) => image_ids.includes(view.imageId) && view.ownId === null);
    const [first] = without.sort((a, b) => a.time_captured.getTime() - b.time_captured.getTime());
    if (first && !all.some((view) => idOf(view) === id)) ownIds.set(first.imageId, id);
  }
  const ids: number[] = [];
  for (const truck of trucks) {
    const lowest = Math.min(...truck.map(idOf));
    if (Number.isFinite(lowest)) {
      ids.push(lowest);
      continue;
    }
    const [id] = (await takeObservationIds(tx, 1)) as [number];
    ownIds.set((truck[0] as View).imageId, id);
    ids.push(id);
  }
  return { ids, ownIds };
}

function groupOf(truck: [View, ...View[]], id: number, stored: StoredSighting[]): Group {
  const imageIds = truck.map(({ imageId }) => imageId);
  const formerIds = stored
    .filter(({ image_ids }) => image_ids.some((one) => imageIds.includes(one)))
    .map((sighting) => sighting.id);
  const former = stored.find((sighting) => sighting.id === id) ?? null;
  const known = new Set(stored.flatMap(({ image_ids }) => image_ids));
  const hasNewImage = imageIds.some((one) => !known.has(one));
  return { id, views: viewsThatCount(truck), imageIds, former, formerIds, hasNewImage };
}

function isUnchanged({ former, views }: Group): boolean {
  return former !== null && former.image_ids.join() === views.map(({ imageId }) => imageId).join();
}
