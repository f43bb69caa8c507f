import type { ChangeMatch, MatchState, Member } from '../../../contract/alerts/match-work.ts';
import type { Role } from '../../../contract/roles.ts';
import { type Database, type Db, statement } from '../../../db/database.ts';
import { AppError, invalid } from '../../../lib/errors.ts';
import { takeQuota } from '../../quotas/quota-store.ts';
import type { Scope } from '../alert-store.ts';
import { findMatch } from './matches.ts';

const MAX_HISTORY = 200;
const notFound = () => new AppError('not_found', 'There is no such match.');

const members = statement(
  'matches.members',
  `select id as user_id, email from users
    where organization_id = $1 and kind = 'person' and disabled_at is null and roles && $2::text[]
      and ($3::int is null or id = $3)
    order by email`,
);
/** The people of an organization who may read alerts, and so may be given a match. */
export function listMembers(db: Db, organizationId: number, readers: readonly Role[]): Promise<Member[]> {
  return db.rows<Member>(members, [organizationId, readers, null]);
}

/** Locked, so that the match is not deleted before the commit. */
const lock = statement(
  'matches.lock',
  `select alert_id, sighting_id from alert_matches where organization_id = $1 and (match_id = $2 or former_id = $2) for key share`,
);
const write = statement(
  'matches.change',
  `with changed as (
     insert into match_work as w (alert_id, sighting_id, organization_id, state, assignee_id, changed_at)
     values ($1, $2, $3, coalesce($4, 'new'), $5, $7)
     on conflict (alert_id, sighting_id) do update set state = coalesce($4, w.state),
       assignee_id = case when $6 then excluded.assignee_id else w.assignee_id end, changed_at = $7
     returning state, assignee_id)
   insert into match_history (alert_id, sighting_id, organization_id, changed_at, user_id, assignee_id, state, note)
   select $1, $2, $3, $7, $8, c.assignee_id, c.state, $9 from changed c`,
);

type Change = { scope: Scope; userId: number; readers: readonly Role[]; now: Date };

/** Changes the given parts and adds one entry to the history. */
export function changeMatch(
  database: Database,
  { scope, userId, readers, now }: Change,
  matchId: number,
  { state, assignee_id: assigneeId, note = '' }: ChangeMatch,
): Promise<void> {
  const { organizationId } = scope;
  return database.transaction(async (tx) => {
    if ((await findMatch(tx, scope, matchId)) === null) throw notFound();
    const match = await tx.row<{ alert_id: number; sighting_id: number }>(lock, [organizationId, matchId]);
    if (match === null) throw notFound();
    if (assigneeId) {
      const found = await tx.rows<Member>(members, [organizationId, readers, assigneeId]);
      if (found.length === 0)
        throw invalid([
          {
            type: 'value_error',
            loc: ['body', 'assignee_id'],
            msg: 'Must be a member of the organization who may read alerts',
            input: assigneeId,
          },
        ]);
    }
    await takeQuota(tx, organizationId, 'match_changes_per_day', 1, now);
    await tx.run(write, [
      ...[match.alert_id, match.sighting_id, organizationId, state ?? null],
      ...[assigneeId ?? null, assigneeId !== undefined, now, userId, note],
    ]);
  });
}

const history = statement(
  'matches.history',
  `select h.id, h.changed_at, u.email as user, h.state, p.email as assignee, h.note
     from alert_matches m
     join match_history h on (h.alert_id, h.sighting_id) = (m.alert_id, m.sighting_id)
     left join users u on u.id = h.user_id
     left join users p on p.id = h.assignee_id
    where m.organization_id = $1 and (m.match_id = $2 or m.former_id = $2) order by h.id desc limit ${MAX_HISTORY}`,
);
export type MatchChangeRow = {
  id: number;
  changed_at: Date;
  user: string | null;
  state: MatchState;
  assignee: string | null;
  note: string;
};
/** The changes of a match that the caller sees, newest first. */
export function readHistory(db: Db, organizationId: number, matchId: number): Promise<MatchChangeRow[]> {
  return db.rows<MatchChangeRow>(history, [organizationId, matchId]);
}
