import type { Category, Method } from './method.ts';
import { neighbor } from './peer-groups.ts';

/** The sorted measures of one peer group, and its median number of events. */
export type Distribution = { measures: Float64Array; medianEvents: number };

/** The number of measures that are less than or equal to this one. */
export function countUpTo(sorted: Float64Array, measure: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= measure) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Cuts of an empty group. */
export function emptyCuts(): Float64Array {
  return new Float64Array(101).fill(Number.POSITIVE_INFINITY);
}

/**
 * The lowest measure of each percentile from 0 to 100, as in FMCSA's tables. A carrier has the largest percentile whose
 * lowest measure does not exceed its own, so that equal measures have the highest percentile that any of them could
 * have.
 */
export function cutsOf(sorted: Float64Array): Float64Array {
  const cuts = emptyCuts();
  for (let p = 0; p <= 100 && sorted.length > 0; p++) {
    const rank = Math.ceil((p * (sorted.length - 1)) / 100) + 1;
    if (sorted.length > 1 || p === 0) cuts[p] = sorted[rank - 1] as number;
  }
  return cuts;
}

export function percentileByCuts(cuts: Float64Array, measure: number): number {
  return Math.max(0, countUpTo(cuts, measure) - 1);
}

export function medianOf(sorted: Float64Array | Int32Array): number {
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export type RankedGroup = { cuts: Float64Array; medianEvents: number };

/** The percentile of a measure in a peer group of the category; -1 if the group is empty. */
export function percentileIn(
  method: Method,
  category: Category,
  groups: ReadonlyMap<number, RankedGroup>,
  { group, measure, events }: { group: number; measure: number; events: number },
): number {
  const own = groups.get(group);
  if (!own || Number.isNaN(measure)) return -1;
  if (category.extremeFrom !== undefined && measure >= category.extremeFrom) return 100;
  const percentile = percentileByCuts(own.cuts, measure);
  if (method.percentile === 'ranked' || events === own.medianEvents) return percentile;
  const otherGroup = neighbor(category, group, events < own.medianEvents ? -1 : 1);
  const other = otherGroup === null ? undefined : groups.get(otherGroup);
  if (!other) return percentile;
  const otherPercentile = percentileByCuts(other.cuts, measure);
  return blend(percentile, otherPercentile, events, own.medianEvents, other.medianEvents);
}

/**
 * Interpolates between the percentiles in the own group and a neighboring one, by the position of `events` between the
 * medians of the two groups.
 */
function blend(own: number, other: number, events: number, ownMedian: number, otherMedian: number): number {
  if (ownMedian === otherMedian) return own;
  const share = Math.min(1, Math.max(0, (events - ownMedian) / (otherMedian - ownMedian)));
  return Math.floor(own + (other - own) * share + 1e-9);
}
