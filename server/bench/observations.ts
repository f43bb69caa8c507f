import { type Database, openPool } from '../src/db/database.ts';
import { COUNTED, countDeltas } from '../src/domain/observations/count-deltas.ts';
import { countObservations } from '../src/domain/observations/count-observations.ts';
import { ensureMonths, monthsBetween } from '../src/domain/observations/ensure-months.ts';
import { pageObservations } from '../src/domain/observations/page-observations.ts';
import { recordObservations } from '../src/domain/observations/record-observations.ts';
import { silent, startTestCluster, TEMPLATE } from '../test/support/cluster.ts';
import type { Bench, Ratio } from './support/bench.ts';

const SIZE = 200;
const CARRIER = 42;
const START = Date.UTC(2024, 10, 1);
const DAYS = 720;

type Filter = { city?: string; state?: string };
const plainCondition = `usdot_number = ${CARRIER} and ($1::text is null or upper(location_city) = upper($1))
  and ($2::text is null or location_state = $2)`;

export const bench: Bench = {
  about:
    'one carrier with five million observations (--quick: fewer): pages and totals against OFFSET and count(*); bulk writes',
  async run({ quick }) {
    const rows = quick ? 200_000 : 5_000_000;
    const cluster = await startTestCluster();
    const db = openPool({ ...cluster.connection, database: TEMPLATE }, 6, silent);
    try {
      await ensureMonths(db, monthsBetween(new Date(START), new Date(START + DAYS * 86_400_000)));
      const ratios = [await writes(db, quick ? 40_000 : 200_000)];
      await fill(db, rows);
      const rounds = quick ? 5 : 9;
      const deep = Math.floor((rows / SIZE) * 0.8);
      const first = await pages(db, {}, 1, rounds);
      const last = await pages(db, {}, deep, rounds);
      ratios.push(compare(`page ${deep} against page 1`, last.ours, first.ours, 2));
      ratios.push(compare(`page ${deep} against OFFSET`, last.ours, last.peer, 1));
      const city = await pages(db, { city: 'city 7' }, 20, rounds);
      ratios.push(compare('page 20 of a city against OFFSET', city.ours, city.peer, 1));
      const state = await pages(db, { state: 'OH' }, 100, rounds);
      ratios.push(compare('page 100 of a state against OFFSET', state.ours, state.peer, 1));
      ratios.push(await totals(db, rounds));
      return ratios;
    } finally {
      await db.close();
      await cluster.stop();
    }
  },
};

function compare(name: string, ours: number, peer: number, goal: number): Ratio {
  return { name, ours, peer, measuredIn: 'ms', value: ours / peer, goal, unit: 'x', better: 'lower' };
}

/** Two writers, each in batches of 2,000 rows of many carriers. */
async function writes(db: Database, total: number): Promise<Ratio> {
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
  const value = total / ((performance.now() - startedAt) / 1_000);
  const figure = { ours: value, peer: null, measuredIn: 'rows/s', value };
  return {
    name: 'rows written with their counts',
    ...figure,
    goal: 20_000,
    unit: 'rows/s',
    better: 'higher',
  };
}

async function fill(db: Database, rows: number): Promise<void> {
  await db.pool.query(
    `with fresh as (
       insert into observations (usdot_number, time_captured, id, type, location_state, location_city)
       select ${CARRIER}, timestamptz '2024-11-01Z' + i * (interval '${DAYS} days' / ${rows}), 1000000000 + i,
         'Detection', (array['OH','PA','IL','IN','TX','CA','NY','NJ','GA','FL'])[1 + i % 10],
         'City ' || (hashint4(i) & 31)
       from generate_series(0, ${rows} - 1) i
       returning ${COUNTED}, 1 as delta
     ) ${countDeltas('fresh')}`,
  );
  await db.pool.query('vacuum analyze observations, observation_counts');
}

async function pages(db: Database, filter: Filter, page: number, rounds: number) {
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
    const ids = (list: { id: number }[]) => JSON.stringify(list.map(({ id }) => id));
    if (ids(got.observations) !== ids(plain.rows)) throw new Error(`page ${page}: the answers differ`);
  }
  return { ours: median(ours), peer: median(peer) };
}

async function totals(db: Database, rounds: number): Promise<Ratio> {
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
  return compare('total against count(*)', median(ours), median(peer), 0.1);
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
