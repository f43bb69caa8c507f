import type { OcrScore } from '../../../observations/observation.ts';
import { gapBelow, gapBeside } from '../frame.ts';
import { mayLackLetters, plateFormat } from '../plate-formats.ts';
import { plateWordsIn, withoutStates } from '../plate-words.ts';
import { lowerScore } from '../reading.ts';
import { confidencesIn, type Found, foundIn, type Strip } from '../two-readers.ts';

/** A plate that was found by its text. */
export type FoundPlate = Found & { state: string; rank: number };

/** The lines that other fields use, and the lettering of the door. */
export type Surroundings = {
  taken: ReadonlySet<number>;
  door: ReadonlySet<number>;
  hasTruckText: boolean;
  height: number;
};

export const NOT_LETTERS_OR_DIGITS = /[^A-Z0-9]/g;
/** A plate hangs low: fractions of the image's height above which a number without a label is not a plate. */
const HIGHEST = 0.35;
const HIGHEST_LIKE_UNIT_NUMBER = 0.55;
/** Trailers use the same form for their own numbers: `T296025`. */
const LIKE_UNIT_NUMBER = /^[A-Z]{0,2}\d+$/;
export const OTHER_NUMBERS =
  /^(?:GVWR?|USDOT|DOT|MC|MX|FF|VIN|SER|KYU|UNIT|NO|TEL|PH|UN|NA|MAX|FT|LBS|EXT?)[^A-Z]*\d/;
/** Lettering with one of these is not a plate: phone numbers, dates, times, prices, web addresses. */
const NO_PLATE =
  /\d{3}[ .)-]{1,2}\d{3}[ .-]?\d{4}|^\d{3}[.-]\d{4}$|\b1?-?8\d\d-|\d{1,4}[/-]\d{1,2}[/-]\d{1,4}|\d\d:\d\d|\$ ?\d|\d+ ?(?:FT|LBS|MPH|TON)\b|WWW\.|\.COM/;
/** Width by height of the lettering of a number, without its margins. */
const NARROWEST = 1.6;
const WIDEST = 9;
/** Lettering above and below the number is smaller than the number. */
const LABEL_HEIGHT = 0.75;
const LABEL_GAP = 1;
/** Parts of a number, with an emblem or a space between them, in heights. */
const EMBLEM_GAP = 1.6;
const MOST_PARTS = 3;
const LONGEST_PART = 6;
const LONGEST = 8;
/** Lettering of the same size this near, in heights, may be the rest of the number. */
const REST_GAP = 2.5;

/** Whether a text is surely not that of a plate. */
export const isOtherLettering = (text: string) =>
  NO_PLATE.test(text) || /^(?:US ?)?DOT\b|^(?:MC|VIN|UNIT)\b/.test(text);

/** Finds plates by their text: format, words above and below, position. */
export function findPlates(strips: Strip[], around: Surroundings): FoundPlate[] {
  const free = strips.filter(({ index }) => !around.taken.has(index));
  const found = free
    .flatMap((strip) => rowsFrom([strip], free))
    .flatMap((parts) => plateIn(parts, strips, around) ?? []);
  // A part of a number that was found whole is not a plate of its own.
  const isPart = ({ lines }: FoundPlate) =>
    found.some(
      (whole) => whole.lines.length > lines.length && lines.every((line) => whole.lines.includes(line)),
    );
  return found.filter((one) => !isPart(one));
}

/** The row alone, and continued by one or two parts. */
function rowsFrom(parts: Strip[], free: Strip[]): Strip[][] {
  if (parts.length === MOST_PARTS) return [parts];
  const next = free.filter((strip) => !parts.includes(strip) && isContinued(parts.at(-1) as Strip, strip));
  return [parts, ...next.flatMap((strip) => rowsFrom([...parts, strip], free))];
}

function isContinued(left: Strip, right: Strip): boolean {
  if (!isSameSize(left, right, 1.33) || gapBeside(left.frame, right.frame) >= EMBLEM_GAP) return false;
  const lengths = [left, right].map(({ text }) => text.replace(NOT_LETTERS_OR_DIGITS, '').length);
  return Math.min(...lengths) > 0 && Math.max(...lengths) <= LONGEST_PART;
}

function isSameSize(a: Strip, b: Strip, factor: number): boolean {
  const ratio = a.frame.height / b.frame.height;
  return ratio < factor && ratio > 1 / factor;
}

/** True if nearby text that no other field uses may be the missing part of the plate. */
function mayLackPart(parts: Strip[], strips: Strip[], taken: ReadonlySet<number>): boolean {
  const [first, last] = [parts[0] as Strip, parts.at(-1) as Strip];
  return strips.some(
    (other) =>
      !parts.includes(other) &&
      !taken.has(other.index) &&
      /[A-Z0-9]/.test(other.text) &&
      isSameSize(first, other, 1.6) &&
      Math.min(gapBeside(other.frame, first.frame), gapBeside(last.frame, other.frame)) < REST_GAP,
  );
}

function plateIn(parts: Strip[], strips: Strip[], around: Surroundings): FoundPlate | null {
  const strip = parts.at(-1) as Strip;
  const text = parts.map((part) => part.text).join(' ');
  const number = withoutStates(text);
  const raw = number.replace(NOT_LETTERS_OR_DIGITS, '');
  if (raw.length < 4 || raw.length > LONGEST || OTHER_NUMBERS.test(text) || !hasPlateShape(parts))
    return null;
  const own = number === text ? null : plateWordsIn(text);
  const label = own ?? labelOf(parts, strips);
  const state = label?.state ?? '';
  const { value, fits, isSure } = plateFormat(raw, state);
  const isWhole = !mayLackPart(parts, strips, around.taken);
  const ceiling = ceilingOf(value, {
    fits,
    state,
    isWhole,
    isLabeled: label !== null,
    isJoined: parts.length > 1,
  });
  if (ceiling === null || (!label && !isPlaced(value, fits, parts, strips, around))) return null;
  const characters = parts.flatMap((part) => confidencesIn(part)).slice(-raw.length);
  const found = { value, characters, ceiling: isSure ? ceiling : lowerScore(ceiling, 'Medium') };
  const rank = (label ? 4 : 0) + { state: 2, other: 1, none: 0 }[fits] + strip.frame.height / tallest(strips);
  return { ...foundIn(strip, found), raw: text, lines: parts.map(({ index }) => index), state, rank };
}

type PlateSigns = {
  fits: 'state' | 'other' | 'none';
  state: string;
  isWhole: boolean;
  isLabeled: boolean;
  isJoined: boolean;
};

/** Null when the text is not a plate at all. */
function ceilingOf(value: string, signs: PlateSigns): OcrScore | null {
  const { fits, state, isWhole, isLabeled, isJoined } = signs;
  const digits = value.replace(/\D/g, '').length;
  if (fits !== 'none') {
    if (value.length < 5 && !isLabeled) return null;
    if (!isWhole) return 'Low';
    // The format of another state, or digits alone: part of the number may be missing.
    const isPart = (state !== '' && fits === 'other') || mayLackLetters(value, state);
    const isOdd = isJoined || value.length < 5 || isPart;
    return isLabeled && !isOdd ? 'High' : 'Medium';
  }
  // A vanity plate, or a format that is not in the table.
  if (digits === 0 || (value.length < 5 && !isLabeled) || isJoined) return null;
  return isLabeled && isWhole && digits >= 2 ? 'Medium' : 'Low';
}

/** Whether a number without a label is where a plate would be. */
function isPlaced(
  value: string,
  fits: 'state' | 'other' | 'none',
  parts: Strip[],
  strips: Strip[],
  { door, hasTruckText, height }: Surroundings,
): boolean {
  const { frame, index } = parts.at(-1) as Strip;
  if (door.size > 0 || door.has(index)) return false;
  const isFramed = hasSmallText(parts, strips);
  if (LIKE_UNIT_NUMBER.test(value)) {
    // Only text around it tells such a plate from a unit number.
    if (!hasTruckText && isFramed && /[A-Z]/.test(value)) return true;
    if (frame.y < HIGHEST_LIKE_UNIT_NUMBER * height || !/[A-Z]/.test(value)) return false;
    return strips.some(({ text, frame: other }) => other.y < frame.y && /^[A-Z]{0,3}[ -]?\d{4,}$/.test(text));
  }
  if (fits === 'none' && !/\d.*\d/.test(value)) return isFramed && !hasTruckText;
  return !hasTruckText || isFramed || frame.y > HIGHEST * height;
}

function labelOf(parts: Strip[], strips: Strip[]): { state: string } | null {
  let label: { state: string } | null = null;
  for (const other of strips) {
    if (!isAboveOrBelow(other, parts)) continue;
    const words = plateWordsIn(other.text);
    if (words && (label === null || label.state === '')) label = words;
  }
  return label;
}

function isAboveOrBelow(other: Strip, parts: Strip[]): boolean {
  if (parts.includes(other)) return false;
  return parts.some(
    ({ frame }) => gapBelow(other.frame, frame) < LABEL_GAP || gapBelow(frame, other.frame) < LABEL_GAP,
  );
}

/** Small lettering directly above or below, as on a plate, even if its words could not be read. */
function hasSmallText(parts: Strip[], strips: Strip[]): boolean {
  const { height } = (parts[0] as Strip).frame;
  return strips.some(
    (other) =>
      isAboveOrBelow(other, parts) &&
      other.frame.height < LABEL_HEIGHT * height &&
      /[A-Z]{3}/.test(other.text) &&
      !/\d{3}/.test(other.text),
  );
}

function hasPlateShape(parts: Strip[]): boolean {
  const width = parts.reduce((sum, { frame }) => sum + frame.width, 0);
  const height = Math.max(...parts.map(({ frame }) => frame.height));
  return width / height > NARROWEST && width / height < WIDEST;
}

function tallest(strips: Strip[]): number {
  return Math.max(1, ...strips.map(({ frame }) => frame.height));
}
