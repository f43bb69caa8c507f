/**
 * Generates the map of the states for emails from the us-atlas package:
 *   npx node scripts/make-states-map.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { readAtlas } from './us-atlas.ts';

const OUT = join(import.meta.dirname, '../server/src/domain/notifications/mail/generated/states-map.bin');
const WIDTH = 488;
const STEPS = 15;

const { geometries, ringsOf } = readAtlas('states-albers-10m.json', 'states');
const paths = geometries.map((geometry) => {
  const rings = ringsOf(geometry).map(
    (points) => `M${points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join('L')}Z`,
  );
  return `<path d="${rings.join('')}"/>`;
});
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="975" height="610" viewBox="0 0 975 610">
<rect width="975" height="610" fill="#000"/><g fill="#fff" stroke="#000" stroke-width="1.2">${paths.join('')}</g></svg>`;
const { data } = await sharp(Buffer.from(svg))
  .resize({ width: WIDTH })
  .toColourspace('b-w')
  .extractChannel(0)
  .raw()
  .toBuffer({ resolveWithObject: true });
writeFileSync(
  OUT,
  deflateSync(
    Uint8Array.from(data, (value) => Math.round((value / 255) * STEPS)),
    { level: 9 },
  ),
);
console.log(`${OUT}: ${data.length / WIDTH} rows`);
