import { editDistance, similarity } from '../../../lib/edit-distance.ts';
import { IN_WORDS, substituter } from '../../../lib/identifiers/confusable.ts';
import { perObject } from '../../../lib/per-object.ts';
import type { TextLine } from '../recognizer.ts';
import { gapBelow, gapBeside } from './frame.ts';
import { nothingRead, type Reading } from './reading.ts';
import { confidencesIn, type Found, type Strip, twoReaders } from './two-readers.ts';

/** `distinctive`: the number of letters outside trade words such as TRUCKING. */
type Mark = { logo: string; folded: string; digits: string; distinctive: number };
type FoundMark = Found & { likeness: number; height: number; isWhole: boolean };
/** `isWhole`: its lines contain only trade words and numbers. */
type Phrase = { text: string; characters: number[]; strips: Strip[]; isWhole: boolean };

const MIN_LIKENESS = 0.7;
const MAX_WORDS = 5;
const SHORT = 4;
const TRADE_WORDS =
  /\b(?:INC|LLC|CORP|CO|LTD|LTL|TRUCKING|TRANSPORT(?:ATION)?|FREIGHT|LOGISTICS|EXPRESS|CARRIERS?|LINES?|SYSTEMS?|GROUP|LEASING|SERVICES?|SOLUTIONS|MOTOR|TRUCK|RENTAL|INTERMODAL|DEDICATED)\b/g;
/** `CALL 1-800-555-0100` */
const PHONE = /\b(?:CALL|PHONE|TEL|FAX)\b|\d{3}[-. ]\d{4}/;
const foldLetters = substituter(IN_WORDS);

/** The entry of the logo list on the trailer; of several, usually the one in the largest letters. */
export function readLogo(
  lines: readonly TextLine[],
  logos: readonly string[],
  door: ReadonlySet<number>,
): Reading {
  const marks = marksOf(logos);
  const judged = twoReaders(lines, (strips) =>
    phrasesIn(strips.filter(({ index, text }) => !door.has(index) && !PHONE.test(text))).flatMap((phrase) =>
      findMark(phrase, marks),
    ),
  );
  judged.sort((a, b) => rank(b.found) - rank(a.found) || b.found.value.length - a.found.value.length);
  return judged[0] ? { ...judged[0].reading, characters: [] } : nothingRead;
}

/** The list of logos is the same for many images. */
const marksOf = perObject((logos: readonly string[]): Mark[] =>
  logos
    .map((logo) => ({
      logo,
      folded: fold(logo.toUpperCase()),
      digits: digitsIn(logo),
      distinctive: fold(logo.toUpperCase().replace(TRADE_WORDS, '')).length,
    }))
    .filter(({ folded }) => folded),
);

function findMark(phrase: Phrase, marks: readonly Mark[]): FoundMark[] {
  const [folded, digits] = [fold(phrase.text), digitsIn(phrase.text)];
  let best: { logo: string; likeness: number } | null = null;
  for (const { logo, folded: mark, digits: own, distinctive } of marks) {
    if (Math.abs(mark.length - folded.length) > 0.3 * Math.max(mark.length, folded.length)) continue;
    // With digits as letters, the plate `1MC-820` would have the name `IMC`.
    if (mark.length <= SHORT && digits !== own) continue;
    const likeness = mark === folded ? 1 : similarity(mark, folded);
    if (likeness < minLikeness(mark) || (best && likeness <= best.likeness)) continue;
    // `G.I. TRUCKING` and any other trucking company share most letters.
    const isOnlyTrade = distinctive > 0 && editDistance(mark, folded) > (1 - MIN_LIKENESS) * distinctive;
    if (!isOnlyTrade) best = { logo, likeness };
  }
  return best ? [toFound(phrase, best.logo, best.likeness)] : [];
}

/** In a short name one letter makes a different name: `SAIA` and `ASIA`. */
function minLikeness(mark: string): number {
  return mark.length <= SHORT ? 1 : mark.length === 5 ? 0.8 : MIN_LIKENESS;
}

/**
 * Doubling the letter height outweighs a sixth of likeness: a manufacturer's sticker is small, the fleet's name is large.
 * Of `stevens` and `stevens transport`, the one that covers more of the lettering ranks higher.
 */
function rank({ value, height, likeness, isWhole }: FoundMark): number {
  return Math.log2(Math.max(1, height)) + 6 * likeness + (isWhole ? 1 : 0) + 0.04 * value.length;
}

function toFound({ text, characters, strips, isWhole }: Phrase, logo: string, likeness: number): FoundMark {
  return {
    value: logo,
    raw: text,
    lines: strips.map(({ index }) => index),
    characters,
    confidence: Math.min(...strips.map(({ confidence }) => confidence)),
    ceiling: !isWhole ? 'Low' : likeness === 1 ? 'High' : likeness >= 0.85 ? 'Medium' : 'Low',
    likeness,
    isWhole,
    height: Math.max(...strips.map(({ frame }) => frame.height)),
  };
}

/** Every run of whole words in a line, and every two lines that belong together. */
function phrasesIn(strips: Strip[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (const strip of strips) {
    // A number that the detector put into the same line is a separate word.
    const words = [...strip.text.matchAll(/\d{3,}|(?:(?!\d{3})\S)+/g)];
    for (const [i, first] of words.entries()) {
      for (const last of words.slice(i, i + MAX_WORDS)) {
        phrases.push(phraseIn(strip, first.index, last.index + last[0].length));
      }
    }
    for (const next of strips) {
      if (next === strip || !isContinued(strip, next)) continue;
      phrases.push({
        text: `${strip.text} ${next.text}`,
        characters: [...confidencesIn(strip), ...confidencesIn(next)],
        strips: [strip, next],
        isWhole: true,
      });
    }
  }
  return phrases.filter(({ characters }) => characters.length >= 2);
}

function isContinued(a: Strip, b: Strip): boolean {
  if (/\d{3}/.test(a.text + b.text)) return false;
  const ratio = a.frame.height / b.frame.height;
  if (ratio < 0.4 || ratio > 2.5) return false;
  return gapBeside(a.frame, b.frame) < 1.5 || gapBelow(a.frame, b.frame) < 0.8;
}

function phraseIn(strip: Strip, start: number, end: number): Phrase {
  const rest = `${strip.text.slice(0, start)} ${strip.text.slice(end)}`;
  return {
    text: strip.text.slice(start, end),
    characters: confidencesIn(strip, start, end),
    strips: [strip],
    isWhole: !/[A-Z]{2}/.test(rest.replace(TRADE_WORDS, '')),
  };
}

const digitsIn = (text: string) => text.replace(/\D/g, '');

function fold(text: string): string {
  return foldLetters(text.replace(/&/g, 'AND').replace(/[^A-Z0-9|]/g, ''));
}
