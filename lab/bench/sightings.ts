import { type Database, openPool } from '../../server/src/db/database.ts';
import type { Reader } from '../../server/src/db/reader.ts';
import type { SightingFilters } from '../../server/src/domain/sightings/search/filters.ts';
import { searchSightings } from '../../server/src/domain/sightings/search/search-sightings.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { absolute, atFullSize, type Bench, percentile, type Ratio } from './support/bench.ts';
import {
  CAMERAS,
  DAY_MS,
  DAYS,
  END,
  fillSightings,
  SIGHTINGS_OF_A_VEHICLE,
  START,
  vehicle,
} from './support/fill-sightings.ts';

const CALLERS = 4;
const GOALS = { value: 20, search: 100 };

export const bench: Bench = {
  about:
    'p50 and p99 of searches for sightings with 4 callers, warm: 50 million sightings of 5 million vehicles at 1,000 cameras in 90 days (--quick: 200,000; --sizes=3000000)',
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    const { connection, stop } = await startTestCluster();
    cleanup.defer(stop);
    const database = openPool({ ...connection, database: TEMPLATE }, CALLERS, silent);
    cleanup.defer(() => database.close());
    const ratios: Ratio[] = [];
    for (const rows of sizes ?? [quick ? 200_000 : 50_000_000]) {
      const organizationIds = await fillSightings(database, rows);
      for (const kind of kindsOf(rows / SIGHTINGS_OF_A_VEHICLE))
        ratios.push(...(await measure(database, kind, rows, organizationIds, quick ? 10 : 50)));
    }
    return ratios;
  },
};

type Kind = {
  name: string;
  goal: number;
  filters: (n: number) => SightingFilters;
  withSimilar?: boolean;
  /** Searches as an organization that sees its own cameras only. */
  isOwn?: boolean;
};

function kindsOf(vehicles: number): Kind[] {
  const some = (n: number) => vehicle((n * 48_271 + 13) % vehicles);
  const plate = (n: number) => some(n).plate;
  const unknown = (text: string, ...at: number[]) =>
    [...text].map((one, i) => (at.includes(i) ? '?' : one)).join('');
  const day = (n: number) => ({
    from: new Date(START + (n % (DAYS - 1)) * DAY_MS),
    to: new Date(START + ((n % (DAYS - 1)) + 1) * DAY_MS),
  });
  const near = (n: number, miles: number) => {
    const c = (n * 37) % CAMERAS;
    return { latitude: 29 + (c % 40) * 0.4, longitude: -120 + Math.floor(c / 40) * 1.8, miles };
  };
  const byPlate = (name: string, pattern: (n: number) => string, more: Partial<Kind> = {}): Kind => ({
    name,
    goal: GOALS.search,
    filters: (n) => ({ values: { plate: pattern(n) } }),
    ...more,
  });
  return [
    byPlate('plate', plate, { goal: GOALS.value }),
    byPlate('plate, one unknown character', (n) => unknown(plate(n), n % 7)),
    byPlate('plate, three unknown characters', (n) => unknown(plate(n), 1, 4, 6)),
    byPlate('plate, unknown in every second place', (n) => unknown(plate(n), 0, 2, 5)),
    byPlate('plate, three leading unknown characters', (n) => unknown(plate(n), 0, 1, 2)),
    byPlate('plate, part', (n) => `*${plate(n).slice(1, 6)}*`),
    byPlate('plate, similar characters', plate, { withSimilar: true }),
    { name: 'trailer', goal: GOALS.value, filters: (n) => ({ values: { trailer: some(n).trailer } }) },
    {
      name: 'part of a trailer number and carrier',
      goal: GOALS.search,
      filters: (n) => ({ values: { trailer: `*${some(n).trailer.slice(2)}` }, usdotNumber: some(n).carrier }),
    },
    {
      name: 'carrier and day',
      goal: GOALS.search,
      filters: (n) => ({ values: {}, usdotNumber: some(n).carrier, ...day(n) }),
    },
    {
      name: 'radius of 30 miles and day',
      goal: GOALS.search,
      filters: (n) => ({ values: {}, near: near(n, 30), ...day(n) }),
    },
    {
      name: 'radius of 30 miles and equipment, any time',
      goal: GOALS.search,
      filters: (n) => ({ values: {}, near: near(n, 30), equipmentType: 'reefer' }),
    },
    {
      name: 'camera',
      goal: GOALS.search,
      filters: (n) => ({ values: {}, camera: `camera-${(n * 37) % CAMERAS}` }),
    },
    {
      name: 'equipment, newest',
      goal: GOALS.search,
      filters: () => ({ values: {}, equipmentType: 'reefer' }),
    },
    { name: 'newest of the own cameras', goal: GOALS.search, filters: () => ({ values: {} }), isOwn: true },
  ];
}

async function measure(
  database: Database,
  { name, goal, filters, withSimilar = false, isOwn = false }: Kind,
  rows: number,
  organizationIds: number[],
  rounds: number,
): Promise<Ratio[]> {
  const reader = {
    ...database,
    current: () => database,
    primary: database,
    failed: () => false,
    pools: [],
  } as unknown as Reader;
  const service = { reader, clock: { now: () => new Date(END) } };
  const viewer = { organizationId: organizationIds[0] as number, seesAll: !isOwn };
  let found = 0;
  const search = async (n: number) => {
    const query = { filters: filters(n), withSimilar, cursor: null, pageSize: 50, withTotal: false };
    const page = await searchSightings(service, viewer, query);
    if (page.searchedFrom) throw new Error(`"${name}" was not finished.`);
    found += page.found.length;
  };
  const caller = async (first: number, times: number[]) => {
    for (let n = 0; n < rounds; n++) {
      const startedAt = performance.now();
      await search(first + n * CALLERS);
      times.push(performance.now() - startedAt);
    }
  };
  const callers = (times: number[]) =>
    Promise.all(Array.from({ length: CALLERS }, (_, first) => caller(first, times)));
  await callers([]);
  const times: number[] = [];
  found = 0;
  await callers(times);
  if (found === 0) throw new Error(`"${name}" found nothing.`);
  const about = `${rows.toLocaleString('en-US')}: ${name}`;
  return [
    absolute(`${about}, p50`, percentile(times, 0.5), 'ms', null),
    atFullSize(absolute(`${about}, p99`, percentile(times, 0.99), 'ms', goal)),
  ];
}
