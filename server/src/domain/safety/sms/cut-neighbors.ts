import { noCuts } from './percentiles.ts';

const PERCENTILES = 101;
const BESIDE = 2;
const WIDTH = 2 * BESIDE + 1;

/** Where a percentile begins among so many ordered measures. */
function startOf(percentile: number, carriers: number): number {
  return Math.ceil((percentile * (carriers - 1)) / 100);
}

/**
 * Of each percentile the measure it begins with and its neighbours: enough to tell, exactly, what the percentiles are
 * when one carrier's measure changes. NaN beyond the ends.
 */
export function windowsOf(sorted: Float64Array): Float64Array {
  const windows = new Float64Array(PERCENTILES * WIDTH).fill(Number.NaN);
  for (let i = 0; i < windows.length; i++) {
    const place = startOf(Math.floor(i / WIDTH), sorted.length) + (i % WIDTH) - BESIDE;
    if (place >= 0 && place < sorted.length) windows[i] = sorted[place] as number;
  }
  return windows;
}

/** The cuts of the group once `gone`, which is one of its measures, has left and `come` has joined; null for nobody. */
export function cutsAfter(
  windows: Float64Array,
  carriers: number,
  gone: number | null,
  come: number | null,
): Float64Array {
  const cuts = noCuts();
  const left = carriers - (gone === null ? 0 : 1);
  const after = left + (come === null ? 0 : 1);
  // Nobody, or one carrier, who is the lowest: as percentiles.ts has it.
  const known = after > 1 ? PERCENTILES : after;
  for (let p = 0; p < known; p++) {
    const at = p * WIDTH + BESIDE - startOf(p, carriers);
    const sorted = (place: number) =>
      place < 0 || place >= carriers ? Number.POSITIVE_INFINITY : (windows[at + place] as number);
    const remaining = (place: number) =>
      gone !== null && gone <= sorted(place) ? sorted(place + 1) : sorted(place);
    cuts[p] = withOneMore(remaining, startOf(p, after), come);
  }
  return cuts;
}

/** The measure at a place of the ordered ones, `come` among them. */
function withOneMore(remaining: (place: number) => number, place: number, come: number | null): number {
  const here = remaining(place);
  if (come === null || here <= come) return here;
  const before = place === 0 ? Number.NEGATIVE_INFINITY : remaining(place - 1);
  return Math.max(before, come);
}
