import type { ImageReading } from '../recognizer.ts';
import { readChassis, readContainers } from './container.ts';
import { frameOf } from './frame.ts';
import { cutLines, doorLines, framesOf, layoutOf } from './layout.ts';
import { readMc } from './mc.ts';
import { readNames } from './names.ts';
import { readPermits } from './permits.ts';
import { readPlacards } from './placards.ts';
import { readPlate } from './plate.ts';
import { sloganIn } from './plate-words.ts';
import { type Fields, nothingRead, type PartnerPlate, type Reading, type ViewAngle } from './reading.ts';
import { readUnitNumbers } from './unit-numbers.ts';
import { readUsdot } from './usdot.ts';
import { readVin } from './vin.ts';
import { readWordmark } from './wordmark.ts';

export type FieldsContext = {
  /** The logo list, in lower case. */
  logos: readonly string[];
  plate?: PartnerPlate | null;
};

/** Reads the fields of a sighting from the lines of an image: first those with a prefix, then the rest. */
export function readFields(whole: ImageReading, { logos, plate: partner }: FieldsContext): Fields {
  const cut = cutLines(whole);
  const image = withoutSecondReading(whole, cut);
  const { lines } = image;
  const numbers = withoutSecondReading(image, linesThatMayLackDigit(image)).lines;
  const usdot = readUsdot(numbers);
  const mc = readMc(numbers);
  const vin = readVin(lines);
  const permits = readPermits(lines);
  const containers = readContainers(lines);
  const chassis = readChassis(lines);
  const named = linesOf(usdot, mc, vin, ...permits);
  const door = doorLines(framesOf(lines), named);
  const wordmark = withoutSlogan(readWordmark(lines, logos, door), lines);
  const plate = readPlate(image, partner, {
    taken: linesOf(usdot, mc, vin, wordmark, ...permits, ...containers, ...chassis),
    door,
    hasTruckText: named.size > 0 || wordmark.value !== '',
  });
  const isOnlyTrailer = named.size === 0 && wordmark.value !== '';
  const placards = readPlacards(lines, linesOf(usdot, mc, vin, plate, ...permits), isOnlyTrailer);
  const taken = linesOf(usdot, mc, vin, plate, ...permits, ...placards, ...containers, ...chassis);
  const layout = layoutOf(image, { named, wordmark, cut, taken });
  const clear = linesOf(...[usdot, mc].filter(({ score }) => score === 'High' || score === 'Medium'));
  const { cabNumber, trailerNumber } = readUnitNumbers(lines, layout, clear);
  // A container is the equipment; the chassis below it carries another one tomorrow.
  const [equipment = trailerNumber] = [...containers, ...chassis];
  const fields = {
    usdot,
    mc,
    vin,
    cabNumber,
    trailerNumber: equipment,
    wordmark,
    plate,
    placards,
    permits,
    containers,
    chassis,
    names: readNames(lines, layout),
    texts: inReadingOrder(image),
  };
  return { view: viewAngle(fields, layout.door.size > 0), ...fields };
}

/** Both readers saw the same part of a line that is cut off, so their agreement confirms nothing. */
function withoutSecondReading(image: ImageReading, cut: ReadonlySet<number>): ImageReading {
  const lines = image.lines.map((line, index) => (cut.has(index) ? { ...line, second: null } : line));
  return { ...image, lines };
}

/** A number without its first or last digit is another carrier's number. */
function linesThatMayLackDigit({ lines }: ImageReading): Set<number> {
  return new Set(lines.flatMap(({ mayLackDigit }, index) => (mayLackDigit ? [index] : [])));
}

/** `EVERGREEN STATE` on a plate is not the wordmark `evergreen`. */
function withoutSlogan(wordmark: Reading, lines: ImageReading['lines']): Reading {
  const isSlogan = (line: number) => sloganIn(lines[line]?.text.toUpperCase() ?? '') !== null;
  return wordmark.lines.length > 0 && wordmark.lines.every(isSlogan) ? nothingRead : wordmark;
}

function viewAngle(
  { trailerNumber, wordmark, plate, cabNumber }: Omit<Fields, 'view'>,
  hasDoor: boolean,
): ViewAngle {
  const hasTrailer = trailerNumber.value !== '' || wordmark.value !== '';
  if (hasDoor) return hasTrailer ? 'side' : 'cab';
  if (hasTrailer) return plate.lines.length > 0 ? 'rear' : 'trailer';
  return cabNumber.value !== '' ? 'cab' : 'unknown';
}

function linesOf(...readings: Reading[]): Set<number> {
  return new Set(readings.flatMap((reading) => reading.lines));
}

function inReadingOrder({ lines }: ImageReading): string[] {
  const placed = lines.map(({ text, quad }) => ({ text, frame: frameOf(quad) }));
  return placed.sort((a, b) => a.frame.y - b.frame.y || a.frame.x - b.frame.x).map(({ text }) => text);
}
