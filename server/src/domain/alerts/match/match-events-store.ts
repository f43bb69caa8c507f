import { type Db, statement } from '../../../db/database.ts';
import type { FiredSighting } from '../../notifications/firing.ts';
import type { Scope } from '../alert-store.ts';

/** A match in the event stream. */
export type MatchEvent = {
  match_id: number;
  alert_id: number;
  alert_name: string;
  matched_at: Date;
  sighting: FiredSighting;
};

const allocated = statement(
  'alerts.events.allocated',
  `select case when is_called then last_value else 0 end as last from alert_matches_match_id_seq`,
);
/** The highest number that any transaction has been assigned, committed or not. */
export async function lastAllocated(db: Db): Promise<number> {
  return (await db.row<{ last: number }>(allocated))?.last ?? 0;
}

const writing = statement(
  'alerts.events.writers',
  `select distinct virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'alert_matches'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`,
);
/** The transactions that are writing matches. Each holds this lock from before its first number until after its commit. */
export async function writers(db: Db): Promise<string[]> {
  return (await db.rows<{ id: string }>(writing)).map(({ id }) => id);
}

const page = statement(
  'alerts.events.page',
  `select m.match_id, m.alert_id, a.alert_name, m.matched_at, m.sighting
     from alert_matches m join alerts a on a.id = m.alert_id
    where m.organization_id = $1 and m.match_id > $2 and m.match_id <= $3 and m.silent_reason is null
      and ($4::int is null or a.user_id = $4)
    order by m.match_id limit $5`,
);
export function matchesBetween(
  db: Db,
  { organizationId, userId }: Scope,
  after: number,
  upTo: number,
  limit: number,
): Promise<MatchEvent[]> {
  return db.rows<MatchEvent>(page, [organizationId, after, upTo, userId, limit]);
}
