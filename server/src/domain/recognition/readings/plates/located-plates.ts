import type { OcrScore } from '../../../observations/observation.ts';
import type { ImageReading, LocatedPlate, Point, Quad, TextLine } from '../../recognizer.ts';
import { frameOf } from '../frame.ts';
import { mayLackLetters, plateFormat } from '../plate-formats.ts';
import { plateWordsIn } from '../plate-words.ts';
import { lowerScore, type Reading } from '../reading.ts';
import { type ChosenText, chosenText } from './plate-candidates.ts';
import { noState, plateState } from './plate-state.ts';
import { isOtherLettering, NOT_LETTERS_OR_DIGITS, OTHER_NUMBERS } from './plate-text.ts';

/** A plate of the image, found by its look or by its text. */
export type OwnPlate = {
  reading: Reading;
  /** Empty when unknown. */
  state: string;
  stateScore: OcrScore;
  confidence: number;
  isLocated: boolean;
  rank: number;
};

const [SHORTEST, LONGEST] = [4, 8];
/** Vanity plates are words, and so are the names of makes: both need more than a chance that a plate is there. */
const LETTERS_ONLY = /^[A-Z]+$/;
/** Unit numbers have this form too, and the locator finds them on doors: without the words of a plate it is at most Medium. */
const LIKE_UNIT_NUMBER = /^[A-Z]{0,2}\d{1,6}$|^\d+$/;
/** Words of both readers alike. */
const WORD_CLARITY = 0.3;
const LIKE_UNIT_NUMBER_LOCATED = 0.6;
const LIKE_UNIT_NUMBER_ON_TRUCK = 0.8;
/** `20210719` */
const DATE = /^(?:19|20)\d\d[01]\d[0-3]\d$|^[01]\d[0-3]\d(?:19|20)\d\d$/;
/** What each level requires; see docs/accuracy.md. */
const HIGH = { located: 0.3, clarity: 0.5, probability: 0.9, character: 0.5 };
const MEDIUM = { located: 0.2, clarity: 0.1, probability: 0.8, character: 0.2 };
/** From here on a plate surely is there. */
const SURELY_LOCATED = 0.5;
/** Below this the number is a guess; less is enough where a plate surely is. */
const LEAST_CLARITY = 0.03;
const LEAST_CLARITY_LOCATED = 0.003;
/** Lettering belongs to a plate if its center is in the plate, or this far outside, in sizes of the plate. */
const MARGIN = 0.08;
/** A number is in the middle of its plate. If it is farther from it than this share of the width, a character behind a gap may be missing. */
const OFF_CENTER = 0.08;

export const isLikeUnitNumber = (text: string) => LIKE_UNIT_NUMBER.test(text);

type Surroundings = {
  /** Lines that surely belong to other fields. */
  surelyTaken: ReadonlySet<number>;
  hasTruckText: boolean;
};

/** The plates that were located in the image and can be read. */
export function locatedPlates(image: ImageReading, { surelyTaken, hasTruckText }: Surroundings): OwnPlate[] {
  return (image.plates ?? []).flatMap((plate) => {
    const lines = linesIn(plate.quad, image.lines);
    const texts = lines.map((index) => (image.lines[index] as TextLine).text.toUpperCase());
    if (lines.some((index) => surelyTaken.has(index))) return [];
    if (texts.some((text) => isNoPlate(text, plate))) return [];
    const words = texts.map((text) => plateWordsIn(text)?.state ?? '').find((state) => state !== '') ?? '';
    const chosen = chosenText(plate.candidates, weighted(plate.states, words));
    const found = plateState(chosen.text, { look: plate.states, words, isClear: isClear(plate, chosen) });
    // The same plate of two states is two trucks, so a doubtful state is worse than none.
    const { state, score: stateScore } = found.score === 'Low' ? noState : found;
    const score = levelOf(plate, chosen, { state, hasWords: words !== '', hasTruckText });
    if (score === 'N/A') return [];
    return [
      {
        state,
        stateScore,
        confidence: Math.round(chosen.probability * Math.sqrt(plate.clarity) * 1_000) / 1_000,
        isLocated: true,
        rank: plate.located * plate.clarity,
        reading: {
          value: chosen.text,
          raw: chosen.text,
          score: lowerScore(score, limitOf(plate.quad, chosen.text, lines, image)),
          lines,
          characters: plate.characters.slice(0, chosen.text.length),
          alternatives: plate.candidates.map(({ text }) => text).filter((text) => text !== chosen.text),
        },
      },
    ];
  });
}

/** `PH5 M9Y` is a plate and no phone: the labels of other numbers count only where the line is not the plate's number. */
function isNoPlate(text: string, { candidates }: LocatedPlate): boolean {
  if (isOtherLettering(text)) return true;
  const bare = text.replace(NOT_LETTERS_OR_DIGITS, '');
  return OTHER_NUMBERS.test(text) && !candidates.some((one) => one.text === bare);
}

/** A name on the plate is clearer than its look. */
function weighted(states: LocatedPlate['states'], words: string): LocatedPlate['states'] {
  return words === '' ? states : [{ state: words, probability: 0.95 }];
}

type Around = { state: string; hasWords: boolean; hasTruckText: boolean };

function levelOf(
  plate: LocatedPlate,
  { text, probability, isAmbiguous }: ChosenText,
  around: Around,
): OcrScore {
  const { located, clarity, isConfirmed, candidates } = plate;
  if (!isCredible(text, plate, around)) return 'N/A';
  const { state, hasWords } = around;
  const character = Math.min(1, ...plate.characters);
  const meets = (level: typeof HIGH) =>
    isConfirmed &&
    located >= level.located &&
    clarity >= level.clarity &&
    probability >= level.probability &&
    character >= level.character;
  const isAsRead = text === candidates[0]?.text;
  const hasFormat = plateFormat(text, state).fits !== 'none';
  const isOrdinary =
    text.length >= 5 && hasFormat && (hasWords ? !mayLackLetters(text, state) : !isLikeUnitNumber(text));
  if (meets(HIGH) && isAsRead && isOrdinary && !isAmbiguous) return 'High';
  return meets(MEDIUM) && (text.length >= 5 || state !== '') ? 'Medium' : 'Low';
}

/** Whether the text is surely right and its form tells something: unit numbers have the forms of some plates. */
function isClear(
  { isConfirmed, clarity }: LocatedPlate,
  { text, probability, isAmbiguous }: ChosenText,
): boolean {
  return (
    !isLikeUnitNumber(text) &&
    isConfirmed &&
    clarity >= HIGH.clarity &&
    probability >= HIGH.probability &&
    !isAmbiguous
  );
}

/** Whether the text may be that of a plate, as surely as a plate is there. */
function isCredible(text: string, plate: LocatedPlate, { hasWords, hasTruckText }: Around): boolean {
  const { located, clarity, isConfirmed } = plate;
  const least = located >= SURELY_LOCATED ? LEAST_CLARITY_LOCATED : LEAST_CLARITY;
  if (text.length < SHORTEST || text.length > LONGEST || clarity < least || DATE.test(text)) return false;
  if (hasWords) return true;
  if (LETTERS_ONLY.test(text)) return isConfirmed && located >= SURELY_LOCATED && clarity >= WORD_CLARITY;
  if (!isLikeUnitNumber(text)) return true;
  return located >= (hasTruckText ? LIKE_UNIT_NUMBER_ON_TRUCK : LIKE_UNIT_NUMBER_LOCATED);
}

/** The lines in the plate, from left to right. */
function linesIn(quad: Quad, lines: readonly TextLine[]): number[] {
  const inside = lines.flatMap((line, index) => {
    const { x, y } = frameOf(line.quad);
    return isInside(quad, [x, y]) ? [{ index, x }] : [];
  });
  return inside.sort((a, b) => a.x - b.x).map(({ index }) => index);
}

export function isInside([tl, tr, br, bl]: Quad, [x, y]: Point): boolean {
  const grown = MARGIN * Math.hypot(tr[0] - tl[0], tr[1] - tl[1]);
  const corners = [tl, tr, br, bl];
  return corners.every(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % 4] as Point;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length >= -grown;
  });
}

function limitOf(quad: Quad, text: string, lines: number[], image: ImageReading): OcrScore {
  if (isCutOff(quad, image)) return 'Low';
  return isOffCenter(
    quad,
    text,
    lines.map((index) => image.lines[index] as TextLine),
  )
    ? 'Medium'
    : 'High';
}

/** Whether the lines that show the number are on one side of the plate. */
function isOffCenter(quad: Quad, number: string, lines: TextLine[]): boolean {
  const ends = lines.flatMap(({ text, quad }) => {
    const bare = text.toUpperCase().replace(NOT_LETTERS_OR_DIGITS, '');
    const { x, width } = frameOf(quad);
    return bare !== '' && number.includes(bare) ? [x - width / 2, x + width / 2] : [];
  });
  if (ends.length === 0) return false;
  const { x, width } = frameOf(quad);
  return Math.abs((Math.min(...ends) + Math.max(...ends)) / 2 - x) > OFF_CENTER * width;
}

/** Part of the number may be outside the image. */
function isCutOff(quad: Quad, { width, part }: ImageReading): boolean {
  const xs = quad.map(([x]) => x);
  return Math.min(...xs) < (part?.xmin ?? 0) || Math.max(...xs) > (part?.xmax ?? width);
}
