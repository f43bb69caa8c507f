import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import type { Database } from '../../../server/src/db/database.ts';
import {
  type RecommendationRequest,
  recommendCarriers,
} from '../../../server/src/domain/lanes/recommend-carriers.ts';
import { type LaneService, searchLanes } from '../../../server/src/domain/lanes/search-lanes.ts';
import { updateLanes } from '../../../server/src/domain/lanes/update-lanes.ts';
import { ensureMonths, monthsBetween } from '../../../server/src/domain/observations/ensure-months.ts';
import { changeAllLanes, changeLanes } from '../../../server/src/domain/observations/lane-changes.ts';
import { recordObservations } from '../../../server/src/domain/observations/record-observations.ts';
import {
  DAY_MS,
  type Lane,
  lanesInPlainSql,
  NOW,
  seen,
} from '../../../server/test/support/lanes/lane-world.ts';
import { addCompanies } from '../../../server/test/support/lanes/many-companies.ts';
import { seededRandom } from '../../../server/test/support/random.ts';
import { absolute, type Bench, median, p99, type Ratio, speedup } from '../support/bench.ts';
import { benchService } from '../support/service.ts';

const GOAL_MS = 50;
const GOAL_SIZE = 50_000_000;
const DAYS = 720;
const START = NOW.getTime() - DAYS * DAY_MS;
const CAMERAS = 600;
const CALLERS = 4;
const CHUNK = 1_000_000;
/** Sightings that a worker writes together. */
const WORKER_BATCH = 50;
/** Of its sightings, each carrier has most at six cameras of its own. */
const OWN = 6;

export const bench: Bench = {
  about:
    'carriers for a lane among 5,000,000 observations of 720 days (--quick: 200,000; --sizes=50000000 for the size of the goal): 600 cameras, 160 observations of a carrier on average, by four callers, against one plain query over the observations',
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    const results: Ratio[] = [];
    for (const rows of sizes ?? [quick ? 200_000 : 5_000_000]) {
      const { services, database } = await benchService(cleanup);
      await fill(database, rows);
      const built = await timed(() => settle(database));
      await database.pool.query('vacuum analyze lane_visits, lane_sites, lane_carriers');
      results.push(
        ...(await measure(database, services, rows, quick)),
        ...(await costs(database, rows, built)),
      );
    }
    return results;
  },
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function settle(database: Database): Promise<void> {
  while (await updateLanes(database, NOW));
}

/** Cameras are in 40 regions of 15. A carrier of the first hundredth has as many observations as thirty others. */
const latitude = (c: string) => `30 + (${c} / 15 % 8) * 1.6 + (${c} % 15) * 0.03`;
const longitude = (c: string) => `-118 + (${c} / 120) * 9.7 + (${c} % 5) * 0.11`;

/** Runs the statements on all processors. */
async function inParallel(database: Database, statements: string[]): Promise<void> {
  const waiting = statements.values();
  const run = async () => {
    const client = await database.connect();
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'`);
    for (const sql of waiting) await client.query(sql);
    await client.end();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, run));
}

const chunk = (from: number, to: number, carriers: number) =>
  `insert into observations (usdot_number, time_captured, id, organization_id, type, source, equipment_type, latitude, longitude)
   select 1000000 + carrier, to_timestamp(${START / 1_000} + (hashint8(i + 1) & 2147483647) / 2147483648.0 * ${(DAYS - 0.5) * 86_400}),
     i, 1, 'Detection', 'camera-' || c, (array['dry van', 'dry van', 'reefer', 'flatbed'])[1 + carrier % 3 + i % 2],
     ${latitude('c')}, ${longitude('c')}
   from (select i, carrier, case when i % 10 < 8 then abs(hashint4(carrier * ${OWN} + (i % ${OWN})::integer))
       else hashint8(i + 2) & 2147483647 end % ${CAMERAS} as c
     from (select i, case when i % 4 = 0 then (hashint8(i) & 2147483647) % ${Math.ceil(carriers / 100)}
         else (hashint8(i) & 2147483647) % ${carriers} end as carrier
       from generate_series(${from}::bigint, ${to - 1}) i) a) b order by 1, 2`;

/** The indexes of each month are created after the rows, by several connections; those of the whole table then consist of them. */
async function fill(database: Database, rows: number): Promise<void> {
  await ensureMonths(database, monthsBetween(new Date(START), NOW), NOW);
  const client = await database.connect();
  await client.query('set statement_timeout = 0');
  await client.query(`alter system set max_wal_size = '16GB'`);
  await client.query('select pg_reload_conf()');
  const carriers = Math.ceil(rows / 160);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
     where tablename = 'observations' and indexname not like '%_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const chunks = Array.from({ length: Math.ceil(rows / CHUNK) }, (_, n) =>
    chunk(n * CHUNK, Math.min(rows, (n + 1) * CHUNK), carriers),
  );
  await inParallel(database, chunks);
  const { rows: months } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'observations'::regclass`,
  );
  const ofMonth = (name: string) =>
    indexes.map(({ definition }) => definition.replace(/ INDEX \S+ ON \S+/, ` INDEX ON ${name}`));
  await inParallel(
    database,
    months.flatMap(({ name }) => ofMonth(name)),
  );
  for (const { definition } of indexes) await client.query(definition);
  await inParallel(
    database,
    months.map(({ name }) => `vacuum analyze ${name}`),
  );
  await addCompanies(client, 1_000_000, carriers);
  await client.query('analyze observations');
  await client.end();
  await changeAllLanes(database);
}

/** Half of them with both ends, a third with filters, within 25 to 100 miles of a region. */
function laneMaker(seed: number): () => Lane {
  const random = seededRandom(seed);
  const whole = (n: number) => Math.floor(random() * n);
  const end = () => ({ latitude: 30.2 + whole(8) * 1.6, longitude: -117.8 + whole(5) * 9.7 });
  return () => {
    const [both, one, isFiltered] = [random() < 0.5, random() < 0.5, random() < 0.33];
    const radius = 25 + whole(76);
    return {
      ...{ origin: both || one ? end() : null, destination: both || !one ? end() : null },
      ...{ originMiles: radius, destinationMiles: radius },
      ...{ minFleet: isFiltered ? 20 : 0, maxFleet: 1_000, cargo: isFiltered ? [1 + whole(30)] : null },
      ...{ equipment: random() < 0.33 ? ['flatbed'] : null, months: 1 },
      ...{ isPowerOnly: false, isBroker: false, isBackhaul: false, minScore: 0, maxScore: 100 },
    };
  };
}

const requestOf = (lane: Lane): RecommendationRequest => ({
  ...lane,
  ...{ now: NOW, today: NOW.toISOString().slice(0, 10), organizationId: 1 },
  fleet: { min: lane.minFleet, max: lane.maxFleet },
  score: { min: lane.minScore, max: lane.maxScore },
  authorityMonths: lane.months,
  ...{ isPreferred: false, isRealTime: false, isExplained: false, usdotNumber: null },
});

async function measure(
  database: Database,
  { lanes: service }: { lanes: LaneService },
  rows: number,
  quick: boolean,
): Promise<Ratio[]> {
  const next = laneMaker(1);
  const plain: number[] = [];
  const alone: number[] = [];
  for (let i = 0; i < (quick ? 10 : 5); i++) {
    const lane = next();
    let expected: { usdot_number: number; lane: number; equipment: number; company: number }[] = [];
    plain.push(
      await timed(async () => {
        expected = await lanesInPlainSql(database, lane);
      }),
    );
    const { found } = await searchLanes(service, requestOf(lane));
    const short = found.map((one) => [
      one.usdot_number,
      one.lane_points,
      one.equipment_points,
      one.company_points,
    ]);
    assert.deepEqual(
      short,
      expected.map((one) => [one.usdot_number, one.lane, one.equipment, one.company]),
    );
    alone.push(await timed(() => recommendCarriers(service, requestOf(lane))));
  }
  const times: number[] = [];
  const call = async (count: number) => {
    for (let i = 0; i < count; i++)
      times.push(await timed(() => recommendCarriers(service, requestOf(next()))));
  };
  await call(40);
  times.length = 0;
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: CALLERS }, () => call(quick ? 50 : 250)));
  const { user, system } = process.cpuUsage(before);
  const size = rows.toLocaleString('en-US');
  // The goal is about the largest size.
  const goal = rows < GOAL_SIZE ? null : GOAL_MS;
  return [
    absolute(`p99 of ${CALLERS} callers, ${size} observations`, p99(times), 'ms', goal),
    absolute(`median of ${CALLERS} callers, ${size} observations`, median(times), 'ms', null),
    absolute(
      `processor time of a call in the process, ${size} observations`,
      (user + system) / 1_000 / times.length,
      'ms',
      null,
    ),
    speedup(`one caller, ${size} observations`, { ours: median(alone), peer: median(plain) }, 'ms', null),
  ];
}

/** What the lanes add to the writing of observations, and how long it takes until they are found. */
async function costs(database: Database, rows: number, built: number): Promise<Ratio[]> {
  const size = rows.toLocaleString('en-US');
  const bytes = async () => {
    const { rows: found } = await database.pool.query<{ name: string; bytes: number }>(
      `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class where relname in ('lane_changes', 'lane_visits')`,
    );
    return new Map(found.map((one) => [one.name, one.bytes]));
  };
  const { rows: visits } = await database.pool.query('select count(*)::integer as count from lane_visits');
  const before = await bytes();
  const batch = Array.from({ length: 1_000 }, (_, i) =>
    seen(
      1_000_000 + ((i * 7_919) % Math.ceil(rows / 160)),
      { latitude: 30, longitude: -118 },
      (i % 10) / 100,
    ),
  );
  const writes: number[] = [];
  const notes: number[] = [];
  for (let from = 0; from < batch.length; from += WORKER_BATCH) {
    const part = batch.slice(from, from + WORKER_BATCH);
    writes.push(await timed(() => recordObservations(database, part)));
    notes.push(await timed(() => database.transaction((tx) => changeLanes(tx, part, []))));
  }
  const client = await database.connect();
  await client.query('vacuum lane_changes');
  await client.end();
  const added = ((await bytes()).get('lane_changes') ?? 0) - (before.get('lane_changes') ?? 0);
  const settled = await timed(() => settle(database));
  return [
    absolute(
      `bytes per sighting until it is counted, ${size} observations`,
      added / 2 / batch.length,
      'B',
      null,
    ),
    absolute(`noting ${WORKER_BATCH} sightings in a transaction of its own`, median(notes), 'ms', null),
    absolute(`writing ${WORKER_BATCH} sightings, counts and lanes included`, median(writes), 'ms', null),
    absolute(`until 1,000 new sightings are counted, ${size} observations`, settled, 'ms', null),
    absolute(`all lanes and carriers from nothing, ${size} observations`, built / 1_000, 's', null),
    absolute(
      `bytes of a carrier at a place, ${visits[0].count.toLocaleString('en-US')} of them`,
      (before.get('lane_visits') ?? 0) / visits[0].count,
      'B',
      null,
    ),
  ];
}
