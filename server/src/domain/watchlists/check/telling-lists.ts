import type { WatchKind } from '../../../contract/brokers/watchlist.ts';
import { LICENSED_KINDS } from '../../../contract/brokers/watchlist.ts';
import { type Db, statement } from '../../../db/database.ts';

/** A list that a watched carrier is on. */
export type TellingList = {
  watched_id: number;
  watchlist_id: string;
  name: string;
  kinds: WatchKind[];
  silence_days: number;
  has_emails: boolean;
  /** The day from which a silence counts: the carrier was added, or the list was changed. */
  counts_from: string;
  silent_since: string | null;
  /** Whether the organization may see sightings of others. */
  is_licensed: boolean;
};

const lists = statement(
  'watchlists.telling-lists',
  `select c.watched_id, l.id as watchlist_id, l.name, l.kinds, l.silence_days, l.emails <> '{}' as has_emails,
     (greatest(c.added_at, l.changed_at) at time zone 'UTC')::date as counts_from, c.silent_since,
     o.kind in ('insurance', 'operator') as is_licensed
   from watchlist_carriers c join watchlists l on l.id = c.watchlist_id join organizations o on o.id = l.organization_id
   where c.watched_id = any($1::bigint[]) order by l.position`,
);

/** The lists of watched carriers, by the id of the watched carrier. */
export async function tellingLists(db: Db, watchedIds: number[]): Promise<Map<number, TellingList[]>> {
  const rows = await db.rows<TellingList>(lists, [watchedIds]);
  return Map.groupBy(rows, ({ watched_id }) => watched_id);
}

/** What is compared for a carrier: what one of its lists tells of, as far as the organization may see it. */
export function askedKinds(of: readonly TellingList[]): Set<WatchKind> {
  return new Set(
    of.flatMap(({ kinds, is_licensed }) =>
      kinds.filter((kind) => is_licensed || !LICENSED_KINDS.includes(kind)),
    ),
  );
}
