import type { DeliveryLatency } from '../../../contract/delivery.ts';
import { type Db, statement } from '../../../db/database.ts';
import { findTarget } from '../webhooks/webhook-store.ts';

const HOUR_MS = 3_600_000;
/** A chart of more hours has one point per day. */
const MAX_HOURLY = 48;
const MOST_DELIVERIES = 5_000;

const latency = statement(
  'deliveries.latency',
  `with newest as materialized (
     select id from webhook_deliveries where webhook_id = $1 and created_at >= $2
      order by created_at desc, id desc limit ${MOST_DELIVERIES + 1}
   ), counted as (select id from newest limit ${MOST_DELIVERIES})
   select date_trunc($3, a.started_at, 'UTC') as start, count(*)::int as attempts,
          (count(*) filter (where a.status is null or a.status not between 200 and 299))::int as failed,
          percentile_disc(0.5) within group (order by a.duration_ms) as median_ms,
          percentile_disc(0.95) within group (order by a.duration_ms) as p95_ms,
          (select count(*) from newest) <= ${MOST_DELIVERIES} as is_complete
     from counted c join webhook_attempts a on a.delivery_id = c.id where a.started_at >= $2
    group by 1 order by 1`,
);

type Row = Omit<DeliveryLatency['points'][number], 'start'> & { start: Date; is_complete: boolean };

/** How long the receiver took to answer, over the hours until now. */
export async function readLatency(
  db: Db,
  organizationId: number,
  webhookId: string,
  hours: number,
  now: Date,
): Promise<DeliveryLatency> {
  await findTarget(db, organizationId, webhookId);
  const step = hours <= MAX_HOURLY ? 'hour' : 'day';
  const rows = await db.rows<Row>(latency, [webhookId, new Date(now.getTime() - hours * HOUR_MS), step]);
  return {
    step,
    points: rows.map(({ is_complete: _, start, ...point }) => ({ ...point, start: start.toISOString() })),
    is_complete: rows[0]?.is_complete ?? true,
  };
}
