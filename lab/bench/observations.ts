import type { AddressInfo } from 'node:net';
import type { Database } from '../../server/src/db/database.ts';
import type { Bench, Ratio } from './support/bench.ts';
import {
  absolute,
  alternate,
  atFullSize,
  median,
  overhead,
  p99,
  rateRatio,
  speedup,
} from './support/bench.ts';
import { expressObservations } from './support/express-observations.ts';
import { fillObservations } from './support/fill-observations.ts';
import { filteredPages } from './support/filtered-pages.ts';
import { benchService, insurers } from './support/service.ts';
import { steadyLoad } from './support/steady-load.ts';
import { BATCH, writeBatch } from './support/write-batch.ts';

const PAGE_SIZE = 100;
const LARGE_CARRIER = 42;
/** One of the many other carriers, which all have the same number of rows. */
const TYPICAL_CARRIER = 5_000_010;
const TYPICAL_ROWS = 2_000;
const CUSTOMERS = 6;

type Headers = Record<string, string>;
type Servers = {
  ourPath: (usdot: number, page: number) => string;
  peerPath: (usdot: number, page: number) => string;
  headers: Headers[];
  ourPort: number;
  peerPort: number;
};

export const bench: Bench = {
  about:
    'GET carrier-observations on 20 million observations, 5 million of them from one carrier (--quick: a fiftieth), against Express and pg with OFFSET and count(*); bulk writes',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const size = quick
      ? { rows: 100_000, others: 300_000, writes: 40_000, seconds: 1, rounds: 30, peerRounds: 3 }
      : { rows: 5_000_000, others: 15_000_000, writes: 200_000, seconds: 10, rounds: 200, peerRounds: 5 };
    const service = await benchService(cleanup);
    const { rows, others } = size;
    await fillObservations(service.database, { carrier: LARGE_CARRIER, rows, others, each: TYPICAL_ROWS });
    const peer = await expressObservations(service.database.pool);
    cleanup.defer(() => peer.close());
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const servers: Servers = {
      headers: await insurers(service, CUSTOMERS),
      ourPort: (service.app.server.address() as AddressInfo).port,
      peerPort: peer.port,
      ourPath: (usdot, page) =>
        `/visual_sightings/carrier-observations?usdot_number=${usdot}&page=${page}&page_size=${PAGE_SIZE}`,
      peerPath: (usdot, page) => `/observations?usdot_number=${usdot}&page=${page}&page_size=${PAGE_SIZE}`,
    };
    const lastPage = Math.floor(rows / PAGE_SIZE);
    await compareResponses(servers, TYPICAL_CARRIER, 1);
    await compareResponses(servers, LARGE_CARRIER, lastPage);
    return [
      await firstPages(servers, size.seconds),
      ...(await deepPages(servers, lastPage, size.rounds, size.peerRounds)),
      ...(await filteredPages(service.database, LARGE_CARRIER, quick ? 5 : 9)),
      await bulkWrites(service.database, size.writes),
    ];
  },
};

async function compareResponses(servers: Servers, usdot: number, page: number): Promise<void> {
  const { ourPort, peerPort, headers, ourPath, peerPath } = servers;
  const read = async (port: number, path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: headers[0] ?? {} })).text();
  const [ours, theirs] = [
    await read(ourPort, ourPath(usdot, page)),
    await read(peerPort, peerPath(usdot, page)),
  ];
  if (JSON.stringify(JSON.parse(ours)) !== JSON.stringify(JSON.parse(theirs)))
    throw new Error(`Page ${page}: the responses differ`);
}

/** Each customer has two connections. */
async function firstPages(servers: Servers, seconds: number): Promise<Ratio> {
  const { ourPort, peerPort, ourPath, peerPath } = servers;
  const headers = servers.headers.flatMap((each) => [each, each]);
  const rate = (port: number, path: string) => () => steadyLoad({ port, path, headers, seconds });
  const ours = rate(ourPort, ourPath(TYPICAL_CARRIER, 1));
  const result = await alternate(2, ours, rate(peerPort, peerPath(TYPICAL_CARRIER, 1)));
  const name = `page 1 of ${TYPICAL_ROWS.toLocaleString('en')} rows with total, against Express`;
  return rateRatio(name, result, 'req/s', 1.5);
}

/** One request at a time. */
async function deepPages(servers: Servers, lastPage: number, rounds: number, peerRounds: number) {
  const { ourPort, peerPort, ourPath, peerPath, headers } = servers;
  const first = await latencies(ourPort, ourPath(LARGE_CARRIER, 1), headers, rounds);
  const deep = await latencies(ourPort, ourPath(LARGE_CARRIER, lastPage), headers, rounds);
  const peer = await latencies(peerPort, peerPath(LARGE_CARRIER, lastPage), headers, peerRounds);
  const page = `page ${lastPage.toLocaleString('en')}`;
  const medians = { ours: median(deep), peer: median(peer) };
  return [
    atFullSize(speedup(`${page} with total, against OFFSET and count(*)`, medians, 'ms', 30)),
    overhead(`p99 of ${page} against page 1`, { ours: p99(deep), peer: p99(first) }, 'ms', 3),
  ];
}

async function latencies(port: number, path: string, headers: Headers[], rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = -5; n < rounds; n++) {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: headers[0] ?? {} });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    // The first five warm up, unless there are few rounds.
    if (n >= 0 || rounds < 10) times.push(performance.now() - startedAt);
  }
  return times;
}

/** Two writers, in batches of rows of many carriers. */
async function bulkWrites(db: Database, total: number): Promise<Ratio> {
  const startedAt = performance.now();
  const writer = async () => {
    for (let done = 0; done < total / 2; done += BATCH) await writeBatch(db, 300_000);
  };
  await Promise.all([writer(), writer()]);
  const perSecond = total / ((performance.now() - startedAt) / 1_000);
  return absolute('rows written with their counts', perSecond, 'rows/s', 20_000, 'higher');
}
