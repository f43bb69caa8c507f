import { editDistance } from '../../../lib/edit-distance.ts';
import type { OcrScore } from '../../observations/observation.ts';
import type { TextLine } from '../recognizer.ts';
import { nothingRead, type Reading } from './reading.ts';
import { type Strip, stripsOf } from './strip.ts';

/** A field found in what one reader saw. */
export type Found = {
  value: string;
  raw: string;
  /** The lines it was taken from; the one that holds the value is last. */
  lines: number[];
  /** One for each character of the value. */
  characters: number[];
  /** Of the line that holds the value. */
  confidence: number;
  /** The best level it may get, however sure the readers are: `High` unless the place itself is doubtful. */
  ceiling: OcrScore;
  alternatives?: string[];
  /** Nothing else stands in the line: a reader that sees more there does not agree. */
  isAlone?: boolean;
};

export type Find<F extends Found = Found> = (strips: Strip[]) => F[];

/** The levels as they were measured; a change here needs a new measurement (`npm run accuracy`). */
const SURE_CHARACTER = 0.8;
const SURE_LINE = 0.9;
const LEAST = 0.6;
const ORDER: OcrScore[] = ['N/A', 'Low', 'Medium', 'High'];

export type Judged<F extends Found> = { reading: Reading; found: F };

/**
 * Looks for a field in what each reader saw and says how far the finds may be trusted: two readers that agree
 * are rarely both wrong. Best first; finds below the least are left out.
 */
export function twoReaders<F extends Found>(lines: readonly TextLine[], find: Find<F>): Judged<F>[] {
  const [firstStrips, secondStrips] = [stripsOf(lines, 'first'), stripsOf(lines, 'second')];
  const firsts = find(firstStrips);
  const seconds = find(secondStrips).filter((found) => secondStrips[place(found)]?.isOwn);
  const judged: Judged<F>[] = [];
  for (const first of firsts) {
    const rivals = seconds.filter((second) => place(second) === place(first));
    judged.push(judge(first, closest(first.value, rivals) ?? repeated(first, secondStrips[place(first)])));
  }
  for (const second of seconds) {
    if (firsts.some((first) => place(first) === place(second))) continue;
    judged.push(judge(second, repeated(second, firstStrips[place(second)])));
  }
  return judged.filter(({ reading }) => reading.score !== 'N/A').sort(byTrust);
}

function place({ lines }: Found): number {
  return lines.at(-1) as number;
}

/** The same value in the other reader's text, where it could not make out the words around it. */
function repeated<F extends Found>(found: F, strip: Strip | undefined): F | null {
  if (!strip?.isOwn) return null;
  if (found.isAlone && strip.text.replace(/[\s.-]/g, '') !== found.value) return null;
  const before = /^\d/.test(found.value) ? '(?<![1-9]0*)' : '(?<![A-Z0-9])';
  const at = strip.text.search(new RegExp(`${before}${found.value}(?![0-9])`));
  if (at < 0) return null;
  const characters = strip.characters.slice(at, at + found.value.length);
  return { ...found, characters, confidence: strip.confidence };
}

function judge<F extends Found>(first: F, second: F | null): Judged<F> {
  if (second?.value === first.value) {
    const characters = first.characters.map((one, i) => Math.min(one, second.characters[i] ?? one));
    const isSure =
      Math.min(...characters) >= SURE_CHARACTER && Math.max(first.confidence, second.confidence) >= SURE_LINE;
    const score = lower(isSure ? 'High' : 'Medium', lower(first.ceiling, second.ceiling));
    return { found: first, reading: reading(first, score, characters, second) };
  }
  const found = second && mean(second.characters) > mean(first.characters) ? second : first;
  const other = found === first ? second : first;
  const score = mean(found.characters) >= LEAST ? lower('Low', found.ceiling) : 'N/A';
  return { found, reading: reading(found, score, found.characters, other) };
}

function reading<F extends Found>(
  { value, raw, lines, alternatives = [] }: F,
  score: OcrScore,
  characters: number[],
  other: F | null,
): Reading {
  if (score === 'N/A') return nothingRead;
  const others = new Set([...(other ? [other.value, ...(other.alternatives ?? [])] : []), ...alternatives]);
  others.delete(value);
  return { value, raw, score, lines, characters, alternatives: [...others] };
}

function byTrust<F extends Found>(a: Judged<F>, b: Judged<F>): number {
  const byLevel = ORDER.indexOf(b.reading.score) - ORDER.indexOf(a.reading.score);
  return byLevel || mean(b.reading.characters) - mean(a.reading.characters);
}

function closest<F extends Found>(value: string, among: F[]): F | null {
  let best: F | null = null;
  for (const one of among) {
    if (!best || editDistance(value, one.value) < editDistance(value, best.value)) best = one;
  }
  return best;
}

export function lower(a: OcrScore, b: OcrScore): OcrScore {
  return ORDER.indexOf(a) < ORDER.indexOf(b) ? a : b;
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
