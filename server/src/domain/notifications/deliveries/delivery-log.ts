import type { Delivery, DeliveryFilter } from '../../../contract/delivery.ts';
import { type Pagination, paginationOf } from '../../../contract/pagination.ts';
import { type Db, statement } from '../../../db/database.ts';
import { AppError, invalid } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import { findTarget } from '../webhooks/webhook-store.ts';
import { DELIVERIES_WITH_STATE, DELIVERY_STATE } from './delivery-queue.ts';
import { isTest, TEST_ATTEMPTS, TESTS_AS_DELIVERIES } from './test-log.ts';

type Row = Pick<Delivery, 'id' | 'event' | 'alert_id' | 'alert_name' | 'total_matches' | 'failure'> & {
  created_at: Date;
  /** The driver returns 'infinity' as a number. */
  due_at: Date | number | null;
  lease_id: string | null;
  died_at: Date | null;
};

const FILTER = `($2::text is null or ${DELIVERY_STATE} = $2) and ($3::text is null or event = $3)
   and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)`;
const TESTS = `(${TESTS_AS_DELIVERIES}) t where ${FILTER}`;

const page = statement(
  'deliveries.page',
  `(select id, event, alert_id, alert_name, total_matches, created_at, due_at, lease_id, failure, died_at
      from ${DELIVERIES_WITH_STATE} d where webhook_id = $1 and ${FILTER}
     order by created_at desc, id desc limit $6::int + $7::int)
   union all select * from ${TESTS}
   order by created_at desc, id desc limit $6::int offset $7::int`,
);
const count = statement(
  'deliveries.count',
  `select (select count(*) from ${DELIVERIES_WITH_STATE} d where webhook_id = $1 and ${FILTER})
        + (select count(*) from ${TESTS}) as n`,
);
const attemptsOf = statement(
  'deliveries.attempts',
  `select delivery_id, started_at, duration_ms, status, error, answer from webhook_attempts
    where delivery_id = any($1::uuid[]) union all ${TEST_ATTEMPTS} order by started_at`,
);
type AttemptRow = Pick<Delivery['attempts'][number], 'status' | 'duration_ms' | 'error'> & {
  delivery_id: string;
  started_at: Date;
  answer: Buffer;
};

/** One page of a webhook's deliveries with all their attempts, newest delivery first. */
export async function listDeliveries(
  db: Db,
  organizationId: number,
  webhookId: string,
  filter: DeliveryFilter,
  { page: number, pageSize }: { page: number; pageSize: number },
): Promise<{ deliveries: Delivery[]; pagination: Pagination }> {
  await findTarget(db, organizationId, webhookId);
  const { state = null, event = null, from = null, to = null } = filter;
  const [rows, total] = await Promise.all([
    db.rows<Row>(page, [webhookId, state, event, from, to, pageSize, (number - 1) * pageSize]),
    db.row<{ n: number }>(count, [webhookId, state, event, from, to]),
  ]);
  const attempts = await db.rows<AttemptRow>(attemptsOf, [rows.map((row) => row.id)]);
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id);
  return {
    deliveries: rows.map((row) => listed(row, byDelivery.get(row.id) ?? [])),
    pagination: paginationOf(number, pageSize, rows.length, total?.n ?? 0),
  };
}

function listed(row: Row, attempts: AttemptRow[]): Delivery {
  const { id, event, alert_id, alert_name, total_matches, failure, due_at, lease_id } = row;
  const next = due_at instanceof Date && lease_id === null ? due_at.toISOString() : null;
  return {
    id,
    event,
    alert_id,
    alert_name,
    total_matches,
    state: stateOf(row),
    failure,
    created_at: row.created_at.toISOString(),
    next_attempt_at: next,
    attempts: attempts.map(({ started_at, duration_ms, status, error, answer }) => ({
      time: started_at.toISOString(),
      status,
      duration_ms,
      error,
      response_body: answer.toString('utf8'),
    })),
  };
}

function stateOf({ died_at, due_at }: Row): Delivery['state'] {
  if (died_at !== null) return 'failed';
  if (due_at === null) return 'delivered';
  return due_at instanceof Date ? 'waiting' : 'held';
}

/** Queues the deliveries that the condition selects. The retry schedule starts again. */
const queueAgain = (condition: string) =>
  `with replayed as (
     update webhook_deliveries set replayed_at = now() where ${condition} returning id, fairness_key, organization_id
   )
   insert into delivery_queue (delivery_id, fairness_key, organization_id, restarted_at)
   select id, fairness_key, organization_id, now() from replayed order by id
   on conflict (delivery_id) do update set due_at = now(), restarted_at = now(), lease_id = null, attempts = 0,
     failure = null, died_at = null`;

const makeDue = statement('deliveries.replay', queueAgain('id = $1 and webhook_id = $2'));

const MOST_REPLAYED = 1_000;

/** Oldest first. Deliveries that are waiting or being sent are left alone, so that a repeated request continues. */
const makeAllDue = statement(
  'deliveries.replay-since',
  queueAgain(`id = any(array(
      select id from ${DELIVERIES_WITH_STATE} d
       where webhook_id = $1 and created_at >= $2 and due_at is null and (died_at is not null or not $3)
         and (replayed_at is null or replayed_at < $4)
       order by created_at, id limit ${MOST_REPLAYED}))`),
);

/** Sends all deliveries since a time again. One request replays a delivery that was not replayed in the last minute. */
export async function replaySince(
  { db, wake, clock }: NotificationService,
  organizationId: number,
  webhookId: string,
  { since, only_failed }: { since: Date; only_failed: boolean },
): Promise<{ replayed: number; has_more: boolean }> {
  await findTarget(db, organizationId, webhookId);
  const justNow = new Date(clock.now().getTime() - 60_000);
  const replayed = await db.run(makeAllDue, [webhookId, since, only_failed, justNow]);
  if (replayed > 0) wake('webhook_deliveries');
  return { replayed, has_more: replayed === MOST_REPLAYED };
}

const TEST_PROBLEM = {
  type: 'value_error',
  loc: ['path', 'delivery_id'],
  msg: 'A test event cannot be replayed. Send another one with POST /alerts/webhook/test',
  input: null,
};

/** Sends a delivery again: same bytes, same id, with the full retry schedule. */
export async function replay(
  { db, wake }: NotificationService,
  organizationId: number,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  await findTarget(db, organizationId, webhookId);
  const replayed = await db.run(makeDue, [deliveryId, webhookId]);
  if (replayed === 0 && (await isTest(db, deliveryId, webhookId))) throw invalid([TEST_PROBLEM]);
  if (replayed === 0) throw new AppError('not_found', 'There is no such delivery.');
  wake('webhook_deliveries');
}
