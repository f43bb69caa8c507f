import { emptyCuts } from './percentiles.ts';

const PERCENTILES = 101;
const BESIDE = 2;
const WIDTH = 2 * BESIDE + 1;

/** The index at which a percentile starts in this many sorted measures. */
function startOf(percentile: number, carriers: number): number {
  return Math.ceil((percentile * (carriers - 1)) / 100);
}

/**
 * The lowest measure of each percentile with two neighbors on either side, NaN beyond the ends. This is enough to
 * compute the exact cuts after one carrier's measure changes.
 */
export function cutNeighbors(sorted: Float64Array): Float64Array {
  const neighbors = new Float64Array(PERCENTILES * WIDTH).fill(Number.NaN);
  for (let i = 0; i < neighbors.length; i++) {
    const index = startOf(Math.floor(i / WIDTH), sorted.length) + (i % WIDTH) - BESIDE;
    if (index >= 0 && index < sorted.length) neighbors[i] = sorted[index] as number;
  }
  return neighbors;
}

/** The cuts of a group after `removed`, one of its measures, is taken out and `added` is put in. Either can be null. */
export function cutsAfterChange(
  neighbors: Float64Array,
  carriers: number,
  removed: number | null,
  added: number | null,
): Float64Array {
  const cuts = emptyCuts();
  const after = carriers - (removed === null ? 0 : 1) + (added === null ? 0 : 1);
  // As in cutsOf, a group of one carrier has only percentile 0.
  const known = after > 1 ? PERCENTILES : after;
  for (let p = 0; p < known; p++) {
    const offset = p * WIDTH + BESIDE - startOf(p, carriers);
    const before = (index: number) =>
      index < 0 || index >= carriers ? Number.POSITIVE_INFINITY : (neighbors[offset + index] as number);
    const remaining = (index: number) =>
      removed !== null && removed <= before(index) ? before(index + 1) : before(index);
    cuts[p] = measureAt(remaining, startOf(p, after), added);
  }
  return cuts;
}

/** The measure at an index of the sorted measures after `added` is put in. */
function measureAt(remaining: (index: number) => number, index: number, added: number | null): number {
  const here = remaining(index);
  if (added === null || here <= added) return here;
  const previous = index === 0 ? Number.NEGATIVE_INFINITY : remaining(index - 1);
  return Math.max(previous, added);
}
