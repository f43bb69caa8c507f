import { type Database, type Db, statement } from '../../../db/database.ts';
import { type Pagination, paginationOf } from '../../../lib/pagination.ts';
import { numberRanges, readCity, readQuery, type SearchQuery } from './search-query.ts';
import { type CarrierRow, findByNumber, findByWords, findLargest } from './search-store.ts';
import { planWords } from './search-words.ts';

export type CarrierSearch = { carriers: CarrierRow[]; pagination: Pagination };

export const SEARCH_PAGE_SIZE = 20;

/** A list of a hundred thousand carriers that does not fit is read again, row by row. */
const roomForLists = statement('carriers.room-for-lists', `set local work_mem = '32MB'`);

/** A row past the end has nothing but the total. */
type Found = CarrierRow & { total: number; place: number | null };

/** Finds carriers by name, DBA, USDOT number, docket, city and state; words by their beginning, or by likeness. */
export async function searchCarriers(
  database: Database,
  typed: string,
  page: number,
): Promise<CarrierSearch> {
  const query = readQuery(typed);
  const bounds = [(page - 1) * SEARCH_PAGE_SIZE, SEARCH_PAGE_SIZE];
  const found = await database.transaction(async (tx) => {
    const numbered = await byNumber(tx, query, bounds);
    if (numbered[0]?.total) return numbered;
    await tx.run(roomForLists);
    return byWords(tx, query, bounds);
  });
  const total = found[0]?.total ?? 0;
  const carriers = found
    .filter(({ place }) => place !== null)
    .map(({ total: _total, place: _place, ...carrier }) => carrier);
  return { carriers, pagination: paginationOf(page, SEARCH_PAGE_SIZE, carriers.length, total) };
}

async function byNumber(db: Db, { usdot, docket }: SearchQuery, bounds: number[]): Promise<Found[]> {
  if (usdot === null && docket === null) return [];
  const carriers = usdot === null ? [] : numberRanges(usdot, 8);
  const dockets = docket === null ? [] : numberRanges(docket.digits, 8);
  return db.rows<Found>(findByNumber, [
    ...bounds,
    carriers.map(({ from }) => from),
    carriers.map(({ to }) => to),
    dockets.map(({ from }) => from),
    dockets.map(({ to }) => to),
    docket?.prefix ?? null,
  ]);
}

async function byWords(db: Db, { text, words }: SearchQuery, bounds: number[]): Promise<Found[]> {
  if (words.length === 0) return [];
  const plan = await planWords(db, words);
  if (plan.way === 'nobody') return [];
  const begins = `${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { city, state } = readCity(words);
  const values = [...bounds, text, begins, plan.patterns, city, state];
  if (plan.way === 'largest') return db.rows<Found>(findLargest, values);
  return db.rows<Found>(findByWords, [...values, plan.tsquery]);
}
