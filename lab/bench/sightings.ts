import { availableParallelism } from 'node:os';
import { type Database, openPool } from '../../server/src/db/database.ts';
import type { Reader } from '../../server/src/db/reader.ts';
import { createOrganization } from '../../server/src/domain/identity/manage-organizations.ts';
import { ensureMonths, monthsBetween } from '../../server/src/domain/observations/ensure-months.ts';
import type { SightingFilters } from '../../server/src/domain/sightings/search/filters.ts';
import { searchSightings } from '../../server/src/domain/sightings/search/search-sightings.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { absolute, atFullSize, type Bench, percentile, type Ratio } from './support/bench.ts';

const CALLERS = 4;
const CAMERAS = 1_000;
const DAYS = 90;
const DAY_MS = 86_400_000;
const END = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const START = END - DAYS * DAY_MS;
const SIGHTINGS_OF_A_VEHICLE = 10;
const VEHICLES_OF_A_CARRIER = 50;
const FIRST_CARRIER = 1_000_000;
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
      const organizationIds = await fill(database, rows);
      for (const kind of kindsOf(rows / SIGHTINGS_OF_A_VEHICLE))
        ratios.push(...(await measure(database, kind, rows, organizationIds, quick ? 10 : 50)));
    }
    return ratios;
  },
};

/** What the nth vehicle shows. The same in SQL. */
const vehicle = (n: number) => {
  const letter = (of: number) => String.fromCharCode(65 + (Math.floor(n / of) % 26));
  const digits = (of: number, length: number) => String((n * of) % 10 ** length).padStart(length, '0');
  return {
    plate: letter(1) + letter(26) + letter(676) + digits(7_919, 4),
    trailer: digits(104_729, 6),
    carrier: FIRST_CARRIER + Math.floor(n / VEHICLES_OF_A_CARRIER),
  };
};
const letterSql = (of: number) => `chr(65 + ((v / ${of}) % 26)::int)`;
const digitsSql = (of: number, length: number) =>
  `lpad(((v * ${of}) % ${10 ** length})::text, ${length}, '0')`;

/** Vehicle, camera and hour of the ith sighting follow from hashes, so that every run has the same. */
const sightings = (rows: number, from: number, to: number) => `
  select i, ${FIRST_CARRIER} + v / ${VEHICLES_OF_A_CARRIER} as carrier,
    to_timestamp(${START / 1_000} + (i * ${DAYS * 86_400}.0 / ${rows})::bigint) as time,
    (${letterSql(1)} || ${letterSql(26)} || ${letterSql(676)} || ${digitsSql(7_919, 4)}) as plate,
    ${digitsSql(104_729, 6)} as trailer, (100 + v % 9000)::text as cab, v, c,
    29 + (c % 40) * 0.4 as latitude, -120 + (c / 40) * 1.8 as longitude
  from (select i, abs(hashint8(i)::bigint) % ${rows / SIGHTINGS_OF_A_VEHICLE} as v, abs(hashint8(i + 7)::bigint) % ${CAMERAS} as c
          from generate_series(${from}::bigint, ${to - 1}) i) n`;

const CHUNK = 1_000_000;

/** Fills the tables and then builds their indexes. Four organizations have the cameras. */
async function fill(database: Database, rows: number): Promise<number[]> {
  const organizationIds: number[] = [];
  for (let n = 0; n < 4; n++) {
    const { organization_id } = await createOrganization(database, {
      name: `Bench ${rows} ${n}`,
      kind: 'partner',
    });
    organizationIds.push(organization_id);
  }
  await ensureMonths(database, monthsBetween(new Date(START), new Date(END)));
  await database.pool.query(`alter system set max_wal_size = '16GB'`);
  await database.pool.query('select pg_reload_conf()');
  await database.pool.query('truncate observations, vehicle_sightings, sightings');
  const indexes = await dropIndexes(database);
  const starts = Array.from({ length: Math.ceil(rows / CHUNK) }, (_, n) => n * CHUNK);
  await inParallel(
    database,
    starts.flatMap((from) => fillChunk(rows, from, organizationIds)),
  );
  await inParallel(database, indexes);
  await inParallel(
    database,
    ['observations', 'vehicle_sightings', 'sightings'].map((table) => `vacuum analyze ${table}`),
  );
  return organizationIds;
}

function fillChunk(rows: number, from: number, organizationIds: number[]): string[] {
  const of = sightings(rows, from, Math.min(rows, from + CHUNK));
  const organization = `(array[${organizationIds}])[1 + c % 4]`;
  return [
    `insert into observations (usdot_number, time_captured, id, organization_id, type, source, alpr_plate_number, plate_state,
       equipment_number, cab_number, equipment_type, location_state, location_city, latitude, longitude, route)
     select carrier, time, i, ${organization}, 'Detection', 'camera-' || c, plate, 'TX', trailer, cab,
       case when v % 20 = 0 then 'reefer' else 'dry van' end, 'TX', 'City ' || c, latitude, longitude, 'I-40 WB' from (${of}) s`,
    `insert into sightings (id, bucket, organization_id, source, usdot_number, time_captured, captured_until, image_ids,
       alpr_plate_number, keys, is_open, fingerprint)
     select i, 0, ${organization}, 'camera-' || c, carrier, time, time, '{}', plate, '', false, '' from (${of}) s`,
    `insert into vehicle_sightings (value, kind, seen_at, sighting_id, usdot_number, organization_id, origin)
     select v.value, v.kind, time, i, carrier, ${organization}, 0 from (${of}) s
       cross join lateral (values (1, plate), (3, cab), (4, trailer)) as v (kind, value)`,
  ];
}

/** As many statements at a time as the machine has cores. */
async function inParallel(database: Database, statements: string[]): Promise<void> {
  const waiting = statements.values();
  const run = async () => {
    const client = await database.connect();
    try {
      await client.query(`set statement_timeout = 0; set maintenance_work_mem = '1GB'`);
      for (const statement of waiting) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, run));
}

/** Drops what can be built afterwards in one step, and returns how. */
async function dropIndexes({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
      where tablename in ('observations', 'sightings', 'vehicle_sightings') and indexname not like '%_pkey'`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  const key = 'vehicle_sightings_pkey';
  await pool.query(`alter table vehicle_sightings drop constraint ${key}`);
  return [
    `alter table vehicle_sightings add constraint ${key} primary key (value, kind, seen_at, sighting_id)`,
    ...rows.map(({ definition }) => definition),
  ];
}

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
