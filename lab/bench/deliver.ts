import { makeWorkerUtils, run as runGraphile } from 'graphile-worker';
import { attemptPost, type Post } from '../../server/src/domain/notifications/deliveries/attempt.ts';
import {
  logAttempts,
  type NewDelivery,
} from '../../server/src/domain/notifications/deliveries/delivery-store.ts';
import { WebhookSender } from '../../server/src/domain/notifications/deliveries/webhook-sender.ts';
import { secretsOf } from '../../server/src/domain/notifications/webhooks/signature.ts';
import type { Target } from '../../server/src/domain/notifications/webhooks/webhook-store.ts';
import { silent } from '../../server/test/support/cluster.ts';
import {
  type Bench,
  inTurns,
  overhead,
  p99,
  pairwise,
  perSecond,
  type Ratio,
  rateRatio,
  secondsOf,
  sleep,
} from './support/bench.ts';
import { startReceiver, type WebhookBench, webhookBench } from './support/webhooks.ts';

const ENDPOINTS = 20;
const CONCURRENCY = 64;
const GRAPHILE_CONCURRENCY = 24;
const ISOLATION_ENDPOINTS = 100;
const ISOLATION_PER_SECOND = 400;

type Setup = { webhooks: WebhookBench; targets: Target[] };

export const bench: Bench = {
  about:
    'deliveries of 1.3 KB, signed and sent to a receiver in its own process, with each attempt stored, against one graphile-worker job per delivery and against sending without a database; and the effect of one dead endpoint on 99 others',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const throughput = await measureThroughput(quick ? 3 : 7, quick ? 2_000 : 5_000, cleanup);
    const isolation = await measureIsolation(quick ? 2 : 5, quick ? 1_200 : 6_000, cleanup);
    return [...throughput, isolation];
  },
};

async function measureThroughput(
  rounds: number,
  count: number,
  cleanup: AsyncDisposableStack,
): Promise<Ratio[]> {
  const webhooks = await webhookBench(cleanup);
  const { urls, received } = await startReceiver(cleanup, ENDPOINTS, 0);
  const setup: Setup = { webhooks, targets: await webhooks.targets(urls) };
  const rate = (name: string, send: typeof sendOurs, sent: number) => async () => {
    await received();
    const seconds = await send(setup, sent);
    const { count: arrived } = await received();
    if (arrived !== sent) throw new Error(`${name}: ${arrived} of ${sent} arrived`);
    return sent / seconds;
  };
  for (const send of [sendOurs, sendAlone, sendGraphile]) await send(setup, 500);
  const { ours, alone, graphile } = await inTurns(rounds, {
    ours: rate('ours', sendOurs, count),
    alone: rate('alone', sendAlone, count),
    graphile: rate('graphile', sendGraphile, count / 4),
  });
  await checkLog(webhooks);
  const compare = (name: string, peer: number[], goal: number) =>
    rateRatio(name, pairwise(ours, peer), 'deliveries/s', goal);
  return [
    compare('durable with attempt log / one graphile-worker job each', graphile, 8),
    compare('durable with attempt log / sending without a database', alone, 0.7),
  ];
}

/** Seconds from the first claim until the last result is stored. */
async function sendOurs({ webhooks, targets }: Setup, count: number): Promise<number> {
  await webhooks.insert(webhooks.deliveries(targets, count));
  const sender = new WebhookSender(webhooks.service, silent);
  return secondsOf(() => sender.run(new AbortController().signal));
}

async function sendAlone({ webhooks, targets }: Setup, count: number): Promise<number> {
  const rows = webhooks.deliveries(targets, count);
  const post = poster(webhooks, targets);
  return count / (await perSecond(count, CONCURRENCY, (i) => post(rows[i] as NewDelivery)));
}

/** One job per delivery, with its body. The task sends it and logs the attempt. */
async function sendGraphile({ webhooks, targets }: Setup, count: number): Promise<number> {
  const { database, url: connectionString } = webhooks.db;
  const utils = await makeWorkerUtils({ connectionString });
  await utils.migrate();
  const rows = webhooks.deliveries(targets, count);
  // The attempt log refers to these rows. Our sender sends only what is in its queue.
  await webhooks.insert(rows);
  await database.pool.query('truncate delivery_queue');
  const jobs = rows.map((row) => ({ identifier: 'deliver', payload: { ...row, body: row.body.toString() } }));
  await utils.addJobs(jobs as Parameters<typeof utils.addJobs>[0]);
  await utils.release();
  const post = poster(webhooks, targets);
  let left = count;
  const done = Promise.withResolvers<void>();
  return secondsOf(async () => {
    const runner = await runGraphile({
      connectionString,
      maxPoolSize: GRAPHILE_CONCURRENCY,
      concurrency: GRAPHILE_CONCURRENCY,
      noHandleSignals: true,
      logger: noLogger as never,
      taskList: {
        async deliver(payload) {
          const row = payload as Omit<NewDelivery, 'body'> & { body: string };
          const attempt = await post({ ...row, body: Buffer.from(row.body) });
          await logAttempts(database, [{ deliveryId: row.id, ...attempt }]);
          if (--left === 0) done.resolve();
        },
      },
    });
    await done.promise;
    await runner.stop();
  });
}

const noLogger = { scope: () => noLogger, error() {}, warn() {}, info() {}, debug() {} };

/** Sends the same signed POST request as the service. */
function poster({ service }: WebhookBench, targets: Target[]) {
  const known = new Map(
    targets.map((target) => [target.id, { target, secrets: secretsOf(service, target) }]),
  );
  return async (row: NewDelivery) => {
    const { target, secrets } = known.get(row.webhookId) ?? {};
    if (!target || !secrets) throw new Error('Unknown webhook');
    const { signatureHeader } = service.webhooks;
    const post: Post = { id: row.id, url: target.webhook_url, body: row.body, secrets, signatureHeader };
    const attempt = await attemptPost(service, post);
    if (attempt.verdict !== 'delivered') throw new Error(attempt.error ?? 'Not delivered');
    return attempt;
  };
}

/** Checks that every delivery has exactly one attempt, which succeeded. */
async function checkLog({ db }: WebhookBench): Promise<void> {
  const { rows } = await db.database.pool.query(
    `select count(*)::int as deliveries, count(*) filter (where a.n = 1 and a.well and q.delivery_id is null)::int as well
       from webhook_deliveries d left join delivery_queue q on q.delivery_id = d.id
       left join lateral (select count(*) as n, bool_and(status = 200) as well from webhook_attempts a
                           where a.delivery_id = d.id) a on true`,
  );
  if (rows[0].deliveries !== rows[0].well) throw new Error(`The log has ${JSON.stringify(rows[0])}`);
}

/** p99 from the write to the receipt, at a constant rate to 100 endpoints, with all alive and with one dead. */
async function measureIsolation(
  rounds: number,
  count: number,
  cleanup: AsyncDisposableStack,
): Promise<Ratio> {
  const setups = { alive: await isolationSetup(cleanup, 0), dead: await isolationSetup(cleanup, 1) };
  for (const setup of Object.values(setups)) await streamP99(setup, 400);
  const { dead, alive } = await inTurns(rounds, {
    dead: () => streamP99(setups.dead, count),
    alive: () => streamP99(setups.alive, count),
  });
  return overhead(
    'p99 of 99 endpoints beside a dead one / beside a live one',
    pairwise(dead, alive),
    'ms',
    1.1,
  );
}

type IsolationSetup = Awaited<ReturnType<typeof isolationSetup>>;

async function isolationSetup(cleanup: AsyncDisposableStack, dead: number) {
  const webhooks = await webhookBench(cleanup);
  const { urls, received } = await startReceiver(cleanup, ISOLATION_ENDPOINTS, dead);
  const targets = await webhooks.targets(urls);
  const stopping = new AbortController();
  const sender = new WebhookSender(webhooks.service, silent);
  const running = keepSending(sender, stopping.signal);
  cleanup.defer(async () => {
    stopping.abort();
    sender.wake();
    await running;
  });
  return { webhooks, targets, received, sender };
}

async function keepSending(sender: WebhookSender, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sender.run(signal);
    await sleep(5);
  }
}

/** The p99 of the endpoints that are alive in both setups. */
async function streamP99(
  { webhooks, targets, received, sender }: IsolationSetup,
  count: number,
): Promise<number> {
  await received();
  const startedAt = performance.now();
  const batch = 20;
  const now = () => String(performance.timeOrigin + performance.now());
  for (let sent = 0; sent < count; sent += batch) {
    const start = sent % targets.length;
    const rotated = [...targets.slice(start), ...targets.slice(0, start)];
    await webhooks.insert(webhooks.deliveries(rotated, batch, now));
    sender.wake();
    const ahead = (sent / ISOLATION_PER_SECOND) * 1_000 - (performance.now() - startedAt);
    if (ahead > 0) await sleep(ahead);
  }
  await sleep(500);
  const { latencies } = await received();
  if (latencies.length < count * 0.98) throw new Error(`Only ${latencies.length} of ${count} arrived`);
  return p99(latencies);
}
