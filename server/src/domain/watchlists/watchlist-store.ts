import { randomUUID } from 'node:crypto';
import type { NewWatchlist, WatchKind, WatchlistChange } from '../../contract/brokers/watchlist.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { type Database, type Db, foundRow, statement } from '../../db/database.ts';

export type WatchlistRow = {
  id: string;
  name: string;
  kinds: WatchKind[];
  silence_days: number;
  emails: string[];
  carriers: number;
  position: number;
  created_at: Date;
};
const COLUMNS = `l.id, l.name, l.kinds, l.silence_days, l.emails, l.position, l.created_at,
  (select count(*) from watchlist_carriers c where c.watchlist_id = l.id) as carriers`;
const NOT_FOUND = 'There is no such watchlist.';
const withoutRepeats = (emails: string[]) => [
  ...new Map(emails.map((one) => [one.toLowerCase(), one])).values(),
];

const insert = statement(
  'watchlists.insert',
  `insert into watchlists (id, organization_id, name, kinds, silence_days, emails, created_at, changed_at)
   select $1, admit_watched($2, 'watchlists', 1), $3, $4, $5, $6, $7, $7`,
);

export async function createWatchlist(
  db: Db,
  organizationId: number,
  { name, kinds, silence_days, emails }: NewWatchlist,
  now: Date,
): Promise<WatchlistRow> {
  const id = randomUUID();
  await db.run(insert, [id, organizationId, name, kinds, silence_days, withoutRepeats(emails), now]);
  return readWatchlist(db, organizationId, id);
}

const one = statement(
  'watchlists.one',
  `select ${COLUMNS} from watchlists l where l.id = $1 and l.organization_id = $2`,
);

export function readWatchlist(db: Db, organizationId: number, id: string): Promise<WatchlistRow> {
  return foundRow<WatchlistRow>(db, one, [id, organizationId], NOT_FOUND);
}

const page = statement(
  'watchlists.page',
  `select ${COLUMNS} from watchlists l
    where l.organization_id = $1 and ($2::bigint is null or l.position < $2)
      and ($3::integer is null or exists (select from watchlist_carriers c
        where c.watchlist_id = l.id and c.usdot_number = $3))
    order by l.position desc limit $4`,
);

/** The newest first. */
export function pageWatchlists(
  db: Db,
  organizationId: number,
  { cursor, usdotNumber, pageSize }: { cursor: number | null; usdotNumber: number | null; pageSize: number },
): Promise<{ rows: WatchlistRow[]; nextCursor: string | null }> {
  return paged(db.rows<WatchlistRow>(page, [organizationId, cursor, usdotNumber, pageSize + 1]), pageSize);
}

/** One row more than the page shows that there is another page. */
export async function paged<Row extends { position: number }>(
  reading: Promise<Row[]>,
  pageSize: number,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const rows = await reading;
  const hasMore = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  return { rows: shown, nextCursor: hasMore ? String(shown.at(-1)?.position) : null };
}

/** The lock of whoever adds or removes carriers of an organization. */
const lock = statement(
  'watchlists.lock',
  `select pg_advisory_xact_lock(${LOCKS.quotaRows}, hashtext('watched ' || $1::integer))`,
);
export const lockWatched = (db: Db, organizationId: number) => db.rows(lock, [organizationId]);

const update = statement(
  'watchlists.update',
  `update watchlists set name = coalesce($3, name), kinds = coalesce($4, kinds),
     silence_days = coalesce($5, silence_days), emails = coalesce($6, emails),
     changed_at = case when $4::text[] is null and $5::integer is null then changed_at else $7 end
   where id = $1 and organization_id = $2 returning id`,
);
/** The claim of a worker that compares other kinds is reset. */
const compareAgain = statement(
  'watchlists.compare-again',
  `update watched_carriers w set due_at = now(), lease_id = null, attempts = 0, failure = null, died_at = null
     from (select w.id from watched_carriers w where w.id in (
             select watched_id from watchlist_carriers where watchlist_id = $1) order by w.id for update) own
    where w.id = own.id`,
);
const dropDigest = statement(
  'watchlists.drop-digest',
  `with dropped as (delete from watch_digests where watchlist_id = $1)
   update watchlists set digest_due_at = null where id = $1`,
);

export function updateWatchlist(
  database: Database,
  organizationId: number,
  id: string,
  { name, kinds, silence_days, emails }: WatchlistChange,
  now: Date,
): Promise<WatchlistRow> {
  return database.transaction(async (tx) => {
    const addresses = emails === undefined ? null : withoutRepeats(emails);
    const values = [name ?? null, kinds ?? null, silence_days ?? null, addresses, now];
    await foundRow(tx, update, [id, organizationId, ...values], NOT_FOUND);
    if (kinds !== undefined) await tx.run(compareAgain, [id]);
    if (addresses?.length === 0) await tx.run(dropDigest, [id]);
    return readWatchlist(tx, organizationId, id);
  });
}

const remove = statement(
  'watchlists.delete',
  'delete from watchlists where id = $1 and organization_id = $2 returning id',
);

export function deleteWatchlist(database: Database, organizationId: number, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    await lockWatched(tx, organizationId);
    await foundRow(tx, remove, [id, organizationId], NOT_FOUND);
  });
}

const eventsBy = (name: string, condition: string) =>
  statement(
    `watchlists.events-${name}`,
    `select id, usdot_number, kind, watchlist_ids, before, after, found_at, position from watch_events
      where organization_id = $1 and ${condition} and ($4::text is null or kind = $4)
        and ($5::bigint is null or position < $5) and ($6::boolean or not is_licensed)
      order by position desc limit $7`,
  );
/** Apart, because one plan for all filters could not use the index of each. */
const events = {
  all: eventsBy('all', '$2::uuid is null and $3::integer is null'),
  list: eventsBy('of-list', 'watchlist_ids @> array[$2::uuid] and $3::integer is null'),
  carrier: eventsBy('of-carrier', '($2::uuid is null or watchlist_ids @> array[$2]) and usdot_number = $3'),
};
const listNames = statement(
  'watchlists.names',
  'select id, name from watchlists where organization_id = $1 and id = any($2::uuid[])',
);

export type EventFilter = {
  watchlistId: string | null;
  usdotNumber: number | null;
  kind: WatchKind | null;
  /** Whether the caller may see events that tell where and when cameras saw trucks. */
  isLicensed: boolean;
  cursor: number | null;
  pageSize: number;
};
export type EventRow = {
  id: string;
  usdot_number: number;
  kind: WatchKind;
  watchlist_ids: string[];
  before: Record<string, string | number | null>;
  after: Record<string, string | number | null>;
  found_at: Date;
  position: number;
};

/** The newest first, with the lists that still exist. */
export async function pageEvents(
  db: Db,
  organizationId: number,
  { watchlistId, usdotNumber, kind, isLicensed, cursor, pageSize }: EventFilter,
): Promise<{ rows: EventRow[]; nextCursor: string | null; names: Map<string, string> }> {
  if (watchlistId !== null) await readWatchlist(db, organizationId, watchlistId);
  const values = [organizationId, watchlistId, usdotNumber, kind, cursor, isLicensed, pageSize + 1];
  const ofList = watchlistId === null ? events.all : events.list;
  const selected = usdotNumber === null ? ofList : events.carrier;
  const found = await paged(db.rows<EventRow>(selected, values), pageSize);
  const ids = [...new Set(found.rows.flatMap(({ watchlist_ids }) => watchlist_ids))];
  const lists = await db.rows<{ id: string; name: string }>(listNames, [organizationId, ids]);
  return { ...found, names: new Map(lists.map(({ id, name }) => [id, name])) };
}

const FORGOTTEN_AT_ONCE = 10_000;
const forget = statement(
  'watchlists.forget-events',
  `delete from watch_events where id in (
     select id from watch_events where found_at < $1::timestamptz - interval '2 years'
      order by found_at limit ${FORGOTTEN_AT_ONCE})`,
);

/** Events are kept for two years. True if there may be more. */
export async function deleteOldEvents(db: Db, now: Date): Promise<boolean> {
  return (await db.run(forget, [now])) === FORGOTTEN_AT_ONCE;
}
