import { randomUUID } from 'node:crypto';
import { WorkQueue } from '../../server/src/db/claim.ts';
import { statement } from '../../server/src/db/database.ts';
import { type Bench, median, type Ratio } from './support/bench.ts';
import { type BenchDatabase, benchDatabase } from './support/bench-database.ts';

const ORGANIZATIONS = 20;
const BATCH = 500;
const ROUNDS = 20;

const queue = new WorkQueue<{ key: string }>({
  table: 'images',
  key: 'id',
  keyType: 'uuid',
  columns: 'sha256, source, time_captured',
  finished: 'keep',
  leaseMs: 60_000,
  maxAttempts: 5,
  backoffMs: () => 1_000,
});
const plain = statement(
  'bench.plain-claim',
  `update images set due_at = now() + interval '1 minute', lease_id = $2, attempts = attempts + 1
    where id in (select id from images where due_at <= now() order by due_at limit $1 for update skip locked)
    returning id, organization_id, attempts, sha256, source, time_captured`,
);

/** One organization has sent nearly everything; the others have a little each. */
async function fill(ask: Ask, rows: number): Promise<void> {
  await ask('truncate images');
  await ask(`insert into images (id, organization_id, source, time_captured, sha256, byte_size, format, width, height,
      box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
      alpr_confidence, alpr_state, due_at)
    select gen_random_uuid(), case when n % 10 = 0 then 2 + (n / 10) % ${ORGANIZATIONS - 1} else 1 end,
      'camera-' || n, now(), sha256(n::text::bytea), 300000, 'jpeg', 1920, 1080, 10, 10, 200, 200, 35.2, -101.8,
      'Amarillo', 'TX', 'I-40', 'Westbound', 0.9, 'OK', now() - n * interval '1 microsecond'
    from generate_series(1, ${rows}) n`);
  await ask('vacuum analyze images');
}

/** Microseconds a row of each claim, which must take what it should. */
async function measure(claim: () => Promise<number>, rows: number): Promise<number[]> {
  const costs: number[] = [];
  for (let left = rows, round = 0; left > 0 && round < ROUNDS; round++) {
    const begun = performance.now();
    const taken = await claim();
    costs.push(((performance.now() - begun) * 1_000) / taken);
    if (taken !== Math.min(BATCH, left)) throw new Error(`claimed ${taken} of ${left}`);
    left -= taken;
  }
  return costs;
}

type Ask = (text: string) => Promise<unknown>;

async function run({ database }: BenchDatabase, sizes: number[]): Promise<Ratio[]> {
  const ask: Ask = (text) => database.pool.query(text);
  await ask(`insert into organizations (id, name, kind, timezone)
    select n, 'Organization ' || n, 'partner', 'UTC' from generate_series(1, ${ORGANIZATIONS}) n`);
  // Statements are planned before there is anything to claim, as in a fresh process.
  for (let i = 0; i < 8; i++) await queue.claim(database, BATCH);
  const ours: number[] = [];
  const peer: number[] = [];
  for (const rows of sizes) {
    const costs = { ours: [] as number[], peer: [] as number[] };
    // A small table is empty after a claim or two, so it is filled again and again.
    for (let i = 0; i < (rows > 10_000 ? 1 : 10); i++) {
      await fill(ask, rows);
      // Each has the one index it needs; a second one would only burden the other.
      await ask('create index bench_plain on images (due_at) where due_at is not null');
      costs.peer.push(
        ...(await measure(async () => (await database.rows(plain, [BATCH, randomUUID()])).length, rows / 2)),
      );
      await ask('drop index bench_plain');
      await ask(
        `update images set due_at = now() - interval '1 second' * random(), attempts = 0 where lease_id is not null`,
      );
      await ask('vacuum images');
      costs.ours.push(...(await measure(async () => (await queue.claim(database, BATCH)).rows.length, rows)));
    }
    ours.push(median(costs.ours));
    peer.push(median(costs.peer));
  }
  return [...sizes.map((rows, i) => rate(rows, ours[i] ?? 0, peer[i] ?? 0)), flatness(sizes, ours, peer)];
}

function rate(rows: number, ours: number, peer: number): Ratio {
  const name = `${rows.toLocaleString('en')} waiting, against one queue for all`;
  const perSecond = { ours: 1e6 / ours, peer: 1e6 / peer };
  return {
    name,
    ...perSecond,
    measuredIn: 'rows/s',
    value: 1e6 / ours,
    goal: 20_000,
    unit: 'rows/s',
    better: 'higher',
  };
}

function flatness(sizes: number[], ours: number[], peer: number[]): Ratio {
  const name = `cost of a row, ${sizes.at(-1)?.toLocaleString('en')} waiting / ${sizes[0]?.toLocaleString('en')}`;
  const value = (ours.at(-1) ?? 0) / (ours[0] ?? 1);
  const costs = { ours: ours.at(-1) ?? 0, peer: peer.at(-1) ?? 0 };
  return { name, ...costs, measuredIn: 'µs/row', value, goal: 1.5, unit: 'x', better: 'lower' };
}

export const bench: Bench = {
  about:
    'rows claimed from the images table itself, 500 at a time, one organization with nine tenths of them; the peer has the same lease but one queue, so who sends most is served most',
  async run({ quick }) {
    const db = await benchDatabase();
    try {
      return await run(db, quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000]);
    } finally {
      await db.stop();
    }
  },
};
