/**
 * Writes the table of county names and centres from the us-atlas package (ISC; U.S. Census Bureau boundaries):
 *   npm pack us-atlas@3.0.1 && tar xzf us-atlas-3.0.1.tgz && node scripts/make-counties.ts package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Point = [number, number];
type Geometry = { id: string; type: string; arcs: number[][] | number[][][]; properties: { name: string } };
type Topology = {
  arcs: Point[][];
  transform: { scale: Point; translate: Point };
  objects: { counties: { geometries: Geometry[] } };
};

const OUT = join(import.meta.dirname, '../server/src/domain/federal/generated/counties.json');
// State numbers of the Census Bureau (FIPS 5-2) in the order of their codes.
const STATES =
  '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD ' +
  '25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD ' +
  '47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI';
const letters = new Map(STATES.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)]));

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder of the us-atlas package.');
const topology: Topology = JSON.parse(readFileSync(join(folder, 'counties-10m.json'), 'utf8'));
const arcs = topology.arcs.map(absolute);

/** Arcs are steps on a grid; the grid's scale and origin make degrees of them. */
function absolute(arc: Point[]): Point[] {
  const { scale, translate } = topology.transform;
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    const longitude = x * scale[0] + translate[0];
    // The Aleutians reach over the 180th meridian; Guam and the Marianas lie beyond it altogether.
    return [longitude > 0 ? longitude - 360 : longitude, y * scale[1] + translate[1]];
  });
}

function ring(indexes: number[]): Point[] {
  return indexes.flatMap((index) => (index < 0 ? [...(arcs[~index] ?? [])].reverse() : (arcs[index] ?? [])));
}

/** Twice the signed area, and the centre weighted by it: plane geometry is exact enough for one county. */
function areaAndCentre(points: Point[]): [number, number, number] {
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

function centre({ type, arcs: own }: Geometry): Point {
  const polygons = (type === 'Polygon' ? [own] : own) as number[][][];
  let [area, x, y] = [0, 0, 0];
  for (const part of polygons.flat().map((indexes) => areaAndCentre(ring(indexes)))) {
    area += part[0];
    x += part[1];
    y += part[2];
  }
  return [x / (3 * area), y / (3 * area)];
}

/** FMCSA writes names without accents. */
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '');
/** Codes from 510 are independent cities, often with a county of the same name beside them. */
const nameOf = (code: number, name: string) =>
  plain(code >= 510 && !name.endsWith('City') ? `${name} City` : name);
const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

const table: Record<string, [number, string, number, number][]> = {};
for (const geometry of topology.objects.counties.geometries) {
  const state = letters.get(geometry.id.slice(0, 2));
  if (!state) continue;
  const [longitude, latitude] = centre(geometry);
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
