/**
 * Generates the map of the states for emails from the us-atlas package:
 *   npx node scripts/make-states-map.ts
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { readAtlas } from './us-atlas.ts';

const OUT = join(import.meta.dirname, '../server/src/domain/notifications/mail/generated/states-map.png');

const { geometries, ringsOf } = readAtlas('states-albers-10m.json', 'states');
const paths = geometries.map((geometry) => {
  const rings = ringsOf(geometry).map(
    (points) => `M${points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join('L')}Z`,
  );
  return `<path d="${rings.join('')}"/>`;
});
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="975" height="610" viewBox="0 0 975 610">
<rect width="975" height="610" fill="#fff"/><g fill="#d6dfe8" stroke="#fff" stroke-width="1.2">${paths.join('')}</g></svg>`;
const { width, height } = await sharp(Buffer.from(svg))
  .resize({ width: 488 })
  .png({ palette: true, colors: 16, dither: 0, effort: 10, compressionLevel: 9 })
  .toFile(OUT);
console.log(`${OUT}: ${width} × ${height}`);
