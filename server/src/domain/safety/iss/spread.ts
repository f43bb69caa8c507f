import { countUpTo } from '../sms/percentiles.ts';

/** Values from one end of a band to the other. */
export type Band = { from: number; values: number; step: 1 | -1 };

const KEYS = 14_000;

/** The value of a place (from 0) among so many: the ordered list is cut into equal parts. */
export function valueAt(place: number, of: number, { from, values, step }: Band): number {
  return from + step * Math.floor((place * values) / of);
}

/** Lowest keys first. Equal keys have equal values, that of the first of them. */
export function spreadByKey(
  scores: Uint8Array,
  keys: Int32Array,
  isMember: (carrier: number) => boolean,
  band: Band,
): void {
  const counts = new Int32Array(KEYS + 1);
  let members = 0;
  for (let carrier = 0; carrier < keys.length; carrier++) {
    if (!isMember(carrier)) continue;
    counts[keys[carrier] as number] = (counts[keys[carrier] as number] as number) + 1;
    members++;
  }
  for (let key = 0, before = 0; key <= KEYS; key++) {
    const here = counts[key] as number;
    counts[key] = before;
    before += here;
  }
  for (let carrier = 0; carrier < keys.length; carrier++)
    if (isMember(carrier))
      scores[carrier] = valueAt(counts[keys[carrier] as number] as number, members, band);
}

/** Highest rates first. Equal rates have equal values. */
export function spreadByRate(
  scores: Uint8Array,
  rates: Float64Array,
  isMember: (carrier: number) => boolean,
  band: Band,
): void {
  const ordered = rates.filter((_, carrier) => isMember(carrier)).sort();
  for (let carrier = 0; carrier < rates.length; carrier++) {
    if (!isMember(carrier)) continue;
    const place = ordered.length - countUpTo(ordered, rates[carrier] as number);
    scores[carrier] = valueAt(place, ordered.length, band);
  }
}
