import { makeWorkerUtils, run as runGraphile } from 'graphile-worker';
import { attemptPost, type Post } from '../src/domain/notifications/deliveries/attempt.ts';
import { logAttempts, type NewDelivery } from '../src/domain/notifications/deliveries/store.ts';
import { WebhookSender } from '../src/domain/notifications/deliveries/webhook-sender.ts';
import { secretsOf } from '../src/domain/notifications/webhooks/signature.ts';
import type { Target } from '../src/domain/notifications/webhooks/store.ts';
import { silent } from '../test/support/cluster.ts';
import { type Bench, median, type Ratio } from './support/bench.ts';
import { type Ground, startReceiver, webhookGround } from './support/webhook-ground.ts';

const ENDPOINTS = 20;
const AT_ONCE = 64;
const GRAPHILE_AT_ONCE = 24;

type World = { ground: Ground; targets: Target[]; received(): Promise<{ count: number }> };

export const bench: Bench = {
  about:
    'deliveries of 1.3 KB, signed and sent to a receiver in a process of its own, each attempt logged and durable, against one graphile-worker job per delivery and against sending alone without a database; and what a dead endpoint among 100 costs the others',
  async run({ quick }) {
    const stops: (() => unknown)[] = [];
    try {
      const throughput = await measureThroughput(quick ? 3 : 7, quick ? 2_000 : 5_000, stops);
      const isolation = await measureIsolation(quick ? 2 : 5, quick ? 1_200 : 6_000, stops);
      return [...throughput, isolation];
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  },
};

async function measureThroughput(rounds: number, count: number, stops: (() => unknown)[]): Promise<Ratio[]> {
  const ground = await webhookGround(stops);
  const { urls, received } = await startReceiver(ENDPOINTS, 0, stops);
  const world: World = { ground, targets: await ground.targets(urls), received };
  const peers = { ours, alone, graphile };
  const names = ['ours', 'alone', 'graphile'] as const;
  for (const name of names) await peers[name](world, 500);
  const rates: Record<(typeof names)[number], number[]> = { ours: [], alone: [], graphile: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      await world.received();
      const seconds = await peers[name](world, name === 'graphile' ? count / 4 : count);
      const sent = name === 'graphile' ? count / 4 : count;
      const { count: came } = await world.received();
      if (came !== sent) throw new Error(`${name}: ${came} of ${sent} came`);
      rates[name].push(sent / seconds);
    }
  }
  await checkLog(ground);
  const line = (name: string, peer: 'alone' | 'graphile', goal: number): Ratio => ({
    name,
    ours: median(rates.ours),
    peer: median(rates[peer]),
    measuredIn: 'deliveries/s',
    value: median(rates.ours.map((rate, i) => rate / (rates[peer][i] ?? 0))),
    goal,
    unit: 'x',
    better: 'higher',
  });
  return [
    line('durable with attempt log / one graphile-worker job each', 'graphile', 8),
    line('durable with attempt log / sending alone, no database', 'alone', 0.7),
  ];
}

/** What waits is there before the clock runs; it stops when the last outcome is written. */
async function ours({ ground, targets }: World, count: number): Promise<number> {
  await ground.insert(ground.deliveries(targets, count));
  const sender = new WebhookSender(ground.service, silent);
  return timed(() => sender.run(new AbortController().signal));
}

async function alone({ ground, targets }: World, count: number): Promise<number> {
  const rows = ground.deliveries(targets, count);
  const post = poster(ground, targets);
  return timed(async () => {
    const waiting = rows.values();
    const client = async () => {
      for (const row of waiting) await post(row);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
  });
}

/** A job for each delivery with its body, as one writes it; the task sends it and logs the attempt. */
async function graphile({ ground, targets }: World, count: number): Promise<number> {
  const { pool } = ground.db.database;
  const { url: connectionString } = ground.db;
  const utils = await makeWorkerUtils({ connectionString });
  await utils.migrate();
  const rows = ground.deliveries(targets, count);
  // The log's foreign key wants them, but no worker of ours may take them.
  await ground.insert(rows);
  await pool.query('update webhook_deliveries set due_at = null where due_at is not null');
  const specs = rows.map((row) => ({
    identifier: 'deliver',
    payload: { ...row, body: row.body.toString() },
  }));
  await utils.addJobs(specs as Parameters<typeof utils.addJobs>[0]);
  await utils.release();
  const post = poster(ground, targets);
  let left = count;
  const done = Promise.withResolvers<void>();
  return timed(async () => {
    const runner = await runGraphile({
      connectionString,
      maxPoolSize: GRAPHILE_AT_ONCE,
      concurrency: GRAPHILE_AT_ONCE,
      noHandleSignals: true,
      logger: quiet as never,
      taskList: {
        async deliver(payload) {
          const row = payload as Omit<NewDelivery, 'body'> & { body: string };
          const attempt = await post({ ...row, body: Buffer.from(row.body) });
          await logAttempts(ground.db.database, [{ deliveryId: row.id, ...attempt }]);
          if (--left === 0) done.resolve();
        },
      },
    });
    await done.promise;
    await runner.stop();
  });
}

const quiet = { scope: () => quiet, error() {}, warn() {}, info() {}, debug() {} };

/** The same signed POST that the service makes. */
function poster({ service }: Ground, targets: Target[]) {
  const known = new Map(
    targets.map((target) => [target.id, { target, secrets: secretsOf(service, target) }]),
  );
  return async (row: NewDelivery) => {
    const { target, secrets } = known.get(row.webhookId) ?? {};
    if (!target || !secrets) throw new Error('an unknown webhook');
    const post: Post = {
      id: row.id,
      url: target.webhook_url,
      body: row.body,
      secrets,
      signatureHeader: service.signatureHeader,
    };
    const attempt = await attemptPost(service, post);
    if (attempt.verdict !== 'delivered') throw new Error(attempt.error ?? 'not delivered');
    return attempt;
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** Every delivery has exactly one attempt, a success. */
async function checkLog({ db }: Ground): Promise<void> {
  const { rows } = await db.database.pool.query(
    `select count(*)::int as deliveries, count(*) filter (where a.n = 1 and a.well and due_at is null)::int as well
       from webhook_deliveries d
       left join lateral (select count(*) as n, bool_and(status = 200) as well from webhook_attempts a
                           where a.delivery_id = d.id) a on true`,
  );
  if (rows[0].deliveries !== rows[0].well) throw new Error(`logged ${JSON.stringify(rows[0])}`);
}

const HUNDRED = 100;
const PER_SECOND = 400;

/** A steady stream to 100 endpoints, from the write to the receipt; with all alive, and with one that never answers. */
async function measureIsolation(rounds: number, count: number, stops: (() => unknown)[]): Promise<Ratio> {
  const p99: Record<'alive' | 'dead', number[]> = { alive: [], dead: [] };
  const worlds = { alive: await isolationWorld(0, stops), dead: await isolationWorld(1, stops) };
  for (const world of Object.values(worlds)) await streamed(world, 400);
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? (['alive', 'dead'] as const) : (['dead', 'alive'] as const)) {
      p99[name].push(await streamed(worlds[name], count));
    }
  }
  return {
    name: 'p99 of 99 endpoints beside a dead one / beside a live one',
    ours: median(p99.dead),
    peer: median(p99.alive),
    measuredIn: 'ms',
    value: median(p99.dead.map((ms, i) => ms / (p99.alive[i] ?? 0))),
    goal: 1.1,
    unit: 'x',
    better: 'lower',
  };
}

type Isolation = Awaited<ReturnType<typeof isolationWorld>>;

async function isolationWorld(dead: number, stops: (() => unknown)[]) {
  const ground = await webhookGround(stops);
  const { urls, received } = await startReceiver(HUNDRED, dead, stops);
  const stopping = new AbortController();
  const sender = new WebhookSender(ground.service, silent);
  const world = { ground, targets: await ground.targets(urls), received, sender, stopping };
  const running = keepSending(world);
  stops.push(async () => {
    stopping.abort();
    sender.wake();
    await running;
  });
  return world;
}

async function keepSending({ sender, stopping }: { sender: WebhookSender; stopping: AbortController }) {
  while (!stopping.signal.aborted) {
    await sender.run(stopping.signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The p99 of those to the endpoints that are alive in both worlds. */
async function streamed({ ground, targets, received, sender }: Isolation, count: number): Promise<number> {
  await received();
  const begun = performance.now();
  const every = 20;
  const now = () => String(performance.timeOrigin + performance.now());
  for (let sent = 0; sent < count; sent += every) {
    await ground.insert(ground.deliveries(rotated(targets, sent), every, now));
    sender.wake();
    const ahead = (sent / PER_SECOND) * 1_000 - (performance.now() - begun);
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { latencies } = await received();
  if (latencies.length < count * 0.98) throw new Error(`only ${latencies.length} of ${count} came`);
  return latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0;
}

function rotated<T>(list: T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
