import { type ImageMarks, marksOf } from './image-marks.ts';
import { agreementOf, contradict } from './same-truck.ts';
import type { View } from './view.ts';

/** Images of one source within this time may show the same truck. */
export const SAME_TRUCK_MS = 120_000;

type Placed = {
  view: View;
  marks: ImageMarks;
  time: number;
  /** Which part of a long chain it belongs to; null in a short one. */
  slot: number | null;
};
/** `core`: the images that others may join by the same USDOT number alone. */
type Truck = { images: Placed[]; core: Placed[] };

/**
 * The trucks that the images of one source show, each with its images in the order of their time. The result depends only
 * on the set of images, never on the order in which they arrived: first the images that share a plate, VIN or trailer
 * number, in the order of their time, then those that share only the USDOT number within `passageMs`.
 */
export function groupViews(views: readonly View[], passageMs: number): [View, ...View[]][] {
  const images = views
    .map((view): Placed => ({ view, marks: marksOf(view), time: view.time_captured.getTime(), slot: null }))
    .sort(byTime);
  setSlots(images);
  const trucks: Truck[] = [];
  for (const image of images) join(trucks, { images: [image], core: [image] }, isStronglyJoined);
  trucks.sort((a, b) => byTime(a.images[0] as Placed, b.images[0] as Placed));
  const passing: Truck[] = [];
  const isPassing = (a: Truck, b: Truck) => isWeaklyJoined(a, b, passageMs);
  for (const truck of trucks) join(passing, truck, isPassing);
  return passing.map(({ images }) => images.map(({ view }) => view) as [View, ...View[]]);
}

/** In the order of their time; images of the same moment in the order of their ids. */
function byTime(a: Placed, b: Placed): number {
  return a.time - b.time || (a.view.imageId < b.view.imageId ? -1 : 1);
}

/**
 * A truck that stands before the camera gives images for hours. A chain of images longer than the limit is cut at fixed
 * times, so that an image changes only the sightings next to it.
 */
function setSlots(images: readonly Placed[]): void {
  const left = new Set(images);
  for (const first of images) {
    if (!left.delete(first)) continue;
    const chain = [first];
    for (const image of chain) {
      for (const other of left) {
        if (!isStronglyLinked(image, other)) continue;
        left.delete(other);
        chain.push(other);
      }
    }
    const times = chain.map(({ time }) => time);
    if (Math.max(...times) - Math.min(...times) <= SAME_TRUCK_MS) continue;
    for (const image of chain) image.slot = Math.floor(image.time / SAME_TRUCK_MS);
  }
}

/** Merges the truck with all that it is joined with, the nearest first; those must not contradict each other either. */
function join(trucks: Truck[], added: Truck, isJoined: (a: Truck, b: Truck) => boolean): void {
  const joined = trucks
    .filter((truck) => isJoined(truck, added))
    .map((truck) => ({ truck, distance: distanceOf(truck, added) }))
    .sort(
      (a, b) => a.distance - b.distance || byTime(a.truck.images[0] as Placed, b.truck.images[0] as Placed),
    );
  const merged = { images: [...added.images], core: [...added.core] };
  for (const { truck } of joined) {
    if (!canBeOne(truck, merged)) continue;
    trucks.splice(trucks.indexOf(truck), 1);
    // A truck without a mark of its own does not lead on to the next one of its fleet.
    const cores = [truck, merged].filter(({ core }) => core.some(hasOwnMark));
    merged.images = [...truck.images, ...merged.images].sort(byTime);
    merged.core = cores.length > 0 ? cores.flatMap(({ core }) => core) : truck.core;
  }
  trucks.push(merged);
}

function distanceOf(a: Truck, b: Truck): number {
  return Math.min(...a.images.flatMap(({ time }) => b.images.map((other) => Math.abs(time - other.time))));
}

function canBeOne(a: Truck, b: Truck): boolean {
  const images = [...a.images, ...b.images];
  const times = images.map(({ time }) => time);
  if (Math.max(...times) - Math.min(...times) > SAME_TRUCK_MS) return false;
  return !a.images.some((image) =>
    b.images.some((other) => areCut(image, other) || contradict(image.marks, other.marks)),
  );
}

function areCut(a: Placed, b: Placed): boolean {
  return a.slot !== null && b.slot !== null && a.slot !== b.slot;
}

function isStronglyLinked(a: Placed, b: Placed): boolean {
  return Math.abs(a.time - b.time) <= SAME_TRUCK_MS && agreementOf(a.marks, b.marks) === 'strong';
}

function isStronglyJoined(a: Truck, b: Truck): boolean {
  return a.images.some((image) => b.images.some((other) => isStronglyLinked(image, other)));
}

function isWeaklyJoined(a: Truck, b: Truck, passageMs: number): boolean {
  return a.core.some((image) =>
    b.core.some(
      (other) =>
        Math.abs(image.time - other.time) <= passageMs && agreementOf(image.marks, other.marks) !== null,
    ),
  );
}

function hasOwnMark({ marks: { plate, vin, cab, trailer } }: Placed): boolean {
  return [plate, vin, cab, trailer].some((mark) => mark !== null && !mark.isLow);
}
