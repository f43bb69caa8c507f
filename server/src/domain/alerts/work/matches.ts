import type { MatchFilters, MatchState, Member } from '../../../contract/alerts/match-work.ts';
import { MAX_EXPORTED_MATCHES } from '../../../contract/alerts/match-work.ts';
import { type Db, statement } from '../../../db/database.ts';
import type { FiredSighting } from '../../notifications/firing.ts';
import type { Scope } from '../alert-store.ts';

/** Newest matches that one page looks at. The others are on the next page. */
const LOOKED_AT = 5_000;
const EXPORT_PAGE = 1_000;

type Row = {
  match_id: number;
  alert_id: number;
  alert_name: string;
  matched_at: Date;
  fired_at: Date | null;
  is_silent: boolean;
  state: MatchState;
  assignee_id: number | null;
  assignee_email: string | null;
  changed_at: Date | null;
  sighting: FiredSighting;
};
export type MatchRow = Omit<Row, 'assignee_id' | 'assignee_email'> & { assignee: Member | null };

const COLUMNS = `m.match_id, m.alert_id, a.alert_name, m.matched_at, m.fired_at, m.silent_reason is not null as is_silent,
  coalesce(w.state, 'new') as state, w.assignee_id, u.email as assignee_email, w.changed_at, m.sighting`;
const JOINED = `join alerts a on a.id = m.alert_id
     left join users u on u.id = w.assignee_id`;
const WORK = '(w.alert_id, w.sighting_id) = (m.alert_id, m.sighting_id)';
/** The matches of the alerts that a user sees, and those that the user is to work on. */
const VISIBLE = '($2::int is null or a.user_id = $2 or w.assignee_id = $2)';
const FITS = `${VISIBLE} and ($5::text is null or coalesce(w.state, 'new') = $5) and ($6::int is null or w.assignee_id = $6)
  and ($7::int is null or m.alert_id = $7) and ($8::boolean is null or (m.silent_reason is not null) = $8)
  and ($9::timestamptz is null or m.matched_at >= $9) and ($10::timestamptz is null or m.matched_at < $10)`;

const newest = `select * from alert_matches where organization_id = $1 and match_id < $3 order by match_id desc limit ${LOOKED_AT}`;
/** Stops at a number of matches: few of many may fit. */
const among = statement(
  'matches.among-newest',
  `select ${COLUMNS} from (${newest}) m left join match_work w on ${WORK} ${JOINED}
    where ${FITS} order by m.match_id desc limit $4`,
);
const lastLookedAt = statement(
  'matches.last-looked-at',
  `select min(match_id) as last, count(*) as count from (
     select match_id from alert_matches where organization_id = $1 and match_id < $2 order by match_id desc limit ${LOOKED_AT}) m`,
);
/** Those that somebody has worked on, which are few. */
const amongWorked = statement(
  'matches.among-worked',
  `select ${COLUMNS} from match_work w join alert_matches m on ${WORK} ${JOINED}
    where w.organization_id = $1 and m.match_id < $3 and ${FITS} order by m.match_id desc limit $4`,
);
const one = statement(
  'matches.find',
  `select ${COLUMNS} from alert_matches m left join match_work w on ${WORK} ${JOINED}
    where m.organization_id = $1 and (m.match_id = $3 or m.former_id = $3) and ${VISIBLE}`,
);

const shown = ({ assignee_id, assignee_email, ...row }: Row): MatchRow => ({
  ...row,
  assignee: assignee_id === null ? null : { user_id: assignee_id, email: assignee_email ?? '' },
});

export async function findMatch(
  db: Db,
  { organizationId, userId }: Scope,
  matchId: number,
): Promise<MatchRow | null> {
  const row = await db.row<Row>(one, [organizationId, userId, matchId]);
  return row && shown(row);
}

export type MatchPage = { matches: MatchRow[]; nextCursor: number | null };

/** Matches of all alerts that the user sees, newest first. */
export async function pageMatches(
  db: Db,
  { organizationId, userId }: Scope,
  filters: MatchFilters,
  { cursor, pageSize }: { cursor: number | null; pageSize: number },
): Promise<MatchPage> {
  const { state, assignee_id, alert_id, silent, from, to } = filters;
  const before = cursor ?? Number.MAX_SAFE_INTEGER;
  const isOfWorked = assignee_id !== undefined || (state !== undefined && state !== 'new');
  const rows = await db.rows<Row>(isOfWorked ? amongWorked : among, [
    ...[organizationId, userId, before, pageSize + 1],
    ...[state ?? null, assignee_id ?? null, alert_id ?? null, silent ?? null, from ?? null, to ?? null],
  ]);
  const matches = rows.slice(0, pageSize).map(shown);
  if (rows.length > pageSize) return { matches, nextCursor: matches.at(-1)?.match_id ?? null };
  if (isOfWorked) return { matches, nextCursor: null };
  const looked = await db.row<{ last: number | null; count: number }>(lastLookedAt, [organizationId, before]);
  return { matches, nextCursor: looked && looked.count >= LOOKED_AT ? looked.last : null };
}

/** All matches that fit, page by page, as far as an export goes. */
export async function* exportMatches(
  db: Db,
  scope: Scope,
  filters: MatchFilters,
): AsyncGenerator<MatchRow[]> {
  let left = MAX_EXPORTED_MATCHES;
  let cursor: number | null = null;
  do {
    const page: MatchPage = await pageMatches(db, scope, filters, {
      cursor,
      pageSize: Math.min(EXPORT_PAGE, left),
    });
    yield page.matches;
    left -= page.matches.length;
    cursor = page.nextCursor;
  } while (cursor !== null && left > 0);
}
