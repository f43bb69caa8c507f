import type { AddressInfo } from 'node:net';
import type { Database } from '../../server/src/db/database.ts';
import { recordObservations } from '../../server/src/domain/observations/record-observations.ts';
import { alternate, type Bench, median, p99, type Ratio } from './support/bench.ts';
import { expressObservations } from './support/express-observations.ts';
import { DAYS, fillObservations, START } from './support/fill-observations.ts';
import { filteredPages } from './support/filtered-pages.ts';
import { insurers } from './support/insurers.ts';
import { benchService } from './support/service.ts';
import { type Measured, steadyLoad } from './support/steady-load.ts';

const SIZE = 100;
const LARGE = 42;
/** One of the many; it has as many rows as the others. */
const USUAL = 5_000_010;
const USUAL_ROWS = 2_000;
const CUSTOMERS = 6;

type Size = {
  rows: number;
  others: number;
  writes: number;
  seconds: number;
  rounds: number;
  peerRounds: number;
};
type Ground = {
  ours: (usdot: number, page: number) => string;
  peer: (usdot: number, page: number, total?: string) => string;
  headers: Record<string, string>[];
  port: number;
  peerPort: number;
};

export const bench: Bench = {
  about:
    'GET carrier-observations on 20 million observations, 5 million of them one carrier’s (--quick: a fiftieth), against Express and pg with OFFSET and count(*); bulk writes',
  async run({ quick }) {
    const size = quick
      ? { rows: 100_000, others: 300_000, writes: 40_000, seconds: 1, rounds: 30, peerRounds: 3 }
      : { rows: 5_000_000, others: 15_000_000, writes: 200_000, seconds: 10, rounds: 200, peerRounds: 5 };
    const service = await benchService();
    try {
      await fillObservations(service.database, {
        carrier: LARGE,
        rows: size.rows,
        others: size.others,
        each: USUAL_ROWS,
      });
      const peer = await expressObservations(service.database.pool);
      await service.app.listen({ host: '127.0.0.1', port: 0 });
      const ground: Ground = {
        headers: await insurers(service, CUSTOMERS),
        port: (service.app.server.address() as AddressInfo).port,
        peerPort: peer.port,
        ours: (usdot, page) =>
          `/visual_sightings/carrier-observations?usdot_number=${usdot}&page=${page}&page_size=${SIZE}`,
        peer: (usdot, page, total = 'yes') =>
          `/observations?usdot_number=${usdot}&page=${page}&page_size=${SIZE}&total=${total}`,
      };
      try {
        const last = Math.floor(size.rows / SIZE);
        await compareAnswers(ground, USUAL, 1);
        await compareAnswers(ground, LARGE, last);
        return [
          ...(await firstPages(ground, size)),
          ...(await deepPages(ground, last, size)),
          ...(await filteredPages(service.database, LARGE, quick ? 5 : 9)),
          await writes(service.database, size.writes),
        ];
      } finally {
        await peer.close();
      }
    } finally {
      await service.stop();
    }
  },
};

async function compareAnswers({ port, peerPort, headers, ours, peer }: Ground, usdot: number, page: number) {
  const read = async (at: number, path: string) =>
    (await fetch(`http://127.0.0.1:${at}${path}`, { headers: headers[0] ?? {} })).json();
  const [mine, theirs] = [await read(port, ours(usdot, page)), await read(peerPort, peer(usdot, page))];
  if (JSON.stringify(mine) !== JSON.stringify(theirs)) throw new Error(`page ${page}: the answers differ`);
}

/** As many requests as two connections of every customer bring, of a carrier like most. */
async function firstPages(ground: Ground, { seconds }: Size): Promise<Ratio[]> {
  const both = ground.headers.flatMap((each) => [each, each]);
  const load = (port: number, path: string): Promise<Measured> =>
    steadyLoad({ port, path, headers: both, seconds });
  const rate = async (port: number, path: string) => (await load(port, path)).perSecond;
  const whole = await alternate(
    2,
    () => rate(ground.port, ground.ours(USUAL, 1)),
    () => rate(ground.peerPort, ground.peer(USUAL, 1)),
  );
  const bare = await alternate(
    2,
    () => rate(ground.port, ground.ours(USUAL, 1)),
    () => rate(ground.peerPort, ground.peer(USUAL, 1, 'no')),
  );
  return [
    faster(`page 1 of ${USUAL_ROWS.toLocaleString('en')} rows with total, against Express`, whole, 2.5),
    faster('page 1, against Express without a total or credentials', bare, null),
  ];
}

function faster(name: string, { ours, peer }: { ours: number; peer: number }, goal: number | null): Ratio {
  return { name, ours, peer, measuredIn: 'req/s', value: ours / peer, goal, unit: 'x', better: 'higher' };
}

/** One request at a time: what a customer waits. */
async function deepPages(ground: Ground, last: number, { rounds, peerRounds }: Size): Promise<Ratio[]> {
  const first = await times(ground.port, ground.ours(LARGE, 1), ground.headers, rounds);
  const deep = await times(ground.port, ground.ours(LARGE, last), ground.headers, rounds);
  const plain = await times(ground.peerPort, ground.peer(LARGE, last), ground.headers, peerRounds);
  const [ours, peer] = [median(deep), median(plain)];
  const ms = { measuredIn: 'ms', unit: 'x' } as const;
  return [
    {
      name: `page ${last.toLocaleString('en')} with total, against OFFSET and count(*)`,
      ...{ ours, peer, ...ms, value: peer / ours, goal: 30, better: 'higher' },
    },
    {
      name: `p99 of page ${last.toLocaleString('en')} against page 1`,
      ...{
        ours: p99(deep),
        peer: p99(first),
        ...ms,
        value: p99(deep) / p99(first),
        goal: 3,
        better: 'lower',
      },
    },
  ];
}

async function times(port: number, path: string, headers: Record<string, string>[], rounds: number) {
  const measured: number[] = [];
  for (let n = -5; n < rounds; n++) {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: headers[0] ?? {} });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    // The first ones find plans and pages of the disk.
    if (n >= 0 || rounds < 10) measured.push(performance.now() - startedAt);
  }
  return measured;
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
        vin: `1XKYDP9X3GJ${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`,
        alpr_plate_number: `P${Math.floor(Math.random() * 1e6)}`,
        ...{ source: 'sensor-12', cab_number: '123', plate_state: 'OH' },
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
