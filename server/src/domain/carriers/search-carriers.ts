import type { Db } from '../../db/database.ts';
import { type Pagination, paginationOf } from '../../lib/pagination.ts';
import { numberRanges, readQuery, type SearchQuery } from './search-query.ts';
import { type CarrierRow, findByNumber, findByWords, findLargest } from './search-store.ts';
import { planWords } from './search-words.ts';

export type CarrierSearch = { carriers: CarrierRow[]; pagination: Pagination };

export const SEARCH_PAGE_SIZE = 20;

/** A row past the end has nothing but the total. */
type Found = CarrierRow & { total: number; place: number | null };

/** Finds carriers by name, DBA, USDOT number, docket, city and state; words by their beginning, or by likeness. */
export async function searchCarriers(db: Db, typed: string, page: number): Promise<CarrierSearch> {
  const query = readQuery(typed);
  const bounds = [(page - 1) * SEARCH_PAGE_SIZE, SEARCH_PAGE_SIZE];
  let found = await byNumber(db, query, bounds);
  if (!found[0]?.total) found = await byWords(db, query, bounds);
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
  if (plan.way === 'largest') return db.rows<Found>(findLargest, [...bounds, text, begins, plan.patterns]);
  return db.rows<Found>(findByWords, [...bounds, text, begins, plan.patterns, plan.tsquery]);
}
