import type { Failure, WorkQueue } from '../../../db/claim.ts';
import type { Transaction } from '../../../db/database.ts';
import { queueWebhookDisabled } from '../mail/queue-emails.ts';
import type { NotificationService } from '../notification-service.ts';
import { retryDelayMs } from '../retry-schedule.ts';
import type { Attempt } from './attempt.ts';
import type { Claimed } from './claim-deliveries.ts';
import type { QueuedDelivery } from './delivery-queue.ts';
import { disableWebhooks, logAttempts, markHealth } from './delivery-store.ts';

export type Settled = Claimed & { attempt: Attempt };

const DISABLE_AFTER_MS = 5 * 24 * 3_600_000;
const GONE = 'The receiver responded with status 410 (Gone).';
const FAILED = 'Every delivery has failed for 5 days.';

/**
 * Writes the results of many attempts in one transaction: queue, attempt log, and health of the webhooks. Returns the ids of
 * the deliveries that have failed for good. The statements are started together, so that they are one round trip.
 */
export async function settle(
  service: NotificationService,
  queue: WorkQueue<QueuedDelivery>,
  batch: Settled[],
): Promise<Set<string>> {
  const counted = batch.filter(({ attempt }) => attempt.verdict !== 'cancelled');
  const settleAll = async (tx: Transaction) => {
    const byLease = Map.groupBy(batch, (settled) => settled.leaseId);
    const leases = [...byLease].map(([leaseId, group]) => settleLease(tx, queue, leaseId, group));
    const logged = logAttempts(
      tx,
      counted.map(({ id, attempt }) => ({ deliveryId: id, ...attempt })),
    );
    const [dead] = await Promise.all([Promise.all(leases), logged]);
    return { dead: new Set(dead.flat()), anyDisabled: await updateWebhooks(tx, counted) };
  };
  const { dead, anyDisabled } = await service.db.transaction(settleAll);
  if (anyDisabled) service.wake('mails');
  return dead;
}

async function settleLease(
  tx: Transaction,
  queue: WorkQueue<QueuedDelivery>,
  leaseId: string,
  group: Settled[],
): Promise<string[]> {
  const withVerdict = (...verdicts: Attempt['verdict'][]) =>
    group.filter(({ attempt }) => verdicts.includes(attempt.verdict));
  const ids = (some: Settled[]) => some.map(({ id }) => id);
  const delivered = withVerdict('delivered');
  const cancelled = withVerdict('cancelled');
  const failures = withVerdict('failed', 'gone').map(failureOf);
  const [dead] = await Promise.all([
    failures.length > 0 ? queue.fail(tx, leaseId, failures) : [],
    delivered.length > 0 && queue.finish(tx, leaseId, ids(delivered)),
    cancelled.length > 0 && queue.release(tx, leaseId, ids(cancelled)),
  ]);
  return dead.map(String);
}

function failureOf({ id, made, attempt }: Settled): Failure {
  const attempts = made + 1;
  const failure = { key: id, attempts, reason: attempt.error ?? '' };
  const delayMs = retryDelayMs(attempts, attempt.retryAfterMs, Math.random());
  if (attempt.verdict === 'gone' || delayMs === null) return { ...failure, hopeless: true };
  return { ...failure, delayMs };
}

/** Updates `failing_since` and disables webhooks. True if any was disabled. */
async function updateWebhooks(tx: Transaction, batch: Settled[]): Promise<boolean> {
  // Sorted, so that concurrent transactions lock the rows in the same order.
  const webhooks = (some: Settled[]) => [...new Set(some.map(({ webhookId }) => webhookId))].sort();
  const deliveries = batch.filter(({ attempt }) => attempt.verdict === 'delivered');
  const delivered = new Set(webhooks(deliveries));
  const failed = webhooks(batch.filter(({ attempt }) => attempt.verdict !== 'delivered'));
  const gone = webhooks(batch.filter(({ attempt }) => attempt.verdict === 'gone'));
  const onlyFailed = failed.filter((id) => !delivered.has(id));
  await markHealth(tx, onlyFailed, webhooks(deliveries.filter(({ wasFailing }) => wasFailing)));
  const disabled = [
    ...(gone.length > 0 ? await disableWebhooks(tx, gone, GONE, null) : []),
    ...(onlyFailed.length > 0 ? await disableWebhooks(tx, onlyFailed, FAILED, DISABLE_AFTER_MS) : []),
  ];
  for (const webhook of disabled) {
    await queueWebhookDisabled(tx, webhook, gone.includes(webhook.id) ? GONE : FAILED);
  }
  return disabled.length > 0;
}
