import type { Db } from '../../../db/database.ts';
import { stateLetters } from './search-query.ts';
import { similarWords, weighWords } from './search-store.ts';

/** Up to this many carriers, a word is worth starting from. A longer list takes longer than the largest carriers do. */
const RARE = 20_000;
const SHORTEST_PREFIX = 2;

export type WordPlan =
  /** `tsquery` gives few enough carriers; `patterns` must hold for them too. */
  | { way: 'index'; tsquery: string; patterns: string[] }
  /** So many carriers have these words that the largest will do. */
  | { way: 'largest'; patterns: string[] }
  /** A word that nobody has, nor anything like it. */
  | { way: 'nobody' };

type Word = {
  /** What the index is asked, null when the question would be too large. */
  lexemes: string | null;
  pattern: string;
  carriers: number;
};

/** Decides how to look for these words, from how many carriers have each of them. */
export async function planWords(db: Db, words: string[]): Promise<WordPlan> {
  const letters = words.map(stateLetters);
  const asked = [...new Set([...words, ...letters.filter((word) => word !== null)])];
  const rows = await db.rows<Weight>(weighWords, [asked]);
  const weights = new Map(rows.map((row) => [row.word, row]));
  const read = await Promise.all(words.map((word, i) => readWord(db, word, letters[i] ?? null, weights)));
  if (read.some((word) => word.carriers === 0)) return { way: 'nobody' };
  const patterns = read.map(({ pattern }) => pattern);
  const lexemes = read.flatMap((word) => (word.lexemes === null ? [] : [word.lexemes]));
  const rarest = Math.min(
    ...read.map((word) => (word.lexemes === null ? Number.POSITIVE_INFINITY : word.carriers)),
  );
  if (rarest > RARE) return { way: 'largest', patterns };
  return {
    way: 'index',
    tsquery: lexemes.join(' & '),
    patterns: read.flatMap((w) => (w.lexemes ? [] : [w.pattern])),
  };
}

type Weight = { word: string; carriers: number; exact: number };

/** A rare word by its beginning; a common one only whole, for a beginning would read every list that it begins. */
async function readWord(
  db: Db,
  word: string,
  letters: string | null,
  weights: Map<string, Weight>,
): Promise<Word> {
  const { carriers = 0, exact = 0 } = weights.get(word) ?? {};
  const state = letters === null ? 0 : (weights.get(letters)?.exact ?? 0);
  if (carriers + state === 0) return likeWord(db, word);
  const ownPattern = word.length < SHORTEST_PREFIX ? `${plain(word)}\\M` : plain(word);
  const pattern = `\\m(${letters === null ? ownPattern : `${ownPattern}|${letters}\\M`})`;
  const ofState = letters === null || state === 0 ? [] : [lexeme(letters)];
  const whole = word.length < SHORTEST_PREFIX;
  if (carriers <= RARE && !whole) {
    return { lexemes: either([`${lexeme(word)}:*`, ...ofState]), pattern, carriers: carriers + state };
  }
  if (exact + state === 0) return { lexemes: null, pattern, carriers };
  return { lexemes: either([lexeme(word), ...ofState]), pattern, carriers: exact + state };
}

/** Nobody has this word: those most like it stand in for it. */
async function likeWord(db: Db, word: string): Promise<Word> {
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

/** As a tsquery takes any text. */
function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** As a regular expression takes any text. */
function plain(word: string): string {
  return word.replace(/[^\p{L}\p{N}]/gu, '.');
}
