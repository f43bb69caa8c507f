import type { MatchState } from '../../contract/alerts/match-work.ts';
import { MAX_COUNTED_MATCHES, type SilentReason } from '../../contract/match.ts';
import { type Pagination, paginationOf } from '../../contract/pagination.ts';
import { type Db, statement } from '../../db/database.ts';
import type { FiredSighting } from '../notifications/firing.ts';
import { type FiringDelivery, readDeliveries } from '../notifications/read-deliveries.ts';
import { type AlertListing, LISTED, listValues } from './alert-store.ts';

type Row = {
  match_id: number;
  matched_at: Date;
  fired_at: Date | null;
  firing_id: string | null;
  silent_reason: SilentReason | null;
  corrected_at: Date | null;
  state: MatchState;
  /** The email address. */
  assignee: string | null;
  sighting: FiredSighting;
};

const page = statement(
  'alerts.matches.page',
  `select m.match_id, m.matched_at, m.fired_at, m.firing_id, m.silent_reason, m.sighting, c.corrected_at,
          coalesce(w.state, 'new') as state, u.email as assignee
     from alert_matches m
     left join match_work w on w.alert_id = m.alert_id and w.sighting_id = m.sighting_id
     left join users u on u.id = w.assignee_id
     left join match_corrections c on c.alert_id = m.alert_id and c.sighting_id = m.sighting_id and c.is_current
    where m.alert_id = $1 and ($4::bigint is null or m.match_id = $4 or m.former_id = $4) order by m.sighting_id desc limit $2 offset $3`,
);
const count = statement(
  'alerts.matches.count',
  `select count(*) as total from alert_matches where alert_id = $1 and ($2::bigint is null or match_id = $2 or former_id = $2)`,
);

/** One short index range per alert. */
const activityOf = (page: string) => `select a.id, a.last_fired_at, (
     select count(*) from (select from alert_matches m where m.alert_id = a.id limit ${MAX_COUNTED_MATCHES}) c) as matches
     from (select id, fired_for as last_fired_at from alerts where ${LISTED} order by id desc ${page}) a order by a.id desc`;
const activity = statement('alerts.matches.activity', activityOf(''));
const activityPage = statement('alerts.matches.activity-page', activityOf('limit $7 offset $8'));

/** The number of matches and the last firing of each alert, or of those on one page. */
export async function listActivity(
  db: Db,
  listing: AlertListing,
  page: { number: number; size: number } | null,
) {
  type Row = { id: number; last_fired_at: Date | null; matches: number };
  const values = listValues(listing);
  const rows = page
    ? await db.rows<Row>(activityPage, [...values, page.size, (page.number - 1) * page.size])
    : await db.rows<Row>(activity, values);
  return rows.map((row) => ({ ...row, last_fired_at: row.last_fired_at?.toISOString() ?? null }));
}

type MatchPage = {
  matches: (Row & { deliveries: FiringDelivery[] })[];
  pagination: Pagination;
};

/** A page of an alert's matches, or one of them, with their deliveries, newest sighting first. The caller has checked the access. */
export async function listMatches(
  db: Db,
  alert: { id: number; organization_id: number },
  pageNumber: number,
  pageSize: number,
  matchId: number | null = null,
): Promise<MatchPage> {
  const total = await db.row<{ total: number }>(count, [alert.id, matchId]);
  const rows = await db.rows<Row>(page, [alert.id, pageSize, (pageNumber - 1) * pageSize, matchId]);
  const firings = [...new Set(rows.flatMap((row) => row.firing_id ?? []))];
  const sent = firings.length > 0 ? await readDeliveries(db, alert.organization_id, firings) : [];
  const matches = rows.map((row) => ({
    ...row,
    deliveries: sent.filter((delivery) => delivery.firing_id === row.firing_id),
  }));
  return { matches, pagination: paginationOf(pageNumber, pageSize, rows.length, total?.total ?? 0) };
}
