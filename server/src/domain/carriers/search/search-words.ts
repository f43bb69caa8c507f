import type { Db } from '../../../db/database.ts';
import { stateLetters } from './search-query.ts';
import { countWords, similarWords } from './search-store.ts';

/** For a word with more carriers, checking the largest carriers is faster than the index. */
const MAX_INDEXED = 20_000;
const MIN_PREFIX = 2;

export type WordPlan =
  /** The carriers of `tsquery` must also match `patterns`. */
  | { kind: 'index'; tsquery: string; patterns: string[] }
  /** Too many carriers have these words: only the largest are searched. */
  | { kind: 'largest'; patterns: string[] }
  /** No carrier has one of the words, or a similar one. */
  | { kind: 'none' };

type Word = {
  /** The search in the index; null when it would find too many carriers. */
  lexemes: string | null;
  pattern: string;
  carriers: number;
};

/** Chooses the search by the number of carriers that have each word. */
export async function planWords(db: Db, words: string[]): Promise<WordPlan> {
  const letters = words.map(stateLetters);
  const terms = [...new Set([...words, ...letters.filter((word) => word !== null)])];
  const rows = await db.rows<WordCount>(countWords, [terms]);
  const counts = new Map(rows.map((row) => [row.word, row]));
  const read: Word[] = [];
  // A client runs one statement at a time.
  for (const [i, word] of words.entries()) read.push(await planWord(db, word, letters[i] ?? null, counts));
  if (read.some((word) => word.carriers === 0)) return { kind: 'none' };
  const patterns = read.map(({ pattern }) => pattern);
  const lexemes = read.flatMap((word) => (word.lexemes === null ? [] : [word.lexemes]));
  const rarest = Math.min(
    ...read.map((word) => (word.lexemes === null ? Number.POSITIVE_INFINITY : word.carriers)),
  );
  if (rarest > MAX_INDEXED) return { kind: 'largest', patterns };
  return {
    kind: 'index',
    tsquery: lexemes.join(' & '),
    patterns: read.flatMap((w) => (w.lexemes ? [] : [w.pattern])),
  };
}

type WordCount = { word: string; carriers: number; exact: number };

/** A rare word matches as a prefix. A common one matches only whole: a prefix would read the list of every word. */
async function planWord(
  db: Db,
  word: string,
  letters: string | null,
  counts: Map<string, WordCount>,
): Promise<Word> {
  const { carriers = 0, exact = 0 } = counts.get(word) ?? {};
  const state = letters === null ? 0 : (counts.get(letters)?.exact ?? 0);
  if (carriers + state === 0) return planSimilar(db, word);
  const ownPattern = word.length < MIN_PREFIX ? `${plain(word)}\\M` : plain(word);
  const pattern = `\\m(${letters === null ? ownPattern : `${ownPattern}|${letters}\\M`})`;
  const ofState = letters === null || state === 0 ? [] : [lexeme(letters)];
  const whole = word.length < MIN_PREFIX;
  if (carriers <= MAX_INDEXED && !whole) {
    return { lexemes: either([`${lexeme(word)}:*`, ...ofState]), pattern, carriers: carriers + state };
  }
  if (exact + state === 0) return { lexemes: null, pattern, carriers };
  return { lexemes: either([lexeme(word), ...ofState]), pattern, carriers: exact + state };
}

/** No carrier has this word: uses the most similar words. */
async function planSimilar(db: Db, word: string): Promise<Word> {
  const like = await db.rows<{ word: string; carriers: number }>(similarWords, [word]);
  return {
    lexemes: either(like.map((row) => lexeme(row.word))),
    pattern: `\\m(${like.map((row) => `${plain(row.word)}\\M`).join('|')})`,
    carriers: like.reduce((sum, row) => sum + row.carriers, 0),
  };
}

function either(lexemes: string[]): string {
  return `(${lexemes.join(' | ')})`;
}

/** Quotes a word for a tsquery. */
function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Replaces characters that have a meaning in a regular expression. */
function plain(word: string): string {
  return word.replace(/[^\p{L}\p{N}]/gu, '.');
}
