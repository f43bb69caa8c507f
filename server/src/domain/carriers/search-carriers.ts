import type { Db } from '../../db/database.ts';
import { type Pagination, paginationOf } from '../../lib/pagination.ts';
import { numberRanges, readQuery, type SearchQuery, stateLetters } from './search-query.ts';
import {
  type CarrierRow,
  findByNumber,
  findByWords,
  findCommon,
  similarWords,
  weighWords,
} from './search-store.ts';

export type CarrierSearch = { carriers: CarrierRow[]; pagination: Pagination };

export const SEARCH_PAGE_SIZE = 20;
/** A list of carriers this long takes longer to read than the largest carriers do to walk. */
const COMMON = 300_000;
const SHORTEST_PREFIX = 2;

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
  const weights = await db.rows<{ word: string; carriers: number }>(weighWords, [words]);
  const alternatives = await Promise.all(
    weights.map(async ({ word, carriers }) => (carriers > 0 ? spellings(word) : likeWords(db, word))),
  );
  // A word that nobody has, nor anything like it, finds nobody.
  if (alternatives.some((list) => list.length === 0)) return [];
  const tsquery = alternatives.map((list) => `(${list.join(' | ')})`).join(' & ');
  const rarest = Math.min(...weights.map(({ carriers }) => carriers));
  const prefix = `${text.replace(/[\\%_]/g, '\\$&')}%`;
  return db.rows<Found>(rarest > COMMON ? findCommon : findByWords, [...bounds, text, prefix, tsquery]);
}

function spellings(word: string): string[] {
  const letters = stateLetters(word);
  const own = word.length < SHORTEST_PREFIX ? lexeme(word) : `${lexeme(word)}:*`;
  return letters === null ? [own] : [own, lexeme(letters)];
}

async function likeWords(db: Db, word: string): Promise<string[]> {
  const letters = stateLetters(word);
  if (letters !== null) return [lexeme(letters)];
  return (await db.rows<{ word: string }>(similarWords, [word])).map((row) => lexeme(row.word));
}

/** As a tsquery takes any text. */
function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
