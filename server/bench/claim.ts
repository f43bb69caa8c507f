/**
 * Rows claimed a second from the images table itself, in batches, with 1 thousand to 1 million rows waiting (to 100
 * thousand with `--quick`), on a database that waits for its disk. Beside it the plain claim that everybody writes:
 * the same lease, but one queue for all, so that whoever sends most is served most.
 */
import { randomUUID } from 'node:crypto';
import { WorkQueue } from '../src/db/claim.ts';
import { statement } from '../src/db/database.ts';
import { benchDatabase } from './support/bench-database.ts';
import { median, report } from './support/report.ts';

const quick = process.argv.includes('--quick');
const SIZES = quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000];
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

const db = await benchDatabase();
const { database } = db;
const ask = (text: string) => database.pool.query(text);

/** One organization has sent nearly everything; the others have a little each. */
async function fill(rows: number): Promise<void> {
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

/** Microseconds a row, and whether each claim took what it should. */
async function measure(claim: () => Promise<number>, rows: number): Promise<number> {
  const costs: number[] = [];
  for (let left = rows, round = 0; left > 0 && round < ROUNDS; round++) {
    const begun = performance.now();
    const taken = await claim();
    costs.push(((performance.now() - begun) * 1_000) / taken);
    if (taken !== Math.min(BATCH, left)) throw new Error(`claimed ${taken} of ${left}`);
    left -= taken;
  }
  return median(costs);
}

try {
  await ask(`insert into organizations (id, name, kind, timezone)
    select n, 'Organization ' || n, 'partner', 'UTC' from generate_series(1, ${ORGANIZATIONS}) n`);
  // Statements are planned before there is anything to claim, as in a fresh process.
  for (let i = 0; i < 8; i++) await queue.claim(database, BATCH);
  const ours: number[] = [];
  const peer: number[] = [];
  for (const rows of SIZES) {
    await fill(rows);
    // Each has the one index it needs; a second one would only burden the other.
    await ask('create index bench_plain on images (due_at) where due_at is not null');
    peer.push(
      await measure(async () => (await database.rows(plain, [BATCH, randomUUID()])).length, rows / 2),
    );
    await ask(
      `update images set due_at = now() - interval '1 second' * random(), attempts = 0 where lease_id is not null`,
    );
    await ask('drop index bench_plain');
    await ask('vacuum images');
    ours.push(await measure(async () => (await queue.claim(database, BATCH)).rows.length, rows));
  }
  const rate = (costs: number[], at: number) => 1e6 / (costs[at] ?? Number.NaN);
  const last = SIZES.length - 1;
  report('claim', [
    ...SIZES.map((rows, i) => ({
      name: `rows claimed a second, ${rows.toLocaleString('en')} waiting`,
      ours: rate(ours, i),
      peer: rate(peer, i),
      value: rate(ours, i),
      goal: 20_000,
      unit: 'rows/s',
      better: 'higher' as const,
    })),
    {
      name: `cost of a row, ${SIZES[last]?.toLocaleString('en')} waiting / ${SIZES[0]?.toLocaleString('en')} waiting`,
      ours: ours[last] ?? 0,
      peer: peer[last] ?? 0,
      value: (ours[last] ?? 0) / (ours[0] ?? 1),
      goal: 1.5,
      unit: 'µs/row',
      better: 'lower' as const,
    },
  ]);
} finally {
  await db.stop();
}
