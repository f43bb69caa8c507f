import type { SilentReason } from '../../../contract/match.ts';
import { type Db, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import type { AlertedSighting } from '../../observations/unmatched.ts';
import { keptForm } from './kept-sighting.ts';
import { NO_FIRING, silentFor } from './silence.ts';

export type Sighting = AlertedSighting;

/** $1 and $2 are pairs; $3 to $7 are the sightings. */
const PAIRS = `unnest($1::int[], $2::bigint[]) as p (alert_id, sighting_id)
     join alerts a on a.id = p.alert_id
     join unnest($3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
       as s (id, sighting, traceparent, received_at, silent_reason) on s.id = p.sighting_id`;

/** Inserts pairs of existing alerts, which stay locked until the commit. Existing pairs are not changed. */
const insert = statement(
  'alerts.match.insert',
  `insert into alert_matches (alert_id, sighting_id, organization_id, matched_at, sighting, traceparent, silent_reason, firing_id)
   select a.id, s.id, a.organization_id, $8, s.sighting::jsonb, s.traceparent, ${silentFor},
          case when ${silentFor} is not null then '${NO_FIRING}'::uuid end
     from ${PAIRS}
    order by a.id, s.id
      for key share of a
   on conflict (alert_id, sighting_id) do nothing`,
);

export type Pairs = { alertIds: number[]; sightingIds: number[] };

/** What is stored with the matches of a sighting beside the sighting. */
export type MatchDetails = {
  traceparent: string | null;
  receivedAt: Date | null;
  silentReason: SilentReason | null;
};
type DetailsOf = (sighting: Sighting) => MatchDetails;

/** Returns the number of new pairs. */
export function insertPairs(
  db: Db,
  pairs: Pairs,
  sightings: Sighting[],
  matchedAt: Date,
  detailsOf?: DetailsOf,
): Promise<number> {
  return db.run(insert, [...pairValues(pairs, sightings, detailsOf), matchedAt]);
}

/** Gets a new number, so that followers of new matches see it; the former one still leads to it. Firing does not touch silent matches; see `refresh`. */
const announce = statement(
  'alerts.match.announce',
  `update alert_matches m set match_id = default, former_id = m.match_id, matched_at = $8, sighting = w.sighting::jsonb, traceparent = w.traceparent,
          silent_reason = null, firing_id = null
     from (select m.alert_id, m.sighting_id, s.sighting, s.traceparent
             from ${PAIRS}
             join alert_matches m on m.alert_id = a.id and m.sighting_id = s.id
            where m.silent_reason is not null and ${silentFor} is null
            order by m.alert_id, m.sighting_id
              for no key update of m skip locked) w
    where m.alert_id = w.alert_id and m.sighting_id = w.sighting_id`,
);

/** Lets silent matches notify whose sighting has a new image that does. Returns their number. */
export function announcePairs(
  db: Db,
  pairs: Pairs,
  sightings: Sighting[],
  matchedAt: Date,
  detailsOf: DetailsOf,
): Promise<number> {
  return db.run(announce, [...pairValues(pairs, sightings, detailsOf), matchedAt]);
}

const removeOf = statement(
  'alerts.match.delete-of-sightings',
  'delete from alert_matches where sighting_id = any($1::bigint[])',
);

/** Deletes the matches of sightings, of all organizations. */
export function deleteMatchesOf(db: Db, sightingIds: number[]): Promise<number> {
  return db.run(removeOf, [sightingIds]);
}

/** Reads a bounded number of the oldest: `match_id` grows with `matched_at`. */
const removeOld = statement(
  'alerts.match.delete-old',
  `delete from alert_matches where ctid = any(array(
     select ctid from (
       select ctid, matched_at from alert_matches where organization_id = $1 order by match_id limit 1000) oldest
      where matched_at < $2))`,
);

/** Deletes up to 1,000 of the oldest matches of an organization's alerts. */
export function deleteOldMatches(db: Db, organizationId: number, before: Date): Promise<number> {
  return db.run(removeOld, [organizationId, before]);
}

/** Of waiting and silent matches. Skips matches that are being fired: waiting for their locks could deadlock. */
const refresh = statement(
  'alerts.match.refresh',
  `update alert_matches m set sighting = w.sighting::jsonb
     from (select alert_id, sighting_id, s.sighting
             from unnest($1::int[], $2::bigint[]) as p (alert_id, sighting_id)
             join alert_matches m using (alert_id, sighting_id)
             join unnest($3::bigint[], $4::text[]) as s (id, sighting) on s.id = sighting_id
            where (m.firing_id is null or m.silent_reason is not null) and m.matched_at <> $5
              for no key update of m skip locked) w
    where m.alert_id = w.alert_id and m.sighting_id = w.sighting_id`,
);

/** Updates the stored sighting of matches that have not been sent. */
export function refreshPairs(db: Db, pairs: Pairs, sightings: Sighting[], matchedAt: Date): Promise<number> {
  return db.run(refresh, [...pairValues(pairs, sightings).slice(0, 4), matchedAt]);
}

function matchedOf({ sightingIds }: Pairs, sightings: Sighting[]): Sighting[] {
  const wanted = new Set(sightingIds);
  return sightings.filter(({ id }) => wanted.has(id));
}

const NO_DETAILS: MatchDetails = { traceparent: null, receivedAt: null, silentReason: null };

function pairValues(pairs: Pairs, sightings: Sighting[], detailsOf: DetailsOf = () => NO_DETAILS): unknown[] {
  const matched = matchedOf(pairs, sightings);
  const details = matched.map(detailsOf);
  return [
    ...[pairs.alertIds, pairs.sightingIds, matched.map(({ id }) => id), matched.map(keptForm)],
    ...columnsOf(details, 'traceparent', 'receivedAt', 'silentReason'),
  ];
}
