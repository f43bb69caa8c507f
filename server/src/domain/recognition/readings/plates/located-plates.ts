import type { OcrScore } from '../../../observations/observation.ts';
import type { ImageReading, LocatedPlate, Point, Quad, TextLine } from '../../recognizer.ts';
import { frameOf } from '../frame.ts';
import { plateFormat } from '../plate-formats.ts';
import { plateWordsIn } from '../plate-words.ts';
import { lowerScore, type Reading } from '../reading.ts';
import { type ChosenText, chosenText } from './plate-candidates.ts';
import { noState, plateState } from './plate-state.ts';
import { NOT_LETTERS_OR_DIGITS, OTHER_NUMBERS } from './plate-text.ts';

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
/** Unit numbers have this form too. Without a state, it takes more to be a plate, and one without letters is never High. */
const LIKE_UNIT_NUMBER = /^[A-Z]{0,2}\d+$/;
const LIKE_UNIT_NUMBER_LOCATED = 0.7;
const DIGITS_ONLY = /^\d+$/;
/** `20210719` */
const DATE = /^(?:19|20)\d\d[01]\d[0-3]\d$|^[01]\d[0-3]\d(?:19|20)\d\d$/;
/** Lettering with one of these is not a plate: phone numbers, dates, times, prices, web addresses. */
const NO_PLATE =
  /\d{3}[ .)-]{1,2}\d{3}[ .-]?\d{4}|^\d{3}[.-]\d{4}$|\b1?-?8\d\d-|\d{1,4}[/-]\d{1,2}[/-]\d{1,4}|\d\d:\d\d|\$ ?\d|\d+ ?(?:FT|LBS|MPH|TON)\b|WWW\.|\.COM/;

/** What each level requires. Not calibrated yet; see docs/accuracy.md. */
const HIGH = { located: 0.5, clarity: 0.6, probability: 0.97, character: 0.6 };
const MEDIUM = { located: 0.3, clarity: 0.25, probability: 0.8, character: 0.3 };
/** Below this the number is a guess; less is enough where a plate surely is. */
const LEAST_CLARITY = 0.03;
const LEAST_CLARITY_LOCATED = 0.003;
/** Lettering belongs to a plate if its center is in the plate, or this far outside, in sizes of the plate. */
const MARGIN = 0.08;

/** The plates that were located in the image and can be read. `taken`: lines that surely belong to other fields. */
export function locatedPlates(image: ImageReading, taken: ReadonlySet<number>): OwnPlate[] {
  return (image.plates ?? []).flatMap((plate) => {
    const lines = linesIn(plate.quad, image.lines);
    const texts = lines.map((index) => (image.lines[index] as TextLine).text.toUpperCase());
    if (lines.some((index) => taken.has(index))) return [];
    if (texts.some((text) => isNoPlate(text, plate))) return [];
    const words = texts.map((text) => plateWordsIn(text)?.state ?? '').find((state) => state !== '') ?? '';
    const chosen = chosenText(plate.candidates, weighted(plate.states, words));
    const found = plateState(chosen.text, { look: plate.states, words });
    // The same plate of two states is two trucks, so a doubtful state is worse than none.
    const { state, score: stateScore } = found.score === 'Low' ? noState : found;
    const score = levelOf(plate, chosen, state);
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
          score: isCutOff(plate.quad, image) ? lowerScore(score, 'Low') : score,
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
  if (NO_PLATE.test(text)) return true;
  const bare = text.replace(NOT_LETTERS_OR_DIGITS, '');
  return OTHER_NUMBERS.test(text) && !candidates.some((one) => one.text === bare);
}

/** A name on the plate is clearer than its look. */
function weighted(states: LocatedPlate['states'], words: string): LocatedPlate['states'] {
  return words === '' ? states : [{ state: words, probability: 0.95 }];
}

function levelOf(
  plate: LocatedPlate,
  { text, probability, isAmbiguous }: ChosenText,
  state: string,
): OcrScore {
  const { located, clarity, isConfirmed, candidates } = plate;
  if (!isCredible(text, plate, state)) return 'N/A';
  const character = Math.min(1, ...plate.characters);
  const meets = (level: typeof HIGH) =>
    isConfirmed &&
    located >= level.located &&
    clarity >= level.clarity &&
    probability >= level.probability &&
    character >= level.character;
  const isAsRead = text === candidates[0]?.text;
  const hasFormat = plateFormat(text, state).fits !== 'none';
  const isOrdinary = text.length >= 5 && hasFormat && (state !== '' || !DIGITS_ONLY.test(text));
  if (meets(HIGH) && isAsRead && isOrdinary && !isAmbiguous) return 'High';
  return meets(MEDIUM) && (text.length >= 5 || state !== '') ? 'Medium' : 'Low';
}

/** Whether the text may be that of a plate, as surely as a plate is there. */
function isCredible(text: string, { located, clarity }: LocatedPlate, state: string): boolean {
  const least = located >= HIGH.located ? LEAST_CLARITY_LOCATED : LEAST_CLARITY;
  if (text.length < SHORTEST || text.length > LONGEST || clarity < least || DATE.test(text)) return false;
  if (state !== '') return true;
  if (LETTERS_ONLY.test(text)) return located >= HIGH.located;
  return !LIKE_UNIT_NUMBER.test(text) || located >= LIKE_UNIT_NUMBER_LOCATED;
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

/** Part of the number may be outside the image. */
function isCutOff(quad: Quad, { width, part }: ImageReading): boolean {
  const xs = quad.map(([x]) => x);
  return Math.min(...xs) < (part?.xmin ?? 0) || Math.max(...xs) > (part?.xmax ?? width);
}
