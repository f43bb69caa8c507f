import { countUpTo } from '../sms/percentiles.ts';

/** A range of scores: `values` scores from `from` on, in direction `step`. */
type Band = { from: number; values: number; step: 1 | -1 };

const MAX_KEY = 14_000;

/** The score of a rank (from 0) among `of` carriers: the sorted list is divided into equal parts. */
export function valueAt(rank: number, of: number, { from, values, step }: Band): number {
  return from + step * Math.floor((rank * values) / of);
}

/** Sorted by ascending key. Equal keys get the score of the first of them. */
export function spreadByKey(
  scores: Uint8Array,
  keys: Int32Array,
  isMember: (carrier: number) => boolean,
  band: Band,
): void {
  const counts = new Int32Array(MAX_KEY + 1);
  let members = 0;
  for (let carrier = 0; carrier < keys.length; carrier++) {
    if (!isMember(carrier)) continue;
    counts[keys[carrier] as number] = (counts[keys[carrier] as number] as number) + 1;
    members++;
  }
  for (let key = 0, before = 0; key <= MAX_KEY; key++) {
    const here = counts[key] as number;
    counts[key] = before;
    before += here;
  }
  for (let carrier = 0; carrier < keys.length; carrier++)
    if (isMember(carrier))
      scores[carrier] = valueAt(counts[keys[carrier] as number] as number, members, band);
}

/** Sorted by descending rate. Equal rates get the same score. */
export function spreadByRate(
  scores: Uint8Array,
  rates: Float64Array,
  isMember: (carrier: number) => boolean,
  band: Band,
): void {
  const sorted = rates.filter((_, carrier) => isMember(carrier)).sort();
  for (let carrier = 0; carrier < rates.length; carrier++) {
    if (!isMember(carrier)) continue;
    const rank = sorted.length - countUpTo(sorted, rates[carrier] as number);
    scores[carrier] = valueAt(rank, sorted.length, band);
  }
}
