import type { WebhookStatistics } from '../../../contract/delivery.ts';
import { type Db, statement } from '../../../db/database.ts';
import { DELIVERIES_WITH_STATE, DELIVERY_STATE } from './delivery-queue.ts';

const DAY_MS = 86_400_000;
const MOST_DELIVERIES = 1_000;

/** For each webhook it reads the newest delivery and at most 1,000 entries of two indexes. */
const statistics = statement(
  'webhooks.statistics',
  `select w.id as webhook_id, last.created_at, last.state, attempt.status, attempt.error, day.*
     from (select id, created_at from webhooks where organization_id = $1
            order by created_at desc, id limit $3 offset $4) w
     left join lateral (
       (select id, created_at, ${DELIVERY_STATE} as state from ${DELIVERIES_WITH_STATE} d where d.webhook_id = w.id
         order by created_at desc, id desc limit 1)
       union all
       (select id, created_at, case when is_delivered then 'delivered' else 'failed' end from webhook_tests t
         where t.webhook_id = w.id order by created_at desc, id desc limit 1)
       order by created_at desc limit 1) last on true
     left join lateral (
       (select status, error, started_at from webhook_attempts a where a.delivery_id = last.id
         order by started_at desc limit 1)
       union all
       select status, error, created_at from webhook_tests t where t.id = last.id
       limit 1) attempt on true
     cross join lateral (
       select (count(*) filter (where q.delivery_id is null))::int as delivered,
              (count(*) filter (where q.attempts > 0 or q.died_at is not null))::int as undelivered,
              count(*) < ${MOST_DELIVERIES} as is_complete
         from (select id from webhook_deliveries d where d.webhook_id = w.id and d.created_at >= $2
                order by created_at desc, id desc limit ${MOST_DELIVERIES}) d
         left join delivery_queue q on q.delivery_id = d.id) day
    order by w.created_at desc, w.id`,
);

type Row = {
  webhook_id: string;
  created_at: Date | null;
  state: NonNullable<WebhookStatistics['webhooks'][number]['last_delivery']>['state'];
  status: number | null;
  error: string | null;
  delivered: number;
  undelivered: number;
  is_complete: boolean;
};

/** The last delivery of each webhook, and how many of the last 24 hours arrived. */
export async function readWebhookStatistics(
  db: Db,
  organizationId: number,
  { page, page_size }: { page: number; page_size: number },
  now: Date,
): Promise<WebhookStatistics> {
  const since = new Date(now.getTime() - DAY_MS);
  const rows = await db.rows<Row>(statistics, [organizationId, since, page_size, (page - 1) * page_size]);
  return {
    webhooks: rows.map(({ created_at, state, status, error, ...day }) => ({
      ...day,
      last_delivery: created_at && { created_at: created_at.toISOString(), state, status, error },
    })),
  };
}
