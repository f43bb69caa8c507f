import { editDistance } from '../../../lib/edit-distance.ts';
import { perObject } from '../../../lib/per-object.ts';
import type { OcrScore } from '../../observations/observation.ts';
import type { StripReading, TextLine } from '../recognizer.ts';
import { type Frame, frameOf } from './frame.ts';
import {
  hasSureCharacters,
  lowerScore,
  meanConfidence,
  nothingRead,
  type Reading,
  SCORES,
} from './reading.ts';

/** One line as read by one of the two readers, in upper case. */
export type Strip = {
  /** Index into the lines of the image. */
  index: number;
  text: string;
  confidence: number;
  /** One for each character of `text`. */
  characters: number[];
  frame: Frame;
  /** False where the second reader did not read the line and the text is the first reader's. */
  isOwn: boolean;
};

/** A field found in the text of one reader. */
export type Found = {
  value: string;
  raw: string;
  /** The line that contains the value is last. */
  lines: number[];
  /** One for each character of the value. */
  characters: number[];
  /** Of the line that contains the value. */
  confidence: number;
  /** The highest possible level: below `High` when it is doubtful that the value belongs to the field. */
  ceiling: OcrScore;
  alternatives?: string[];
  /** The value is the whole line: a reader that sees more text there disagrees. */
  isAlone?: boolean;
};

export type Judged<F extends Found> = { reading: Reading; found: F };

/** Measured thresholds. To change one, run `npm run accuracy` before and after. */
const SURE_LINE = 0.9;
const MIN_CONFIDENCE = 0.6;

/**
 * Searches the text of both readers for a field and rates each result by how far the readers agree. The most reliable
 * result is first; results below the minimum confidence are dropped.
 */
export function twoReaders<F extends Found>(
  lines: readonly TextLine[],
  find: (strips: Strip[]) => F[],
): Judged<F>[] {
  const { firstStrips, secondStrips } = stripsOf(lines);
  const firsts = find([...firstStrips]);
  const seconds = find([...secondStrips]).filter((found) => secondStrips[lineOf(found)]?.isOwn);
  const judged: Judged<F>[] = [];
  for (const first of firsts) {
    const rivals = seconds.filter((second) => lineOf(second) === lineOf(first));
    judged.push(judge(first, closest(first.value, rivals) ?? repeated(first, secondStrips[lineOf(first)])));
  }
  for (const second of seconds) {
    if (firsts.some((first) => lineOf(first) === lineOf(second))) continue;
    judged.push(judge(second, repeated(second, firstStrips[lineOf(second)])));
  }
  return judged.filter(({ reading }) => reading.score !== 'N/A').sort(byTrust);
}

/** Every field is searched in the same lines. */
const stripsOf = perObject((lines: readonly TextLine[]) => ({
  firstStrips: lines.map((line, index) => stripOf(line, index, line, true)),
  secondStrips: lines.map((line, index) => stripOf(line.second ?? line, index, line, line.second !== null)),
}));

/** Completes a field that was found in a single strip. */
export function foundIn<F extends Pick<Found, 'value' | 'characters' | 'ceiling'>>(strip: Strip, found: F) {
  return { raw: strip.text, lines: [strip.index], confidence: strip.confidence, ...found };
}

/** The confidences of the letters and digits between two positions of a strip. */
export function confidencesIn({ text, characters }: Strip, start = 0, end = text.length): number[] {
  return [...text.slice(start, end)].flatMap((character, i) =>
    /[A-Z0-9]/.test(character) ? [characters[start + i] as number] : [],
  );
}

/** Where a reader reports no confidence for a character, the confidence of the line applies. */
function stripOf(
  { text, confidence, characters }: StripReading,
  index: number,
  { quad }: TextLine,
  isOwn: boolean,
): Strip {
  const upper = text.toUpperCase();
  const sameLength = upper.length === text.length ? upper : text;
  const each = Array.from(sameLength, (_, i) => characters[i] ?? confidence);
  return { index, text: sameLength, confidence, characters: each, frame: frameOf(quad), isOwn };
}

function lineOf({ lines }: Found): number {
  return lines.at(-1) as number;
}

/** The same value in the other reader's text, which may have misread the words around it. */
function repeated<F extends Found>(found: F, strip: Strip | undefined): F | null {
  if (!strip?.isOwn) return null;
  if (found.isAlone && strip.text.replace(/[\s.-]/g, '') !== found.value) return null;
  const before = /^\d/.test(found.value) ? '(?<![1-9]0*)' : '(?<![A-Z0-9])';
  // A value may contain any character: logos come from a list.
  const escaped = found.value.replace(/[^A-Za-z0-9]/g, '\\$&');
  const at = strip.text.search(new RegExp(`${before}${escaped}(?![0-9])`));
  if (at < 0) return null;
  const characters = strip.characters.slice(at, at + found.value.length);
  return { ...found, characters, confidence: strip.confidence };
}

function judge<F extends Found>(first: F, second: F | null): Judged<F> {
  if (second?.value === first.value) {
    const characters = first.characters.map((one, i) => Math.min(one, second.characters[i] ?? one));
    const ceiling = lowerScore(first.ceiling, second.ceiling);
    const score = lowerScore(agreedScore(first, second, characters), ceiling);
    return { found: first, reading: toReading(first, score, characters, second) };
  }
  const found = second && meanConfidence(second) > meanConfidence(first) ? second : first;
  const other = found === first ? second : first;
  const score = meanConfidence(found) >= MIN_CONFIDENCE ? lowerScore('Low', found.ceiling) : 'N/A';
  return { found, reading: toReading(found, score, found.characters, other) };
}

/** The level of a value that both readers saw. `characters`: the lower confidence of each character. */
function agreedScore(first: Found, second: Found, characters: number[]): OcrScore {
  const isSureLine = Math.max(first.confidence, second.confidence) >= SURE_LINE;
  if (isSureLine && hasSureCharacters({ characters })) return 'High';
  if (meanConfidence({ characters }) >= MIN_CONFIDENCE) return 'Medium';
  // Two guesses that agree are still guesses: one of the readers must be able to read it.
  return Math.max(meanConfidence(first), meanConfidence(second)) >= MIN_CONFIDENCE ? 'Low' : 'N/A';
}

function toReading(
  { value, raw, lines, alternatives = [] }: Found,
  score: OcrScore,
  characters: number[],
  other: Found | null,
): Reading {
  if (score === 'N/A') return nothingRead;
  const others = new Set([...(other ? [other.value, ...(other.alternatives ?? [])] : []), ...alternatives]);
  others.delete(value);
  return { value, raw, score, lines, characters, alternatives: [...others] };
}

function byTrust(a: Judged<Found>, b: Judged<Found>): number {
  const byScore = SCORES.indexOf(b.reading.score) - SCORES.indexOf(a.reading.score);
  return byScore || meanConfidence(b.reading) - meanConfidence(a.reading);
}

function closest<F extends Found>(value: string, among: F[]): F | undefined {
  const distance = (found: Found) => editDistance(value, found.value);
  return among.toSorted((a, b) => distance(a) - distance(b))[0];
}
