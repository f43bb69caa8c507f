import { editDistance } from '../../../lib/edit-distance.ts';

/** Forms of a company: never painted the way they are registered. */
const LEGAL = new Set(
  'LLC INC INCORPORATED CORP CORPORATION CO COMPANY LTD LIMITED LP LLP PLLC PC SA CV DE RL DBA THE AND OF'.split(
    ' ',
  ),
);
/** Words that thousands of carriers share (the last one all invented ones): they help little to tell one from another. */
const COMMON = new Set(
  `TRUCKING TRUCK TRUCKS TRANSPORT TRANSPORTS TRANSPORTATION TRANSIT LOGISTICS LOGISTIC EXPRESS FREIGHT LINES LINE
   CARRIER CARRIERS HAULING HAULERS SERVICE SERVICES ENTERPRISE ENTERPRISES BROTHERS BROS SONS GROUP SYSTEMS SOLUTIONS
   CARTAGE DELIVERY LEASING MOTOR TRANS USA AMERICA AMERICAN NATIONAL CONSTRUCTION INTERNATIONAL GLOBAL SYNTHETIC`.split(
    /\s+/,
  ),
);
const COMMON_WEIGHT = 0.25;
const SHORT_WEIGHT = 0.5;
const LEAST_LIKENESS = 0.75;
const LONG = 6;

export type NameOnDoor = {
  /** How much of the name stands there, 0 to 1, common words counting little. */
  share: number;
  /** At least one word that is neither common nor short stands there. */
  isTelling: boolean;
};

/** What stands on a door, made ready for look-ups. */
export type DoorText = { tokens: Set<string>; squeezed: string[] };

export function doorText(texts: readonly string[]): DoorText {
  const tokens = new Set<string>();
  const squeezed: string[] = [];
  for (const text of texts) {
    const words = wordsOf(text);
    for (const word of words) tokens.add(word);
    const joined = words.join('');
    if (/[A-Z]{3}/.test(joined)) squeezed.push(joined);
  }
  return { tokens, squeezed };
}

export function nameOnDoor(name: string | null, door: DoorText): NameOnDoor {
  const words = wordsOf(name ?? '').filter((word) => !LEGAL.has(word));
  let whole = 0;
  let found = 0;
  let isTelling = false;
  for (const [i, word] of words.entries()) {
    const weight = COMMON.has(word) ? COMMON_WEIGHT : word.length < 4 ? SHORT_WEIGHT : 1;
    whole += weight;
    const likeness = likenessOnDoor(words, i, door);
    found += weight * likeness;
    if (weight === 1 && likeness > 0) isTelling = true;
  }
  return { share: whole === 0 ? 0 : found / whole, isTelling };
}

/** Upper case, accents and punctuation gone: `J.B. Hunt` is JB HUNT. */
export function wordsOf(text: string): string[] {
  const plain = text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replace(/['’.]/g, '').match(/[A-Z0-9]+/g) ?? [];
}

/**
 * Lines are searched without their gaps: readers lose spaces and find some where none are. Short words stand inside
 * longer ones by chance (SMITH in SMITHFIELD), so they must be words of their own or have their neighbour beside them.
 */
function likenessOnDoor(words: string[], at: number, { tokens, squeezed }: DoorText): number {
  const word = words[at] as string;
  if (tokens.has(word)) return 1;
  if (word.length < LONG) {
    const pairs = [(words[at - 1] ?? '') + word, word + (words[at + 1] ?? '')];
    if (pairs.some((pair) => pair.length >= LONG && squeezed.some((line) => line.includes(pair)))) return 1;
    const isNear = (token: string) =>
      Math.abs(token.length - word.length) < 2 && editDistance(token, word) === 1;
    return word.length === LONG - 1 && [...tokens].some(isNear) ? 1 - 1 / word.length : 0;
  }
  let best = 0;
  for (const line of squeezed) {
    if (line.includes(word)) return 1;
    best = Math.max(best, 1 - nearestInside(word, line) / word.length);
  }
  return best >= LEAST_LIKENESS ? best : 0;
}

/** The fewest edits that make the word a part of the line. */
function nearestInside(word: string, line: string): number {
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
