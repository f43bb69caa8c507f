import type { Rng } from '../country/rng.ts';

/** The colors of a company. */
export type Livery = { body: string; trailer: string; accent: string; ink: string; trailerInk: string };

const [WHITE, BLACK, CREAM] = ['#f2f3f1', '#1b1d21', '#f6e9c8'];
const BODIES: [body: string, ink: string][] = [
  [WHITE, '#1d3468'],
  [WHITE, '#7c1420'],
  [WHITE, BLACK],
  ['#eceff2', '#14532d'],
  ['#8e1620', CREAM],
  ['#1c4f8f', '#ffffff'],
  ['#14532d', CREAM],
  ['#23262c', '#f1f1ec'],
  ['#c8661c', '#ffffff'],
  ['#d7b52a', BLACK],
  ['#4b2a63', '#ffffff'],
  ['#9aa3ad', BLACK],
  ['#0f6b73', '#ffffff'],
];

export function liveryOf(rng: Rng): Livery {
  const [body, ink] = rng.pick(BODIES);
  const isPlain = rng.chance(0.7);
  const accent = ink === BLACK ? '#b3202c' : ink;
  const trailer = isPlain ? rng.pick([WHITE, '#e6e8ea', '#dfe2e4']) : body;
  return { body, accent, ink, trailer, trailerInk: isPlain ? (isLight(ink) ? body : ink) : ink };
}

const isLight = (color: string) => channels(color).reduce((sum, one) => sum + one, 0) > 450;

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Below 1 darker, above 1 lighter. */
export function shade(color: string, light: number): string {
  const mixed = channels(color).map((one) => (light <= 1 ? one * light : one + (255 - one) * (light - 1)));
  return `#${mixed.map((one) => Math.round(Math.min(255, one)).toString(16).padStart(2, '0')).join('')}`;
}
