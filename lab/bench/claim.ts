import { randomUUID } from 'node:crypto';
import { WorkQueue } from '../../server/src/db/claim.ts';
import { statement } from '../../server/src/db/database.ts';
import { queues } from '../../server/src/lib/queues.ts';
import { type Bench, median, overhead, type Ratio } from './support/bench.ts';
import { type BenchDatabase, benchDatabase } from './support/service.ts';

const ORGANIZATIONS = 20;
const BATCH = 500;
const ROUNDS = 20;

const queue = new WorkQueue<{ key: string }>({ ...queues.images, leaseMs: 60_000 });
const plain = statement(
  'bench.plain-claim',
  `update image_queue set due_at = now() + interval '1 minute', lease_id = $2, attempts = attempts + 1
    where image_id in (select image_id from image_queue where due_at <= now() order by due_at limit $1
                       for update skip locked)
    returning image_id, organization_id, attempts, correlation_id, traceparent`,
);

/** One organization has 90 % of the rows. */
async function fill(query: Query, rows: number): Promise<void> {
  await query('truncate image_queue');
  await query(`insert into image_queue (image_id, bucket, sighting_id, organization_id, due_at)
    select id, image_bucket(id), next_sighting_id(image_bucket(id)), case when n % 10 = 0 then 2 + (n / 10) % ${ORGANIZATIONS - 1} else 1 end,
      now() - n * interval '1 microsecond'
    from (select gen_random_uuid() as id, n from generate_series(1, ${rows}) n) new`);
  await query('vacuum analyze image_queue');
}

/** Microseconds per row of each claim. */
async function measure(claim: () => Promise<number>, rows: number): Promise<number[]> {
  const costs: number[] = [];
  for (let left = rows, round = 0; left > 0 && round < ROUNDS; round++) {
    const startedAt = performance.now();
    const taken = await claim();
    costs.push(((performance.now() - startedAt) * 1_000) / taken);
    if (taken !== Math.min(BATCH, left)) throw new Error(`Claimed ${taken} of ${left}`);
    left -= taken;
  }
  return costs;
}

type Query = (text: string) => Promise<unknown>;

async function measureSizes({ database }: BenchDatabase, sizes: number[]): Promise<Ratio[]> {
  const query: Query = (text) => database.pool.query(text);
  await query(`insert into organizations (id, name, kind, timezone)
    select n, 'Organization ' || n, 'partner', 'UTC' from generate_series(1, ${ORGANIZATIONS}) n`);
  // Plans the statements on an empty table, as in a fresh process.
  for (let i = 0; i < 8; i++) await queue.claim(database, BATCH);
  const ours: number[] = [];
  const peer: number[] = [];
  for (const rows of sizes) {
    const costs = { ours: [] as number[], peer: [] as number[] };
    // A few claims empty a small table, so it is filled repeatedly.
    for (let i = 0; i < (rows > 10_000 ? 1 : 10); i++) {
      await fill(query, rows);
      // Each side has only the index that it needs.
      await query('create index bench_plain on image_queue (due_at) where due_at is not null');
      costs.peer.push(
        ...(await measure(async () => (await database.rows(plain, [BATCH, randomUUID()])).length, rows / 2)),
      );
      await query('drop index bench_plain');
      await query(
        `update image_queue set due_at = now() - interval '1 second' * random(), attempts = 0 where lease_id is not null`,
      );
      await query('vacuum image_queue');
      costs.ours.push(...(await measure(async () => (await queue.claim(database, BATCH)).rows.length, rows)));
    }
    ours.push(median(costs.ours));
    peer.push(median(costs.peer));
  }
  const rates = sizes.map((rows, i): Ratio => {
    const perSecond = { ours: 1e6 / (ours[i] ?? 0), peer: 1e6 / (peer[i] ?? 0) };
    const figure = { value: perSecond.ours, measuredIn: 'rows/s', unit: 'rows/s' };
    const name = `${rows.toLocaleString('en')} waiting, against a single queue`;
    return { name, ...perSecond, ...figure, goal: 20_000, better: 'higher' };
  });
  const [smallest, largest] = [sizes[0], sizes.at(-1)].map((rows) => rows?.toLocaleString('en'));
  const costs = {
    ours: ours.at(-1) ?? 0,
    peer: peer.at(-1) ?? 0,
    value: (ours.at(-1) ?? 0) / (ours[0] ?? 1),
  };
  const name = `cost per row, ${largest} waiting / ${smallest}`;
  return [...rates, overhead(name, costs, 'µs/row', 1.5)];
}

export const bench: Bench = {
  about:
    'rows claimed from the image queue, 500 at a time, with 90 % of the rows from one organization; the peer uses the same lease but a single queue, which favors the largest sender',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const sizes = quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000];
    return await measureSizes(await benchDatabase(cleanup), sizes);
  },
};
