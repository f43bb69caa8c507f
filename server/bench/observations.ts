/**
 * One carrier with five million observations: pages and totals against OFFSET and count(*), in turns and with equal
 * answers; and the bulk write path with its counts.
 *   node server/bench/observations.ts [--quick]
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { openPool } from '../src/db/database.ts';
import { countDeltas } from '../src/domain/observations/count-deltas.ts';
import { countObservations } from '../src/domain/observations/count-observations.ts';
import { ensureMonths, monthsBetween } from '../src/domain/observations/ensure-months.ts';
import { pageObservations } from '../src/domain/observations/page-observations.ts';
import { recordObservations } from '../src/domain/observations/record-observations.ts';
import { textTable } from '../src/lib/text-table.ts';
import { silent, startTestCluster, TEMPLATE } from '../test/support/cluster.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
const rows = values.quick ? 200_000 : 5_000_000;
const rounds = values.quick ? 5 : 9;
const SIZE = 200;
const CARRIER = 42;
const START = Date.UTC(2024, 10, 1);
const DAYS = 720;

type Filter = { city?: string; state?: string };
const plainCondition = `usdot_number = ${CARRIER} and ($1::text is null or upper(location_city) = upper($1))
  and ($2::text is null or location_state = $2)`;

const ratios: { name: string; value: number; goal: number; unit: string; better: string }[] = [];
const table: (string | number)[][] = [];
const cluster = await startTestCluster();
const db = openPool({ ...cluster.connection, database: TEMPLATE }, 6, silent);
try {
  await ensureMonths(db, monthsBetween(new Date(START), new Date(START + DAYS * 86_400_000)));
  await writes();
  await fill();
  const last = Math.floor(rows / SIZE);
  const first = await pages('page 1', {}, 1);
  const deep = await pages(`page ${Math.floor(last * 0.8)}`, {}, Math.floor(last * 0.8));
  note('the deep page against page 1', deep, first, 'times', 2, 'lower');
  await pages('a city, page 20', { city: 'city 7' }, 20);
  await pages('a state, page 100', { state: 'OH' }, 100);
  await totals();
  console.log(textTable(['what', 'ours', 'peer', 'ratio', 'goal'], table));
  console.log(JSON.stringify({ bench: 'observations', commit: commit(), rows, ratios }));
} finally {
  await db.close();
  await cluster.stop();
}

/** Two writers, each in batches of 2,000 rows of many carriers; at least 20,000 rows a second. */
async function writes(): Promise<void> {
  const total = values.quick ? 40_000 : 200_000;
  const startedAt = performance.now();
  const writer = async () => {
    for (let done = 0; done < total / 2; done += 2_000) {
      const batch = Array.from({ length: 2_000 }, (_, i) => ({
        usdot_number: 5_000_001 + Math.floor(Math.random() * 300_000),
        time_captured: new Date(START + Math.floor(Math.random() * DAYS * 86_400_000)),
        type: 'Detection' as const,
        ...{ source: 'sensor-12', vin: '1XKYDP9X3GJ473982', alpr_plate_number: 'ABC1234', cab_number: '123' },
        ...{ location_state: 'OH', location_city: `City ${i % 300}`, latitude: 40.1, longitude: -80.2 },
        ...{ route: 'I-80 W', equipment_type: 'dry van' },
      }));
      await db.transaction((tx) => recordObservations(tx, batch));
    }
  };
  await Promise.all([writer(), writer()]);
  const perSecond = Math.round(total / ((performance.now() - startedAt) / 1_000));
  table.push(['rows written a second, counted', perSecond, '', '', '≥ 20000']);
  ratios.push({ name: 'rows written', value: perSecond, goal: 20_000, unit: 'rows/s', better: 'higher' });
}

async function fill(): Promise<void> {
  await db.pool.query(
    `with fresh as (
       insert into observations (usdot_number, time_captured, id, type, location_state, location_city)
       select ${CARRIER}, timestamptz '2024-11-01Z' + i * (interval '${DAYS} days' / ${rows}), 1000000000 + i,
         'Detection', (array['OH','PA','IL','IN','TX','CA','NY','NJ','GA','FL'])[1 + i % 10],
         'City ' || (hashint4(i) & 31)
       from generate_series(0, ${rows} - 1) i
       returning usdot_number, location_state, location_city, time_captured, type, 1 as delta
     ) ${countDeltas('fresh')}`,
  );
  await db.pool.query('vacuum analyze observations, observation_counts');
}

async function pages(name: string, filter: Filter, page: number): Promise<number> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    const startedAt = performance.now();
    const got = await pageObservations(db, { usdotNumber: CARRIER, ...filter }, page, SIZE);
    const peerAt = performance.now();
    const plain = await db.pool.query(
      `select * from observations where ${plainCondition}
       order by time_captured desc, id desc offset ${(page - 1) * SIZE} limit ${SIZE}`,
      [filter.city ?? null, filter.state ?? null],
    );
    peer.push(performance.now() - peerAt);
    ours.push(peerAt - startedAt);
    const ids = (list: { id: number }[] | undefined) => JSON.stringify(list?.map(({ id }) => id));
    if (ids(got.observations) !== ids(plain.rows)) throw new Error(`${name}: the answers differ`);
  }
  // OFFSET skips nothing on page 1: that row is only there to compare the deep page with.
  if (page === 1) table.push([`${name}, ms`, round(median(ours)), round(median(peer)), '', '']);
  else note(`${name}, ms`, median(ours), median(peer), 'of OFFSET', 1, 'lower');
  return median(ours);
}

async function totals(): Promise<void> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    const startedAt = performance.now();
    const total = await countObservations(db, { usdotNumber: CARRIER });
    const peerAt = performance.now();
    const plain = await db.pool.query(`select count(*) as n from observations where ${plainCondition}`, [
      null,
      null,
    ]);
    peer.push(performance.now() - peerAt);
    ours.push(peerAt - startedAt);
    if (total !== plain.rows[0].n) throw new Error(`the totals differ: ${total}, ${plain.rows[0].n}`);
  }
  note('total, ms', median(ours), median(peer), 'of count(*)', 0.1, 'lower');
}

function note(name: string, ours: number, peer: number, unit: string, goal: number, better: string): void {
  const value = round(ours / peer);
  table.push([name, round(ours), round(peer), value, `≤ ${goal}`]);
  ratios.push({ name, value, goal, unit, better });
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}
