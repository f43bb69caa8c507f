import type { MatchDelivery } from '../../contract/match.ts';
import { type Db, statement } from '../../db/database.ts';
import { DELIVERIES_WITH_STATE } from './deliveries/delivery-queue.ts';

export type FiringDelivery = MatchDelivery & { firing_id: string };

type Row = Omit<FiringDelivery, 'delivered_at'> & { delivered_at: Date | null };

const STATE = `case when d.died_at is not null then 'failed' when d.due_at is null then 'delivered'
                    when d.due_at = 'infinity' then 'held' else 'waiting' end`;

/** Cost: one index lookup per firing in each table, and one per delivery for its attempts. */
const read = statement(
  'notifications.of-firings',
  `select d.firing_id, 'webhook' as channel, w.webhook_url as target, ${STATE} as state, a.made as attempts,
          case when d.due_at is null and d.died_at is null then a.last end as delivered_at
     from ${DELIVERIES_WITH_STATE} d join webhooks w on w.id = d.webhook_id
     cross join lateral (select count(*)::int as made, max(started_at) as last
                           from webhook_attempts a where a.delivery_id = d.id) a
    where d.firing_id = any($2::uuid[]) and d.organization_id = $1
   union all
   select d.firing_id, 'email', d.address, case when d.kept_at is null then ${STATE} else 'kept' end, d.attempts, d.sent_at
     from mails d where d.firing_id = any($2::uuid[]) and d.organization_id = $1`,
);

/** All webhook deliveries and emails of these firings, in no particular order. */
export async function readDeliveries(
  db: Db,
  organizationId: number,
  firingIds: string[],
): Promise<FiringDelivery[]> {
  const rows = await db.rows<Row>(read, [organizationId, firingIds]);
  return rows.map((row) => ({ ...row, delivered_at: row.delivered_at?.toISOString() ?? null }));
}
