import { IN_NUMBERS, IN_WORDS, substituter } from '../../../lib/identifiers/confusable.ts';
import { CONTAINER_NUMBER, isContainerNumber } from '../../../lib/identifiers/container-number.ts';
import type { OcrScore } from '../../observations/observation.ts';
import type { TextLine } from '../recognizer.ts';
import { gapBelow, gapBeside } from './frame.ts';
import { distinctReadings, type Reading } from './reading.ts';
import { confidencesIn, type Found, foundIn, type Strip, twoReaders } from './two-readers.ts';

const OWNER_LENGTH = 4;
const NUMBER_LENGTH = 11;
/** Size and type, painted after or below the number: `22G1`, `45R1`. */
const TYPE_CODE = /^[1-9L][0-9CDEFLMNP][A-Z][0-9]$/;
const CHASSIS_NUMBER = /^(?:CHASSIS(?:NO)?)?([A-Z]{3}Z\d{6})$/;
/** The parts of a number stand beside or below each other, in line heights. */
const GAP_BESIDE = 2.5;
const GAP_BELOW = 1.2;

const toLetters = (text: string) => text.replace(/[0-9]/g, (digit) => IN_WORDS[digit] ?? digit);
const toDigits = substituter(IN_NUMBERS);

/** Container numbers (ISO 6346) with the right check digit. */
export function readContainers(lines: readonly TextLine[]): Reading[] {
  const judged = twoReaders(lines, (strips) => [
    ...strips.flatMap((strip) => containerIn([strip], 'High')),
    ...pairsOf(strips).flatMap((parts) => containerIn(parts, 'Medium')),
  ]);
  return distinctReadings(judged.map(({ reading }) => reading));
}

/** Chassis numbers: four letters, of which the last is Z, and six digits. They have no check digit. */
export function readChassis(lines: readonly TextLine[]): Reading[] {
  const judged = twoReaders(lines, (strips) =>
    strips.flatMap((strip) => {
      const value = CHASSIS_NUMBER.exec(plain(strip.text))?.[1];
      if (value === undefined) return [];
      const characters = confidencesIn(strip).slice(-value.length);
      return [foundIn(strip, { value, characters, ceiling: 'High' as OcrScore })];
    }),
  );
  return distinctReadings(judged.map(({ reading }) => reading));
}

/** A number in the form of a container number whose check digit is wrong was misread. */
export function isMisreadContainer(value: string): boolean {
  return CONTAINER_NUMBER.test(value) && !isContainerNumber(value);
}

function containerIn(parts: Strip[], most: OcrScore): Found[] {
  const text = parts.map((part) => plain(part.text)).join('');
  if (text.length > NUMBER_LENGTH && !TYPE_CODE.test(text.slice(NUMBER_LENGTH))) return [];
  const read = text.slice(0, NUMBER_LENGTH);
  const value = toLetters(read.slice(0, OWNER_LENGTH)) + toDigits(read.slice(OWNER_LENGTH));
  if (!isContainerNumber(value)) return [];
  const last = parts.at(-1) as Strip;
  const characters = parts.flatMap((part) => confidencesIn(part)).slice(0, NUMBER_LENGTH);
  const ceiling = value === read ? most : 'Medium';
  const raw = parts.map((part) => part.text).join(' ');
  return [{ ...foundIn(last, { value, characters, ceiling }), raw, lines: parts.map(({ index }) => index) }];
}

/** The owner code and the number, or the number and its check digit, which has a frame around it. */
function pairsOf(strips: Strip[]): Strip[][] {
  return strips.flatMap((first) => {
    const { length } = plain(first.text);
    if (length !== OWNER_LENGTH && length !== NUMBER_LENGTH - 1) return [];
    return strips
      .filter((second) => second !== first && isNext(first, second))
      .map((second) => [first, second]);
  });
}

function isNext({ frame: a }: Strip, { frame: b }: Strip): boolean {
  return gapBeside(a, b) < GAP_BESIDE || gapBelow(a, b) < GAP_BELOW;
}

const plain = (text: string) => text.replace(/[^A-Z0-9|]/g, '');
