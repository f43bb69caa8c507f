import { type Db, statement } from '../../db/database.ts';

/** What became of a firing on its way to one receiver. */
export type FiringDelivery = {
  firing_id: string;
  channel: 'email' | 'webhook';
  target: string;
  /** `kept`: a mail as a file, because no mail server was set. */
  state: 'waiting' | 'delivered' | 'failed' | 'held' | 'kept';
  attempts: number;
  delivered_at: string | null;
};

type Row = Omit<FiringDelivery, 'delivered_at'> & { delivered_at: Date | null };

const STATE = `case when d.died_at is not null then 'failed' when d.due_at is null then 'delivered'
                    when d.due_at = 'infinity' then 'held' else 'waiting' end`;

/** Cost: an index descent for each firing in either table, and one for the attempts of each delivery. */
const read = statement(
  'notifications.of-firings',
  `select d.firing_id, 'webhook' as channel, w.webhook_url as target, ${STATE} as state, a.made as attempts,
          case when d.due_at is null and d.died_at is null then a.last end as delivered_at
     from webhook_deliveries d join webhooks w on w.id = d.webhook_id
     cross join lateral (select count(*)::int as made, max(started_at) as last
                           from webhook_attempts a where a.delivery_id = d.id) a
    where d.firing_id = any($2::uuid[]) and d.organization_id = $1
   union all
   select d.firing_id, 'email', d.address, case when d.kept_at is null then ${STATE} else 'kept' end, d.attempts, d.sent_at
     from mails d where d.firing_id = any($2::uuid[]) and d.organization_id = $1`,
);

/** All deliveries and mails of these firings of one organization, in any order. */
export async function readDeliveries(
  db: Db,
  organizationId: number,
  firingIds: string[],
): Promise<FiringDelivery[]> {
  const rows = await db.rows<Row>(read, [organizationId, firingIds]);
  return rows.map((row) => ({ ...row, delivered_at: row.delivered_at?.toISOString() ?? null }));
}
