import { editDistance } from '../edit-distance.ts';

/** Legal forms: doors rarely show them as registered. */
const LEGAL_FORMS = wordSet(
  'LLC INC INCORPORATED CORP CORPORATION CO COMPANY LTD LIMITED LP LLP PLLC PC SA CV DE RL DBA THE AND OF',
);
/** Words in the names of thousands of carriers. They barely identify a carrier. */
const COMMON_WORDS = wordSet(
  `TRUCKING TRUCK TRUCKS TRANSPORT TRANSPORTS TRANSPORTATION TRANSIT LOGISTICS LOGISTIC EXPRESS FREIGHT LINES LINE
   CARRIER CARRIERS HAULING HAULERS SERVICE SERVICES ENTERPRISE ENTERPRISES BROTHERS BROS SONS GROUP SYSTEMS SOLUTIONS
   CARTAGE DELIVERY LEASING MOTOR TRANS USA AMERICA AMERICAN NATIONAL CONSTRUCTION INTERNATIONAL GLOBAL`,
);
export const isLegalForm = (word: string) => LEGAL_FORMS.has(word);
export const isCommonWord = (word: string) => COMMON_WORDS.has(word);

const COMMON_WEIGHT = 0.25;
const SHORT_WEIGHT = 0.5;
const MIN_LIKENESS = 0.75;
const LONG = 6;

/** The text of a door, prepared for lookups. `joined` holds each line without spaces. */
export type DoorText = { words: Set<string>; joined: string[] };

export function doorText(texts: readonly string[]): DoorText {
  const lines = texts.map(wordsOf);
  const joined = lines.map((words) => words.join('')).filter((line) => /[A-Z]{3}/.test(line));
  return { words: new Set(lines.flat()), joined };
}

/**
 * `share`: the part of the name that was found, 0 to 1; common words count less. `isTelling`: at least one word was found
 * that is neither common nor short.
 */
export function nameOnDoor(name: string | null, door: DoorText) {
  const words = wordsOf(name ?? '').filter((word) => !LEGAL_FORMS.has(word));
  let whole = 0;
  let found = 0;
  let isTelling = false;
  for (const [i, word] of words.entries()) {
    const weight = COMMON_WORDS.has(word) ? COMMON_WEIGHT : word.length < 4 ? SHORT_WEIGHT : 1;
    const likeness = likenessOnDoor(words, i, door);
    whole += weight;
    found += weight * likeness;
    if (weight === 1 && likeness > 0) isTelling = true;
  }
  return { share: whole === 0 ? 0 : found / whole, isTelling };
}

/** In upper case, without accents and punctuation: `J.B. Hunt` becomes JB and HUNT. */
export function wordsOf(text: string): string[] {
  const plain = text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replace(/['’.]/g, '').match(/[A-Z0-9]+/g) ?? [];
}

/**
 * Searches the lines without spaces, because readers drop and insert spaces. A short word often occurs inside a longer one
 * (SMITH in SMITHFIELD), so it must be a separate word or adjoin its neighbor in the name.
 */
function likenessOnDoor(name: string[], at: number, { words, joined }: DoorText): number {
  const word = name[at] as string;
  if (words.has(word)) return 1;
  if (word.length < LONG) {
    const pairs = [(name[at - 1] ?? '') + word, word + (name[at + 1] ?? '')];
    if (pairs.some((pair) => pair.length >= LONG && joined.some((line) => line.includes(pair)))) return 1;
    const isMisread = (other: string) =>
      Math.abs(other.length - word.length) < 2 && editDistance(other, word) === 1;
    return word.length === LONG - 1 && [...words].some(isMisread) ? 1 - 1 / word.length : 0;
  }
  if (joined.some((line) => line.includes(word))) return 1;
  const best = Math.max(0, ...joined.map((line) => 1 - editsToContain(word, line) / word.length));
  return best >= MIN_LIKENESS ? best : 0;
}

/** The fewest edits that turn the word into a part of the line. */
function editsToContain(word: string, line: string): number {
  let previous = new Uint8Array(line.length + 1);
  let row = new Uint8Array(line.length + 1);
  for (let i = 1; i <= word.length; i++) {
    row[0] = i;
    for (let j = 1; j <= line.length; j++) {
      const change = (previous[j - 1] as number) + (word[i - 1] === line[j - 1] ? 0 : 1);
      row[j] = Math.min(change, (previous[j] as number) + 1, (row[j - 1] as number) + 1);
    }
    [previous, row] = [row, previous];
  }
  return Math.min(...previous);
}

function wordSet(words: string): Set<string> {
  return new Set(words.split(/\s+/));
}
