import { type Db, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import type { DisabledWebhook } from '../mail/queue-emails.ts';
import type { Attempt } from './attempt.ts';
import { DELIVERIES_WITH_STATE } from './delivery-queue.ts';

export type NewDelivery = {
  id: string;
  webhookId: string;
  fairnessKey: number;
  organizationId: number;
  firingId: string;
  event: string;
  alertId: number;
  alertName: string;
  totalMatches: number;
  body: Buffer;
  traceparent?: string | null;
  /** When the oldest match was found. */
  matchedAt?: Date;
};

const insert = statement(
  'deliveries.insert',
  `with stored as (
     insert into webhook_deliveries (id, webhook_id, fairness_key, organization_id, firing_id, event, alert_id,
       alert_name, total_matches, body, traceparent, matched_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::uuid[], $6::text[], $7::bigint[], $8::text[],
       $9::int[], $10::bytea[], $11::text[], $12::timestamptz[])
     on conflict (id) do nothing returning id, fairness_key, organization_id
   )
   insert into delivery_queue (delivery_id, fairness_key, organization_id)
   select id, fairness_key, organization_id from stored`,
);
export function insertDeliveries(db: Db, rows: NewDelivery[]): Promise<number> {
  return db.run(insert, [
    ...columnsOf(rows, 'id', 'webhookId', 'fairnessKey', 'organizationId', 'firingId', 'event'),
    ...columnsOf(rows, 'alertId', 'alertName', 'totalMatches', 'body', 'traceparent', 'matchedAt'),
  ]);
}

const bodyOf = statement('deliveries.body', `select body from webhook_deliveries where id = $1`);
export async function findBody(db: Db, id: string): Promise<Buffer | null> {
  return (await db.row<{ body: Buffer }>(bodyOf, [id]))?.body ?? null;
}

const hold = statement(
  'deliveries.hold',
  `update delivery_queue set due_at = 'infinity', lease_id = null, attempts = attempts - 1
    where delivery_id = any($1::uuid[]) and lease_id = $2`,
);
/** Holds deliveries until the webhook is enabled again. */
export function holdDeliveries(db: Db, leaseId: string, ids: string[]): Promise<number> {
  return db.run(hold, [ids, leaseId]);
}

const held = statement(
  'deliveries.held',
  `select count(*)::int as count from (
     select from webhooks w, lateral (
       select from delivery_queue q where q.fairness_key = w.fairness_key and q.due_at = 'infinity' limit 10000) h
      where not w.enabled limit 10000) counted`,
);
/** Deliveries on hold, up to 10,000: one index range per disabled webhook. */
export async function countHeld(db: Db): Promise<number> {
  return (await db.row<{ count: number }>(held))?.count ?? 0;
}

const resume = statement(
  'deliveries.resume',
  `update delivery_queue set due_at = now()
    where fairness_key = (select fairness_key from webhooks where id = $1) and due_at = 'infinity'`,
);
export function resumeDeliveries(db: Db, webhookId: string): Promise<number> {
  return db.run(resume, [webhookId]);
}

// The join skips deliveries that were deleted with their webhook in the meantime.
const log = statement(
  'deliveries.log',
  `insert into webhook_attempts (delivery_id, started_at, duration_ms, status, error, answer)
   select a.id, to_timestamp(a.started_ms / 1000), a.duration_ms, a.status, a.error, a.answer
     from unnest($1::uuid[], $2::float8[], $3::int[], $4::smallint[], $5::text[], $6::bytea[])
       as a(id, started_ms, duration_ms, status, error, answer)
     join webhook_deliveries d on d.id = a.id`,
);
export function logAttempts(
  db: Db,
  rows: (Omit<Attempt, 'verdict' | 'retryAfterMs'> & { deliveryId: string })[],
): Promise<number> {
  return db.run(log, [
    rows.map((row) => row.deliveryId),
    rows.map((row) => row.startedAt.getTime()),
    ...columnsOf(rows, 'durationMs', 'status', 'error', 'responseBody'),
  ]);
}

const failing = statement(
  'deliveries.failing',
  `update webhooks set failing_since = now() where id = any($1::uuid[]) and failing_since is null`,
);
const healthy = statement(
  'deliveries.healthy',
  `update webhooks set failing_since = null where id = any($1::uuid[]) and failing_since is not null`,
);
export async function markHealth(db: Db, failed: string[], succeeded: string[]): Promise<void> {
  if (failed.length > 0) await db.run(failing, [failed]);
  if (succeeded.length > 0) await db.run(healthy, [succeeded]);
}

const disable = statement(
  'deliveries.disable',
  `update webhooks set enabled = false, disabled_reason = $2
    where id = any($1::uuid[]) and enabled
      and ($3::float8 is null or failing_since <= now() - $3 * interval '1 millisecond')
    returning id, organization_id, webhook_url`,
);
/** Disables those that are enabled and, if `failingMs` is given, have been failing for at least that long. */
export function disableWebhooks(
  db: Db,
  ids: string[],
  reason: string,
  failingMs: number | null,
): Promise<DisabledWebhook[]> {
  return db.rows<DisabledWebhook>(disable, [ids, reason, failingMs]);
}

const forget = statement(
  'deliveries.forget',
  `delete from webhook_deliveries where id in (
     select id from ${DELIVERIES_WITH_STATE} d
      where created_at < now() - $1 * interval '1 day' and (due_at is null or due_at = 'infinity') limit $2)`,
);
export function deleteOldDeliveries(db: Db, days: number, limit: number): Promise<number> {
  return db.run(forget, [days, limit]);
}
