/**
 * Measures `next_cameras` of a vehicle's file on planted routes: on how many of them the camera that the truck really passes next
 * is among the first three. `npx node lab/accuracy/next-cameras.ts`
 */
import { openPool } from '../../server/src/db/database.ts';
import type { Reader } from '../../server/src/db/reader.ts';
import { createOrganization } from '../../server/src/domain/identity/manage-organizations.ts';
import { vehicleFile } from '../../server/src/domain/sightings/file/vehicle-file.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import {
  insertSightings,
  type PlantedSighting,
} from '../../server/test/support/sightings/planted-sightings.ts';

const CITIES = 40;
const ROADS_OF_A_CITY = 3;
const TRUCKS = 250;
const TRIPS = 8;
const PLANTED = 300;
const DAYS = 30;
const HOUR_MS = 3_600_000;
const NOW = Date.now();
/** A camera misses a truck, or reads a wrong plate, this often. */
const MISSED = 0.1;
const MISREAD = 0.03;
const MILES_PER_HOUR = 58;

/** A generator with a fixed start: every run has the same country. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const draw = random(20_261_119);
const below = (limit: number) => Math.floor(draw() * limit);

type City = { latitude: number; longitude: number; weight: number };
const cities: City[] = Array.from({ length: CITIES }, () => ({
  ...{ latitude: 30 + draw() * 15, longitude: -118 + draw() * 40 },
  weight: draw() ** 3 + 0.05,
}));
const miles = (a: City, b: City) =>
  Math.hypot((a.latitude - b.latitude) * 69, (a.longitude - b.longitude) * 54);
const roads = cities.map((from, index) => {
  const others = cities.map((to, n) => ({ n, miles: miles(from, to) })).filter(({ n }) => n !== index);
  return new Map(
    others
      .sort((a, b) => a.miles - b.miles)
      .slice(0, ROADS_OF_A_CITY)
      .map(({ n, miles }) => [n, miles]),
  );
});
for (const [from, to] of roads.entries()) for (const [n, length] of to) roads[n]?.set(from, length);

/** The shortest way, as cities. Null between parts of the country that no road connects. */
function way(from: number, to: number): number[] | null {
  const distances = new Map([[from, 0]]);
  const before = new Map<number, number>();
  const open = new Set([from]);
  while (open.size > 0) {
    const nearest = [...open].reduce((a, b) => ((distances.get(a) ?? 0) <= (distances.get(b) ?? 0) ? a : b));
    open.delete(nearest);
    if (nearest === to) break;
    for (const [next, length] of roads[nearest] ?? []) {
      const distance = (distances.get(nearest) ?? 0) + length;
      if (distance >= (distances.get(next) ?? Number.POSITIVE_INFINITY)) continue;
      distances.set(next, distance);
      before.set(next, nearest);
      open.add(next);
    }
  }
  if (!distances.has(to)) return null;
  const path = [to];
  for (let at = to; at !== from; path.unshift(at)) at = before.get(at) ?? from;
  return path;
}

function someCity(): number {
  const total = cities.reduce((sum, { weight }) => sum + weight, 0);
  let left = draw() * total;
  for (const [n, { weight }] of cities.entries()) {
    left -= weight;
    if (left <= 0) return n;
  }
  return 0;
}

/** A camera in the middle of each road, which sees both directions. */
function cameraOf(
  a: number,
  b: number,
): { source: string; route: string; latitude: number; longitude: number } {
  const [from, to] = [cities[a] as City, cities[b] as City];
  const isEastWest = Math.abs(from.longitude - to.longitude) > Math.abs(from.latitude - to.latitude);
  const direction = isEastWest
    ? to.longitude > from.longitude
      ? 'EB'
      : 'WB'
    : to.latitude > from.latitude
      ? 'NB'
      : 'SB';
  const [low, high] = a < b ? [a, b] : [b, a];
  return {
    source: `camera-${low}-${high}`,
    route: `I-${low}${high} ${direction}`,
    latitude: (from.latitude + to.latitude) / 2,
    longitude: (from.longitude + to.longitude) / 2,
  };
}

type Pass = PlantedSighting & { source: string };

/** What the cameras on the way of a truck could see. */
function trip(plate: string, startMs: number): Pass[] {
  const path = way(someCity(), someCity()) ?? [];
  let at = startMs;
  return path.slice(1).map((to, i) => {
    const from = path[i] ?? to;
    const length = roads[from]?.get(to) ?? 0;
    const time = at + (length / 2 / MILES_PER_HOUR) * HOUR_MS * (0.9 + draw() * 0.3);
    at += (length / MILES_PER_HOUR) * HOUR_MS;
    return { alpr_plate_number: plate, ...cameraOf(from, to), time_captured: new Date(time) };
  });
}
const isSeen = () => draw() >= MISSED;
const misread = (pass: Pass): Pass =>
  draw() < MISREAD ? { ...pass, alpr_plate_number: `X${below(1e6)}` } : pass;

const traffic = Array.from({ length: TRUCKS }, (_, truck) =>
  Array.from({ length: TRIPS }, () =>
    trip(`TRUCK${truck}`, NOW - (1 + draw() * (DAYS - 1)) * 24 * HOUR_MS)
      .filter(isSeen)
      .map(misread),
  ).flat(),
).flat();
/** The part of a trip that was seen, and the camera that comes next. */
const planted: { plate: string; seen: Pass[]; next: string }[] = [];
while (planted.length < PLANTED) {
  const plate = `STOLEN${planted.length}`;
  const passes = trip(plate, NOW - 24 * HOUR_MS);
  if (passes.length < 2) continue;
  const cut = 1 + below(passes.length - 1);
  // The vehicle's last sighting is the camera before the cut.
  const last = passes[cut - 1] as Pass;
  const shiftMs = NOW - HOUR_MS - last.time_captured.getTime();
  const seen = passes
    .slice(0, cut)
    .filter((pass) => pass === last || isSeen())
    .map((pass) => ({ ...pass, time_captured: new Date(pass.time_captured.getTime() + shiftMs) }));
  planted.push({ plate, seen, next: passes[cut]?.source ?? '' });
}

const { connection, stop } = await startTestCluster();
try {
  const db = openPool({ ...connection, database: TEMPLATE }, 4, silent);
  const { organization_id: organizationId } = await createOrganization(db, {
    name: 'Next cameras',
    kind: 'partner',
  });
  const all = [...traffic, ...planted.flatMap(({ seen }) => seen)];
  for (let from = 0; from < all.length; from += 2_000)
    await insertSightings(db, organizationId, all.slice(from, from + 2_000));
  const reader = {
    rows: db.rows.bind(db),
    current: () => db,
    primary: db,
    failed: () => false,
  } as unknown as Reader;
  const service = { reader, clock: systemClock };
  const viewer = { organizationId, seesAll: true };
  const ranks: number[] = [];
  const took: number[] = [];
  for (const { plate, next } of planted) {
    const started = performance.now();
    const file = await vehicleFile(service, viewer, { kind: 'plate', value: plate }, async () => []);
    took.push(performance.now() - started);
    ranks.push(file.next_cameras.findIndex(({ source }) => source === next));
  }
  const share = (most: number) =>
    `${((ranks.filter((rank) => rank >= 0 && rank < most).length / PLANTED) * 100).toFixed(1)} %`;
  const sorted = took.sort((a, b) => a - b);
  const cameras = new Set(all.map(({ source }) => source)).size;
  console.log(
    `${all.length} sightings at ${cameras} cameras, ${PLANTED} planted routes: the true camera is first on ${share(1)}, in the first three on ${share(3)}, in the first five on ${share(5)}.`,
  );
  console.log(
    `Time for a file: median ${sorted[PLANTED / 2]?.toFixed(0)} ms, p95 ${sorted[Math.floor(PLANTED * 0.95)]?.toFixed(0)} ms.`,
  );
  await db.close();
} finally {
  await stop();
}
