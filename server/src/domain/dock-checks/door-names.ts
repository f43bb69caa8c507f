import { isCommonWord, isLegalForm, wordsOf } from '../../lib/identifiers/name-on-door.ts';
import { stateCode } from '../../lib/identifiers/state-code.ts';
import { frameOf } from '../recognition/readings/frame.ts';
import type { TextLine } from '../recognition/recognizer.ts';

/** Lettering on the door that is written like the name of a company. */
export type NameOnDoor = {
  /** In upper case with single spaces, without legal forms. */
  text: string;
  /** Positions in the lines of the image. */
  lines: number[];
  /** Both readers read it alike, with a high confidence. */
  isSure: boolean;
};

export type DoorNames = {
  /** The lines with a name of the booked carrier; empty when none of its names is on the door. */
  own: number[];
  /** Names that are like one of the booked carrier, but not the same. */
  similar: NameOnDoor[];
  /** Names of others. */
  others: NameOnDoor[];
};

/** The names that a carrier may have on its doors. */
type Names = readonly string[];

const MOST_LINES = 3;
const MOST_COMMON_WORDS = 4;
const SURE_LINE = 0.9;
const MIN_LETTERS = 4;
/** The share of equal pairs of letters from which two names are similar. */
const SIMILAR = 0.5;
/** Words that only names of companies have. */
const TRADE =
  /^(?:LLC|INC|CORP|LTD|TRUCKING|TRANSPORT|TRANSPORTATION|FREIGHT|LOGISTICS?|HAULING|EXPRESS|CARRIERS?|TRANSIT|CARTAGE|LINES|LEASING|ENTERPRISES|SERVICES|BROS|BROTHERS|SONS)$/;
const NOT_A_NAME =
  /\b(?:GVWR?|VIN|SER|U\W?S\W?D\W?O\W?T|DOT|MC|ICC|KYU|IFTA|PHONE|CALL|WWW|OPERATED|LEASED|OWNED|EQUIPPED|LBS|NOT FOR HIRE|ESTD?|SINCE|CAUTION|WIDE TURNS)\b|\.COM|\d{3}[-. ]\d{4}/;
const LOOKALIKES: Record<string, string> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B', '|': 'I' };

/** Compares the lettering around the numbers of a door with the names of the booked carrier. `door`: positions of its lines. */
export function namesOnDoor(
  lines: readonly TextLine[],
  door: ReadonlySet<number>,
  names: Names,
  isPlace: (text: string) => boolean,
): DoorNames {
  const allowed = { whole: new Set(names.map(wholeName)), short: new Set(names.flatMap(shortNames)) };
  const candidates = inColumns(lines, door).filter(
    (index) =>
      !isOtherLettering((lines[index] as TextLine).text) && !isPlace((lines[index] as TextLine).text),
  );
  const own = ownLines(candidates, lines, allowed);
  const rest = candidates.filter((index) => !own.includes(index));
  const found = companyNames(rest, lines);
  const isSimilar = ({ text }: NameOnDoor) =>
    names.some((name) => likeness(text, plainName(name)) >= SIMILAR);
  return {
    own,
    similar: own.length > 0 ? [] : found.filter(isSimilar),
    others: own.length > 0 ? found : found.filter((name) => !isSimilar(name) && isCompany(name.text)),
  };
}

type Allowed = Record<'whole' | 'short', ReadonlySet<string>>;

const wholeName = (name: string) => plain(withoutForms(wordsOf(name)));

/** A name without some of the words that many names have: `ACME` for ACME TRUCKING. */
function shortNames(name: string): string[] {
  const words = withoutForms(wordsOf(name));
  const common = words.flatMap((word, index) => (isCommonWord(word) ? [index] : []));
  if (common.length === words.length || common.length > MOST_COMMON_WORDS) return [];
  return Array.from({ length: 2 ** common.length }, (_, dropped) =>
    plain(
      words.filter((_word, index) => !common.includes(index) || !((dropped >> common.indexOf(index)) & 1)),
    ),
  );
}

/**
 * The lines that together are a name of the carrier, as one of the readers read them. A short name stands alone: with other
 * lettering directly above or below it, it may be the beginning of another name.
 */
function ownLines(
  candidates: readonly number[],
  lines: readonly TextLine[],
  { whole, short }: Allowed,
): number[] {
  const own: number[] = [];
  for (let at = 0; at < candidates.length; at++) {
    for (let length = Math.min(MOST_LINES, candidates.length - at); length > 0; length--) {
      const run = candidates.slice(at, at + length);
      const isAlone = candidates[at - 1] === undefined && candidates[at + length] === undefined;
      const isOwn = letterings(run, lines).some((words) => {
        const text = plain(withoutForms(words));
        return whole.has(text) || (isAlone && short.has(text));
      });
      if (!isOwn) continue;
      own.push(...run);
      at += length - 1;
      break;
    }
  }
  return own;
}

/** The words of consecutive lines, with each combination of the two readings of a line. */
function letterings(run: readonly number[], lines: readonly TextLine[]): string[][] {
  return run.reduce<string[][]>(
    (before, index) =>
      readingsOf(lines[index] as TextLine).flatMap((text) =>
        before.map((words) => [...words, ...wordsOf(text)]),
      ),
    [[]],
  );
}

const readingsOf = ({ text, second }: TextLine) =>
  second && second.text !== text ? [text, second.text] : [text];

/** Lines, and pairs of lines, that may be the name of a company. */
function companyNames(rest: readonly number[], lines: readonly TextLine[]): NameOnDoor[] {
  const found: NameOnDoor[] = [];
  for (const [at, index] of rest.entries()) {
    const next = rest[at + 1];
    const single = nameOf([index], lines);
    const pair = next === undefined ? null : nameOf([index, next], lines);
    if (single && isCompany(single.text)) found.push(single);
    else if (pair && isCompany(pair.text)) found.push(pair);
    else if (single) found.push(single);
  }
  return found;
}

function nameOf(indexes: number[], lines: readonly TextLine[]): NameOnDoor | null {
  const shown = indexes.map((index) => lines[index] as TextLine);
  const text = wordsOf(shown.map((line) => line.text).join(' ')).join(' ');
  if (text.replace(/[^A-Z]/g, '').length < MIN_LETTERS) return null;
  const isSure = shown.every(
    ({ text, confidence, second }) =>
      confidence >= SURE_LINE && (second === null || plain(wordsOf(second.text)) === plain(wordsOf(text))),
  );
  return { text, lines: indexes, isSure };
}

/** With a word of the trade and another one. */
function isCompany(text: string): boolean {
  const words = text.split(' ');
  return words.some((word) => TRADE.test(word)) && words.some((word) => !TRADE.test(word) && word.length > 2);
}

/** Numbers, labels and weights. */
function isOtherLettering(text: string): boolean {
  const upper = text.toUpperCase();
  const letters = upper.replace(/[^A-Z]/g, '').length;
  if (letters < 3 || letters < 0.6 * upper.replace(/\s/g, '').length || NOT_A_NAME.test(upper)) return true;
  const state = /[ ,.]\s*([A-Z]{2})\.?(?:\s+\d{5}.*)?$/.exec(upper.trim())?.[1] ?? '';
  return stateCode(state) !== null && state !== 'CO';
}

/** The lines of the door from top to bottom. */
function inColumns(lines: readonly TextLine[], door: ReadonlySet<number>): number[] {
  const y = (index: number) => frameOf((lines[index] as TextLine).quad).y;
  return [...door].sort((a, b) => y(a) - y(b));
}

const withoutForms = (words: readonly string[]) => words.filter((word) => !isLegalForm(word));
const plainName = (name: string) => withoutForms(wordsOf(name)).join(' ');
/** Without spaces, which readers drop and insert, and with one letter for characters that look alike. */
const plain = (words: readonly string[]) =>
  words.join('').replace(/[0158|]/g, (character) => LOOKALIKES[character] as string);

/** The share of pairs of neighboring letters that two texts have in common (Dice). */
function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  const common = left.filter((pair) => {
    const at = right.indexOf(pair);
    if (at >= 0) right.splice(at, 1);
    return at >= 0;
  });
  const total = left.length + pairsOf(b).length;
  return total === 0 ? 0 : (2 * common.length) / total;
}

function pairsOf(text: string): string[] {
  const letters = text.replace(/\W/g, '');
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}
