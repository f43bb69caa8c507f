import { join } from 'node:path';
import { ALBERS_WIDTH, albersUsa } from './albers-usa.ts';

/** Made by scripts/make-states-map.ts. */
const FILE = join(import.meta.dirname, 'generated/states-map.png');
const DOT: Color = [214, 69, 25];
const DOT_RADIUS = 4.2;
/** Separates dots from the land and from their neighbors. */
const RING: Color = [255, 255, 255];
const RING_RADIUS = 5.7;

type Color = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];
type Raster = { data: Buffer; info: { width: number; height: number } };
type Location = { latitude: number | null; longitude: number | null };

let states: Promise<Raster> | undefined;

/** A PNG map of the locations, or null if none is on the map. It has no text, because servers may lack fonts. */
export async function drawMap(locations: Location[]): Promise<Buffer | null> {
  const points = locations.flatMap(({ latitude, longitude }) => {
    const point = latitude === null || longitude === null ? null : albersUsa(latitude, longitude);
    return point === null ? [] : [point];
  });
  if (points.length === 0) return null;
  // Loaded here, because only processes that send emails need the library.
  const { default: sharp } = await import('sharp');
  states ??= sharp(FILE).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { data, info } = await states;
  const map = { data: Buffer.from(data), info };
  const scale = info.width / ALBERS_WIDTH;
  const centers = points.map(([x, y]): Point => [x * scale, y * scale]);
  for (const center of centers) paintDisc(map, center, RING_RADIUS, RING);
  for (const center of centers) paintDisc(map, center, DOT_RADIUS, DOT);
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  return sharp(map.data, { raw }).png({ compressionLevel: 3 }).toBuffer();
}

/** Pixels at the edge are mixed with the color below. An SVG composite of the dots takes three times as long as the PNG. */
function paintDisc({ data, info }: Raster, [centerX, centerY]: Point, radius: number, color: Color): void {
  const last = (center: number, size: number) => Math.min(size - 1, Math.ceil(center + radius));
  const first = (center: number) => Math.max(0, Math.floor(center - radius));
  for (let y = first(centerY); y <= last(centerY, info.height); y++) {
    for (let x = first(centerX); x <= last(centerX, info.width); x++) {
      const coverage = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x - centerX, y - centerY)));
      for (const [channel, value] of color.entries()) {
        const at = (y * info.width + x) * 3 + channel;
        const below = data[at] ?? 0;
        data[at] = Math.round(below + (value - below) * coverage);
      }
    }
  }
}
