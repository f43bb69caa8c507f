/**
 * Draws the states for the map in mails, from the us-atlas package (ISC; U.S. Census Bureau boundaries):
 *   npm pack us-atlas@3.0.1 && tar xzf us-atlas-3.0.1.tgz && node scripts/make-states-map.ts package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Point = [number, number];
type Topology = {
  arcs: Point[][];
  transform: { scale: Point; translate: Point };
  objects: { states: { geometries: { type: string; arcs: number[][] | number[][][] }[] } };
};

const OUT = join(import.meta.dirname, '../server/src/domain/notifications/mail/generated/states-map.bin');
const WIDTH = 488;
const STEPS = 15;

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder of the us-atlas package.');
const topology: Topology = JSON.parse(readFileSync(join(folder, 'states-albers-10m.json'), 'utf8'));
const { scale, translate } = topology.transform;

/** Arcs are steps on a grid; an arc with a negative number runs backwards. */
const arcs = topology.arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]): Point => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
});
const pointsOf = (arc: number): Point[] => (arc < 0 ? (arcs[~arc] ?? []).toReversed() : (arcs[arc] ?? []));
const ring = (parts: number[]) => {
  const points = parts.flatMap(pointsOf).map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`);
  return `M${points.join('L')}Z`;
};
const paths = topology.objects.states.geometries.map(({ type, arcs: shape }) => {
  const rings = (type === 'Polygon' ? shape : (shape as number[][][]).flat()) as number[][];
  return `<path d="${rings.map(ring).join('')}"/>`;
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
