import type { Transaction } from '../../../db/database.ts';
import { isOneConfusion } from '../../../lib/identifiers/one-confusion.ts';
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
  /** The own id of the image. */
  ownId: number;
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
 * trucks again. `isFirstReading`: the image was not read before, and its own id is new. Costs nothing more than `near` in that case.
 */
export async function placeImage(
  tx: Transaction,
  organizationId: number,
  view: View,
  near: StoredSighting[],
  rules: SightingRules,
  isFirstReading: boolean,
): Promise<Placement> {
  const kin = await findKin(tx, organizationId, view, near, rules);
  const isKnown = kin.some(({ image_ids }) => image_ids.includes(view.imageId));
  const others = isKnown ? await findAllViews(tx, kin) : await viewsOf(tx, kin);
  const otherViews = others.filter(({ imageId }) => imageId !== view.imageId);
  const ownId = isFirstReading ? keptId(view, kin, otherViews) : view.ownId;
  const views = [{ ...view, ownId }, ...otherViews];
  const stored = kin.filter(({ image_ids }) => views.some(({ imageId }) => image_ids.includes(imageId)));
  const trucks = groupViews(views, rules.passageMs);
  const ids = trucks.map(idOf);
  const groups = trucks.map((truck, i) => groupOf(truck, ids[i] as number, stored));
  const own = groups.find(({ imageIds }) => imageIds.includes(view.imageId)) as Group;
  const changed = groups.filter((group) => group !== own && !isUnchanged(group));
  const gone = stored.filter(({ id }) => !ids.includes(id));
  return { groups: [own, ...changed], gone, ownId };
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
    for (const key of kin.flatMap((sighting) => sighting.keys)) keys.add(key);
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
  if (image_ids.includes(view.imageId)) return true;
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

/** An image that was deleted and is sent again while its sighting is kept: the sighting keeps its id, unless another image has it. */
function keptId({ imageId, ownId }: View, kin: StoredSighting[], others: View[]): number {
  const former = kin.find(({ image_ids }) => image_ids.includes(imageId));
  return former && !others.some((other) => other.ownId === former.id) ? former.id : ownId;
}

/** The lowest id of its images: the same images always have the same id, however they came together. */
function idOf(truck: View[]): number {
  return Math.min(...truck.map(({ ownId }) => ownId));
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
