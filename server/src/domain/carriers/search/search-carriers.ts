import { type CarrierList, type CarrierSummary, SEARCH_PAGE_SIZE } from '../../../contract/carrier.ts';
import { paginationOf } from '../../../contract/pagination.ts';
import { type Database, type Db, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { numberRanges, parseCity, parseQuery, type SearchQuery } from './search-query.ts';
import { findByNumber, findByWords, findLargest } from './search-store.ts';
import { planWords, type WordPlan } from './search-words.ts';

/**
 * A bitmap of a hundred thousand carriers that exceeds work_mem becomes lossy, and its rows are checked one by one. A
 * sequential scan computes the words of each carrier again, which takes 0.1 ms per carrier; the planner assumes less.
 */
const searchSettings = statement(
  'carriers.search-settings',
  `select set_config('work_mem', '32MB', true), set_config('enable_seqscan', 'off', true)`,
);

/** `position` is null in the row of a page after the end. */
type FoundRow = CarrierSummary & { total: number; position: number | null };

/** Finds carriers by name, DBA, USDOT number, docket, city and state; words by their beginning, or by similarity. */
export async function searchCarriers(database: Database, text: string, page: number): Promise<CarrierList> {
  const query = parseQuery(text);
  const bounds = [(page - 1) * SEARCH_PAGE_SIZE, SEARCH_PAGE_SIZE];
  const found = await database.transaction(async (tx) => {
    const numbered = await byNumber(tx, query, bounds);
    if (numbered[0]?.total || query.words.length === 0) return numbered;
    // Sent together.
    const [plan] = await Promise.all([planWords(tx, query.words), tx.run(searchSettings)]);
    return tx.commitWith(byWords(tx, query, plan, bounds));
  });
  const carriers = found
    .filter(({ position }) => position !== null)
    .map(({ total: _total, position: _position, ...carrier }) => carrier);
  const total = found[0]?.total ?? 0;
  return { carriers, pagination: paginationOf(page, SEARCH_PAGE_SIZE, carriers.length, total) };
}

async function byNumber(db: Db, { usdot, docket }: SearchQuery, bounds: number[]): Promise<FoundRow[]> {
  if (usdot === null && docket === null) return [];
  const carriers = usdot === null ? [] : numberRanges(usdot, 8);
  const dockets = docket === null ? [] : numberRanges(docket.digits, 8);
  const ranges = [...columnsOf(carriers, 'from', 'to'), ...columnsOf(dockets, 'from', 'to')];
  return db.rows<FoundRow>(findByNumber, [...bounds, ...ranges, docket?.prefix ?? null]);
}

async function byWords(
  db: Db,
  { text, words }: SearchQuery,
  plan: WordPlan,
  bounds: number[],
): Promise<FoundRow[]> {
  if (plan.kind === 'none') return [];
  const prefix = `${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { city, state } = parseCity(words);
  const values = [...bounds, text, prefix, plan.patterns, city, state];
  if (plan.kind === 'largest') return db.rows<FoundRow>(findLargest, values);
  return db.rows<FoundRow>(findByWords, [...values, plan.tsquery]);
}
