import type { Failure, WorkQueue } from '../../../db/claim.ts';
import type { Transaction } from '../../../db/database.ts';
import { tellOfDisabled } from '../mail/tell-of-disabled.ts';
import type { NotificationService } from '../notification-service.ts';
import type { Attempt } from './attempt.ts';
import type { WaitingDelivery } from './queue.ts';
import { retryDelayMs } from '../retry-schedule.ts';
import { disableWebhooks, logAttempts, markHealth } from './store.ts';

/** A delivery under its lease, with what its last attempt came to. */
export type Settled = {
  leaseId: string;
  id: string;
  webhookId: string;
  /** Attempts before this one. */
  made: number;
  attempt: Attempt;
  wasFailing: boolean;
};

const FAILING_TOO_LONG_MS = 5 * 24 * 3_600_000;

/** Writes the outcomes of many attempts in one transaction: the log, the queue, and the health of the webhooks. */
export async function settle(
  { db, wake }: NotificationService,
  queue: WorkQueue<WaitingDelivery>,
  batch: Settled[],
): Promise<void> {
  const told = await db.transaction(async (tx) => {
    for (const [leaseId, group] of Map.groupBy(batch, (one) => one.leaseId)) {
      await settleLease(tx, queue, leaseId, group);
    }
    const counted = batch.filter(({ attempt }) => attempt.verdict !== 'cancelled');
    if (counted.length > 0) {
      await logAttempts(
        tx,
        counted.map(({ id, attempt }) => ({ deliveryId: id, ...attempt })),
      );
    }
    return judgeWebhooks(tx, counted);
  });
  if (told) wake('mails');
}

async function settleLease(
  tx: Transaction,
  queue: WorkQueue<WaitingDelivery>,
  leaseId: string,
  group: Settled[],
): Promise<void> {
  const of = (verdict: Attempt['verdict']) => group.filter(({ attempt }) => attempt.verdict === verdict);
  const ids = (some: Settled[]) => some.map(({ id }) => id);
  const delivered = of('delivered');
  const cancelled = of('cancelled');
  const failures = [...of('failed'), ...of('gone')].map(failureOf);
  if (delivered.length > 0) await queue.finish(tx, leaseId, ids(delivered));
  if (failures.length > 0) await queue.fail(tx, leaseId, failures);
  if (cancelled.length > 0) await queue.release(tx, leaseId, ids(cancelled));
}

function failureOf({ id, made, attempt }: Settled): Failure {
  const delayMs = retryDelayMs(made + 1, attempt.retryAfterMs, Math.random());
  const reason = attempt.error ?? '';
  if (attempt.verdict === 'gone' || delayMs === null) {
    return { key: id, attempts: made + 1, reason, hopeless: true };
  }
  return { key: id, attempts: made + 1, reason, delayMs };
}

/** True when somebody is to be told by mail. */
async function judgeWebhooks(tx: Transaction, batch: Settled[]): Promise<boolean> {
  const webhooks = (some: Settled[]) => [...new Set(some.map(({ webhookId }) => webhookId))].sort();
  const well = webhooks(
    batch.filter(({ attempt, wasFailing }) => attempt.verdict === 'delivered' && wasFailing),
  );
  const delivered = new Set(webhooks(batch.filter(({ attempt }) => attempt.verdict === 'delivered')));
  const failed = webhooks(batch.filter(({ attempt }) => attempt.verdict !== 'delivered'));
  const gone = webhooks(batch.filter(({ attempt }) => attempt.verdict === 'gone'));
  const onlyFailed = failed.filter((id) => !delivered.has(id));
  await markHealth(tx, onlyFailed, well);
  const disabled = [
    ...(gone.length > 0 ? await disableWebhooks(tx, gone, GONE, null) : []),
    ...(onlyFailed.length > 0 ? await disableWebhooks(tx, onlyFailed, FAILED, FAILING_TOO_LONG_MS) : []),
  ];
  for (const webhook of disabled) {
    await tellOfDisabled(tx, webhook, gone.includes(webhook.id) ? GONE : FAILED);
  }
  return disabled.length > 0;
}

const GONE = 'The receiver answered 410: it wants no more notifications.';
const FAILED = 'Nothing but failures for 5 days.';
