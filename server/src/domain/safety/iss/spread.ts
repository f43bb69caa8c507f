import { countUpTo } from '../sms/percentiles.ts';

/** A range of scores: `values` scores from `from` on, in direction `step`. */
type Band = { from: number; values: number; step: 1 | -1 };

/** Members get a score of the band. Only the ranked ones determine how the band is divided. */
export type Population = { isMember(carrier: number): boolean; isRanked(carrier: number): boolean };

const MAX_KEY = 14_000;

/** The score of a rank (from 0) among `of` carriers: the sorted list is divided into equal parts. */
export function valueAt(rank: number, of: number, { from, values, step }: Band): number {
  if (of === 0) return from;
  return from + step * Math.floor((Math.min(rank, of - 1) * values) / of);
}

/** Sorted by ascending key. Equal keys get the score of the first of them. */
export function spreadByKey(
  scores: Uint8Array,
  keys: Int32Array,
  { isMember, isRanked }: Population,
  band: Band,
): void {
  const counts = new Int32Array(MAX_KEY + 1);
  let ranked = 0;
  for (let carrier = 0; carrier < keys.length; carrier++) {
    if (!isMember(carrier) || !isRanked(carrier)) continue;
    counts[keys[carrier] as number] = (counts[keys[carrier] as number] as number) + 1;
    ranked++;
  }
  for (let key = 0, before = 0; key <= MAX_KEY; key++) {
    const here = counts[key] as number;
    counts[key] = before;
    before += here;
  }
  for (let carrier = 0; carrier < keys.length; carrier++)
    if (isMember(carrier)) scores[carrier] = valueAt(counts[keys[carrier] as number] as number, ranked, band);
}

/** Sorted by descending rate. Equal rates get the same score. */
export function spreadByRate(
  scores: Uint8Array,
  rates: Float64Array,
  { isMember, isRanked }: Population,
  band: Band,
): void {
  const sorted = rates.filter((_, carrier) => isMember(carrier) && isRanked(carrier)).sort();
  for (let carrier = 0; carrier < rates.length; carrier++) {
    if (!isMember(carrier)) continue;
    const rank = sorted.length - countUpTo(sorted, rates[carrier] as number);
    scores[carrier] = valueAt(rank, sorted.length, band);
  }
}
