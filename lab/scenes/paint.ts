import type { Rng } from '../country/rng.ts';

/** A paint with inks that contrast with it. */
export type Paint = { body: string; shade: string; inks: string[] };

const LIGHT_INKS = ['#f6f6f0', '#ffffff', '#f4d35e'];
const DARK_INKS = ['#16181d', '#1b2f6b', '#7a1020', '#0f4028'];

const paints: Paint[] = [
  { body: '#e9e9e4', shade: '#c6c6c0', inks: DARK_INKS },
  { body: '#f4f4f1', shade: '#d3d3cf', inks: DARK_INKS },
  { body: '#a3131f', shade: '#7a0d16', inks: LIGHT_INKS },
  { body: '#174f86', shade: '#0f3862', inks: LIGHT_INKS },
  { body: '#12532f', shade: '#0b3a20', inks: LIGHT_INKS },
  { body: '#22252b', shade: '#15171b', inks: LIGHT_INKS },
  { body: '#5d2a6e', shade: '#43204f', inks: LIGHT_INKS },
  { body: '#d9c21c', shade: '#b3a017', inks: ['#16181d', '#1b2f6b'] },
  { body: '#b8bcc2', shade: '#92969c', inks: ['#16181d', '#1b2f6b'] },
  { body: '#c85a16', shade: '#9c4611', inks: ['#ffffff', '#16181d'] },
];

export function pickPaint(rng: Rng): Paint {
  // About half of all trucks are white.
  return rng.chance(0.45) ? rng.pick(paints.slice(0, 2)) : rng.pick(paints);
}
