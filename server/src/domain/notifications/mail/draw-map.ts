import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { pngEncoder, type Span } from '../../../lib/bytes/indexed-png.ts';
import { ALBERS_WIDTH, albersUsa } from './albers-usa.ts';

/** Made by scripts/make-states-map.ts: the land coverage of each pixel, 0 to 15. */
const FILE = join(import.meta.dirname, 'generated/states-map.bin');
const WIDTH = 488;
const LAND_STEPS = 15;
const LAND = [214, 223, 232] as const;
const DOT = LAND_STEPS + 1;
const RING = LAND_STEPS + 2;
const RADIUS = 3.8;
const RING_WIDTH = 1.5;

const palette = [
  ...Array.from({ length: LAND_STEPS + 1 }, (_, step) => landColor(step / LAND_STEPS)),
  [214, 69, 25] as [number, number, number],
  [255, 255, 255] as [number, number, number],
];
let loaded: ReturnType<typeof load> | undefined;

function load() {
  const base = inflateSync(readFileSync(FILE));
  return { height: base.length / WIDTH, encode: pngEncoder(WIDTH, base, palette) };
}

type Location = { latitude: number | null; longitude: number | null };

/** A PNG map of the locations, or null if none is on the map. It has no text, because servers may lack fonts. */
export function drawMap(locations: Location[]): Buffer | null {
  const points = locations.flatMap(({ latitude, longitude }) => {
    const point = latitude === null || longitude === null ? null : albersUsa(latitude, longitude);
    return point === null ? [] : [point.map((value) => (value * WIDTH) / ALBERS_WIDTH) as [number, number]];
  });
  if (points.length === 0) return null;
  loaded ??= load();
  const { height, encode } = loaded;
  return encode([
    ...points.flatMap(([x, y]) => disc(x, y, height, RADIUS + RING_WIDTH, RING)),
    ...points.flatMap(([x, y]) => disc(x, y, height, RADIUS, DOT)),
  ]);
}

function disc(cx: number, cy: number, height: number, radius: number, color: number): Span[] {
  const spans: Span[] = [];
  for (let y = Math.max(0, Math.ceil(cy - radius)); y <= Math.min(height - 1, cy + radius); y++) {
    const half = Math.sqrt(radius ** 2 - (y - cy) ** 2);
    const from = Math.max(0, Math.ceil(cx - half));
    const to = Math.min(WIDTH - 1, Math.floor(cx + half)) + 1;
    if (from < to) spans.push({ y, from, to, color });
  }
  return spans;
}

function landColor(coverage: number): [number, number, number] {
  const [r, g, b] = LAND.map((value) => Math.round(255 + (value - 255) * coverage));
  return [r ?? 255, g ?? 255, b ?? 255];
}
