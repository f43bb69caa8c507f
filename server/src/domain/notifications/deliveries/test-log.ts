import { type Db, statement } from '../../../db/database.ts';
import type { Attempt } from './attempt.ts';

export const TEST_ALERT_NAME = 'Test alert';
/** Older test events of a webhook are deleted. */
const KEPT_PER_WEBHOOK = 50;

const insert = statement(
  'webhook-tests.insert',
  `with old as (
     delete from webhook_tests where id in (
       select id from webhook_tests where webhook_id = $2 order by created_at desc, id desc offset ${KEPT_PER_WEBHOOK - 1})
   )
   insert into webhook_tests (id, webhook_id, created_at, duration_ms, status, error, answer, is_delivered)
   select $1, w.id, $3, $4, $5, $6, $7, $8 from webhooks w where w.id = $2`,
);

/** Stores nothing if the webhook was deleted in the meantime. */
export async function storeTest(db: Db, id: string, webhookId: string, attempt: Attempt): Promise<void> {
  const { startedAt, durationMs, status, error, responseBody, verdict } = attempt;
  const isDelivered = verdict === 'delivered';
  await db.run(insert, [id, webhookId, startedAt, durationMs, status, error, responseBody, isDelivered]);
}

const find = statement('webhook-tests.find', `select 1 from webhook_tests where id = $1 and webhook_id = $2`);

export async function isTest(db: Db, id: string, webhookId: string): Promise<boolean> {
  return (await db.row(find, [id, webhookId])) !== null;
}

/** SQL: the test events of a webhook, with the columns of a page of deliveries. */
export const TESTS_AS_DELIVERIES = `
  select id, 'alert.test' as event, 0::bigint as alert_id, '${TEST_ALERT_NAME}' as alert_name, 1 as total_matches, created_at,
         null::timestamptz as due_at, null::uuid as lease_id, case when is_delivered then null else error end as failure,
         case when is_delivered then null else created_at end as died_at
    from webhook_tests where webhook_id = $1`;

/** SQL: their attempts. */
export const TEST_ATTEMPTS = `
  select id as delivery_id, created_at as started_at, duration_ms, status, error, answer from webhook_tests
   where id = any($1::uuid[])`;
