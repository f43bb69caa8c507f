import { type Database, type Db, statement, type Transaction } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { findLegalNames } from '../federal/legal-names.ts';
import { lockWatched, paged, readWatchlist } from './watchlist-store.ts';

const MOST_UNKNOWN = 500;
export type Added = { added: number; present: number; unknown: string[] };

const watch = statement(
  'watchlists.watch',
  `insert into watched_carriers as w (organization_id, usdot_number)
   select $1, n from unnest($2::integer[]) as n order by n
   on conflict (organization_id, usdot_number) do update set due_at = now(), lease_id = null, attempts = 0,
     failure = null, died_at = null`,
);
/** The carriers that are new on the list are counted after the lock of `admit_watched`. */
const missing = statement(
  'watchlists.missing',
  `select n as usdot_number from unnest($2::integer[]) as n
    where not exists (select from watchlist_carriers c where c.watchlist_id = $1 and c.usdot_number = n)`,
);
const admit = statement('watchlists.admit', `select admit_watched($1, 'watched_carriers', $2)`);
const list = statement(
  'watchlists.add-carriers',
  `insert into watchlist_carriers (watchlist_id, usdot_number, watched_id, added_at)
   select $2, w.usdot_number, w.id, $4 from watched_carriers w
    where w.organization_id = $1 and w.usdot_number = any($3::integer[])`,
);

/** Adds carriers to a list. What is known of a new one is read soon, and then compared. */
export async function addCarriers(
  db: Database | Db,
  organizationId: number,
  watchlistId: string,
  usdotNumbers: number[],
  now: Date,
): Promise<Added> {
  if ('transaction' in db)
    return db.transaction((tx) => addCarriers(tx, organizationId, watchlistId, usdotNumbers, now));
  const asked = [...new Set(usdotNumbers)];
  await lockWatched(db, organizationId);
  await readWatchlist(db, organizationId, watchlistId);
  const fresh = (await db.rows<{ usdot_number: number }>(missing, [watchlistId, asked])).map(
    ({ usdot_number }) => usdot_number,
  );
  await db.rows(admit, [organizationId, fresh.length]);
  await db.run(watch, [organizationId, fresh]);
  await db.run(list, [organizationId, watchlistId, fresh, now]);
  const known = await findLegalNames(db, fresh);
  const unknown = fresh.filter((one) => !known.has(one)).slice(0, MOST_UNKNOWN);
  return { added: fresh.length, present: asked.length - fresh.length, unknown: unknown.map(String) };
}

const remove = statement(
  'watchlists.remove-carriers',
  'delete from watchlist_carriers where watchlist_id = $1 and usdot_number = any($2::integer[])',
);

/** Returns how many were on the list. */
export function removeCarriers(
  database: Database,
  organizationId: number,
  watchlistId: string,
  usdotNumbers: number[],
): Promise<number> {
  return database.transaction(async (tx: Transaction) => {
    await lockWatched(tx, organizationId);
    await readWatchlist(tx, organizationId, watchlistId);
    return tx.run(remove, [watchlistId, usdotNumbers]);
  });
}

export async function removeCarrier(
  database: Database,
  organizationId: number,
  watchlistId: string,
  usdotNumber: number,
): Promise<void> {
  if ((await removeCarriers(database, organizationId, watchlistId, [usdotNumber])) === 0)
    throw new AppError('not_found', 'The carrier is not on the list.');
}

const page = statement(
  'watchlists.page-carriers',
  `select usdot_number, usdot_number as position, added_at from watchlist_carriers
    where watchlist_id = $1 and usdot_number > $2 order by usdot_number limit $3`,
);
type Row = { usdot_number: number; position: number; added_at: Date };
export type ListedCarrier = { usdot_number: string; legal_name: string; added_at: Date };

/** By USDOT number. */
export async function pageCarriers(
  db: Db,
  watchlistId: string,
  { cursor, pageSize }: { cursor: number; pageSize: number },
): Promise<{ carriers: ListedCarrier[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await paged(db.rows<Row>(page, [watchlistId, cursor, pageSize + 1]), pageSize);
  const names = await findLegalNames(
    db,
    rows.map(({ usdot_number }) => usdot_number),
  );
  return {
    carriers: rows.map(({ usdot_number, added_at }) => ({
      usdot_number: String(usdot_number),
      legal_name: names.get(usdot_number) ?? '',
      added_at,
    })),
    nextCursor,
  };
}

const EXPORT_PAGE = 5_000;

/** All carriers of a list, page by page. */
export async function* exportCarriers(db: Db, watchlistId: string): AsyncGenerator<object[]> {
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const { carriers, nextCursor }: Awaited<ReturnType<typeof pageCarriers>> = await pageCarriers(
      db,
      watchlistId,
      { cursor: Number(cursor), pageSize: EXPORT_PAGE },
    );
    yield carriers.map((one) => ({ ...one, added_at: one.added_at.toISOString() }));
    cursor = nextCursor;
  }
}
