/** The measures of one peer group, ascending, and how many events its middle carrier has. */
export type Distribution = { measures: Float64Array; medianEvents: number };

/** How many of the measures are not above this one. */
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

/**
 * 0 for the lowest measure, 100 for the highest. Equal measures have the highest place that any of them could have:
 * FMCSA's own table asks for the largest percentile whose lowest measure is not above the carrier's.
 */
export function percentileAt(rank: number, carriers: number): number {
  return carriers <= 1 ? 0 : Math.floor((100 * (rank - 1)) / (carriers - 1));
}

export function percentileIn(sorted: Float64Array, measure: number): number {
  return Math.max(0, percentileAt(countUpTo(sorted, measure), sorted.length));
}

/** Nobody has any percentile. */
export function noCuts(): Float64Array {
  return new Float64Array(101).fill(Number.POSITIVE_INFINITY);
}

/** The lowest measure of each percentile that anybody has, as FMCSA's pages list them. */
export function cutsOf(sorted: Float64Array): Float64Array {
  const cuts = noCuts();
  for (let p = 0; p <= 100 && sorted.length > 0; p++) {
    const rank = Math.ceil((p * (sorted.length - 1)) / 100) + 1;
    if (sorted.length > 1 || p === 0) cuts[p] = sorted[rank - 1] as number;
  }
  return cuts;
}

/** The same answer as `percentileIn`, from the 101 cuts: what a whole country is ranked with. */
export function percentileByCuts(cuts: Float64Array, measure: number): number {
  return Math.max(0, countUpTo(cuts, measure) - 1);
}

export function medianOf(sorted: Float64Array | Int32Array): number {
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/**
 * Between two groups: a carrier with more events than the middle of its group is compared with the next one too, in
 * proportion to how near it is to that one's middle.
 */
export function blend(own: number, other: number, events: number, from: number, to: number): number {
  if (from === to) return own;
  const share = Math.min(1, Math.max(0, (events - from) / (to - from)));
  return Math.floor(own + (other - own) * share + 1e-9);
}
