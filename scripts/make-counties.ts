/**
 * Generates the table of county names and centers from the us-atlas package:
 *   npx node scripts/make-counties.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Geometry, type Point, readAtlas } from './us-atlas.ts';

const OUT = join(import.meta.dirname, '../server/src/domain/federal/generated/counties.json');
// FIPS state codes.
const STATES =
  '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD ' +
  '25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD ' +
  '47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI';
const letters = new Map(STATES.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)]));

const { geometries, ringsOf } = readAtlas('counties-10m.json', 'counties');

/** Twice the signed area, and the center weighted by it. Plane geometry is exact enough for a county. */
function areaAndCenter(points: Point[]): [number, number, number] {
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i < points.length; i++) {
    const [x0, y0] = points[i] ?? [0, 0];
    const [x1, y1] = points[(i + 1) % points.length] ?? [0, 0];
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return [area, x, y];
}

function center(geometry: Geometry): Point {
  let [area, x, y] = [0, 0, 0];
  for (const ring of ringsOf(geometry)) {
    // The Aleutians cross the 180th meridian; Guam and the Marianas are beyond it.
    const west = ring.map(
      ([longitude, latitude]): Point => [longitude > 0 ? longitude - 360 : longitude, latitude],
    );
    const part = areaAndCenter(west);
    area += part[0];
    x += part[1];
    y += part[2];
  }
  return [x / (3 * area), y / (3 * area)];
}

/** FMCSA names have no accents. */
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '');
/** Codes from 510 are independent cities; many have the name of a county in the same state. */
const nameOf = (code: number, name: string) =>
  plain(code >= 510 && !name.endsWith('City') ? `${name} City` : name);
const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

const table: Record<string, [number, string, number, number][]> = {};
for (const geometry of geometries) {
  const state = letters.get(geometry.id.slice(0, 2));
  if (!state) continue;
  const [longitude, latitude] = center(geometry);
  table[state] ??= [];
  const code = Number(geometry.id.slice(2));
  const east = longitude < -180 ? longitude + 360 : longitude;
  table[state].push([code, nameOf(code, geometry.properties.name), round(latitude), round(east)]);
}
const lines = Object.keys(table)
  .sort()
  .map((state) => `"${state}":${JSON.stringify(table[state]?.sort((a, b) => a[0] - b[0]))}`);
writeFileSync(OUT, `{\n${lines.join(',\n')}\n}\n`);
console.log(`${Object.values(table).flat().length} counties`);
