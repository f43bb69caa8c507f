import { type Bench, type BenchOptions, median, pointOf, type Ratio } from './support/bench.ts';
import { FIRST_OTHER, fillObservations } from './support/fill-observations.ts';
import { type BenchService, benchService, insurers } from './support/service.ts';
import { BATCH, writeBatch } from './support/write-batch.ts';

const PAGE_SIZE = 100;
const LARGE_CARRIER = 42;
const TYPICAL_ROWS = 2_000;
const DEFAULT_SIZES = {
  quick: [100_000, 300_000, 1_000_000],
  full: [1_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000],
};

export const bench: Bench = {
  about:
    'pages and writes as the number of stored observations grows; the carriers read have the same number of rows at each size',
  async run({ quick, sizes }: BenchOptions) {
    await using cleanup = new AsyncDisposableStack();
    const service = await benchService(cleanup);
    const [headers = {}] = await insurers(service, 1);
    const ordered = (sizes ?? DEFAULT_SIZES[quick ? 'quick' : 'full']).toSorted((a, b) => a - b);
    const largeRows = Math.floor((ordered[0] ?? 0) / 10);
    const ratios: Ratio[] = [];
    let filled = 0;
    for (const size of ordered) {
      const rows = filled === 0 ? largeRows : 0;
      const firstOther = FIRST_OTHER + Math.floor(filled / TYPICAL_ROWS);
      const added = { rows, others: size - filled - rows, each: TYPICAL_ROWS, firstOther };
      await fillObservations(service.database, { carrier: LARGE_CARRIER, ...added });
      filled = size;
      ratios.push(...(await measure(service, headers, size, largeRows, quick ? 30 : 200)));
    }
    return ratios;
  },
};

async function measure(
  { app, database }: BenchService,
  headers: Record<string, string>,
  size: number,
  largeRows: number,
  rounds: number,
): Promise<Ratio[]> {
  const get = (url: string) =>
    medianMs(rounds, async () => {
      const response = await app.inject({ method: 'GET', url, headers });
      if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`);
    });
  const page = (usdot: number, number: number) =>
    `/visual_sightings/carrier-observations?usdot_number=${usdot}&page=${number}&page_size=${PAGE_SIZE}`;
  const { rows } = await database.pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(relid))::float8 as bytes from pg_partition_tree('observations')`,
  );
  const carriers = Math.floor(size / TYPICAL_ROWS);
  const point = (line: string, value: number, unit: string) =>
    pointOf('observations', size, line, value, unit);
  return [
    point('page 1 with total', await get(page(FIRST_OTHER + 9, 1)), 'ms'),
    point('last page with total', await get(page(LARGE_CARRIER, Math.floor(largeRows / PAGE_SIZE))), 'ms'),
    point(
      'write with counts',
      ((await medianMs(9, () => writeBatch(database, carriers))) / BATCH) * 1_000,
      'µs/row',
    ),
    point('stored bytes', (rows[0]?.bytes ?? 0) / size, 'bytes/row'),
  ];
}

async function medianMs(rounds: number, task: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await task();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
