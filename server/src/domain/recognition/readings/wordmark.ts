import { similarity } from '../../../lib/edit-distance.ts';
import type { TextLine } from '../recognizer.ts';
import { gapBelow, gapBeside } from './frame.ts';
import { nothingRead, type Reading } from './reading.ts';
import type { Strip } from './strip.ts';
import { type Found, twoReaders } from './two-readers.ts';

type FoundMark = Found & { likeness: number; height: number; isWhole: boolean };
/** `isWhole`: nothing else stands in its lines but words of the trade and numbers. */
type Words = { text: string; characters: number[]; lines: Strip[]; isWhole: boolean };

const LEAST = 0.7;
const TRADE =
  /\b(?:INC|LLC|CORP|CO|LTD|LTL|TRUCKING|TRANSPORT(?:ATION)?|FREIGHT|LOGISTICS|EXPRESS|CARRIERS?|LINES?|SYSTEMS?|GROUP|LEASING|SERVICES?|SOLUTIONS|MOTOR|TRUCK|RENTAL|INTERMODAL|DEDICATED)\b/g;
/** Letters that readers and letterings confuse are one letter here. */
const FOLD: Record<string, string> = {
  '0': 'O',
  Q: 'O',
  '1': 'I',
  L: 'I',
  '|': 'I',
  '5': 'S',
  '8': 'B',
  '2': 'Z',
  V: 'U',
};

/** The entry of the logo list that stands on the trailer; of several the one in the largest letters. */
export function readWordmark(
  lines: readonly TextLine[],
  logos: readonly string[],
  door: ReadonlySet<number>,
): Reading {
  const list = logos
    .map((logo) => ({ logo, folded: fold(logo.toUpperCase()) }))
    .filter(({ folded }) => folded);
  const judged = twoReaders(lines, (strips) =>
    findMarks(
      strips.filter(({ index }) => !door.has(index)),
      list,
    ),
  );
  judged.sort((a, b) => rank(b.found) - rank(a.found) || b.found.value.length - a.found.value.length);
  return judged[0] ? { ...judged[0].reading, characters: [] } : nothingRead;
}

function findMarks(strips: Strip[], list: { logo: string; folded: string }[]): FoundMark[] {
  const found: FoundMark[] = [];
  for (const words of phrases(strips)) {
    const folded = fold(words.text);
    let best: { logo: string; likeness: number } | null = null;
    for (const { logo, folded: mark } of list) {
      if (Math.abs(mark.length - folded.length) > 0.3 * Math.max(mark.length, folded.length)) continue;
      const likeness = mark === folded ? 1 : similarity(mark, folded);
      if (likeness >= leastFor(mark) && (!best || likeness > best.likeness)) best = { logo, likeness };
    }
    if (best) found.push(toFound(words, best));
  }
  return found;
}

/** In short names one letter makes another name: `SAIA` and `ASIA`. */
function leastFor(mark: string): number {
  return mark.length <= 4 ? 1 : mark.length === 5 ? 0.8 : LEAST;
}

/**
 * Letters twice as tall outweigh a sixth of likeness: a sticker of the maker is small, the fleet's name is not. Of
 * `stevens` and `stevens transport` the one that explains more of the lettering is meant.
 */
function rank({ value, height, likeness, isWhole }: FoundMark): number {
  return Math.log2(Math.max(1, height)) + 6 * likeness + (isWhole ? 1 : 0) + 0.04 * value.length;
}

function toFound(words: Words, { logo, likeness }: { logo: string; likeness: number }): FoundMark {
  const confidence = Math.min(...words.lines.map((line) => line.confidence));
  return {
    value: logo,
    raw: words.text,
    lines: words.lines.map(({ index }) => index),
    characters: words.characters,
    confidence,
    ceiling: !words.isWhole ? 'Low' : likeness === 1 ? 'High' : likeness >= 0.85 ? 'Medium' : 'Low',
    likeness,
    isWhole: words.isWhole,
    height: Math.max(...words.lines.map(({ frame }) => frame.height)),
  };
}

/** Every run of whole words in a line, and two lines where one goes on beside or under the other. */
function phrases(strips: Strip[]): Words[] {
  const found: Words[] = [];
  for (const strip of strips) {
    // A number that the detector took for the same line is a word of its own.
    const words = [...strip.text.matchAll(/\d{3,}|(?:(?!\d{3})\S)+/g)];
    for (let from = 0; from < words.length; from++) {
      for (let to = from; to < Math.min(words.length, from + 5); to++) {
        const start = words[from]?.index ?? 0;
        const end = (words[to]?.index ?? 0) + (words[to]?.[0].length ?? 0);
        found.push(slice(strip, start, end));
      }
    }
    for (const next of strips) {
      if (next === strip || !goesOn(strip, next)) continue;
      const [a, b] = [slice(strip, 0, strip.text.length), slice(next, 0, next.text.length)];
      found.push({
        text: `${a.text} ${b.text}`,
        characters: [...a.characters, ...b.characters],
        lines: [strip, next],
        isWhole: true,
      });
    }
  }
  return found.filter(({ characters }) => characters.length >= 2);
}

function goesOn(a: Strip, b: Strip): boolean {
  if (/\d{3}/.test(a.text + b.text)) return false;
  const ratio = a.frame.height / b.frame.height;
  if (ratio < 0.4 || ratio > 2.5) return false;
  const [beside, below] = [gapBeside(a.frame, b.frame), gapBelow(a.frame, b.frame)];
  return (beside !== null && beside < 1.5) || (below !== null && below < 0.8);
}

function slice(strip: Strip, start: number, end: number): Words {
  const text = strip.text.slice(start, end);
  const characters = [...text].flatMap((letter, i) =>
    /[A-Z0-9]/.test(letter) ? [strip.characters[start + i] as number] : [],
  );
  const rest = `${strip.text.slice(0, start)} ${strip.text.slice(end)}`;
  return { text, characters, lines: [strip], isWhole: !/[A-Z]{2}/.test(rest.replace(TRADE, '')) };
}

function fold(text: string): string {
  return [...text.replace(/&/g, 'AND').replace(/[^A-Z0-9|]/g, '')]
    .map((letter) => FOLD[letter] ?? letter)
    .join('');
}
