import type { ImageReading, TextLine } from '../recognizer.ts';
import { readChassis, readContainers } from './container.ts';
import { frameOf } from './frame.ts';
import { cutLines, doorLines, framesOf, layoutOf } from './layout.ts';
import { readLogo } from './logo.ts';
import { readMc } from './mc.ts';
import { readNames } from './names.ts';
import { readPermits } from './permits.ts';
import { readPlacards } from './placards.ts';
import { readPlate } from './plate.ts';
import { sloganIn } from './plate-words.ts';
import {
  type Fields,
  isReliable,
  nothingRead,
  type PartnerPlate,
  type Reading,
  type ViewAngle,
} from './reading.ts';
import { readUnitNumbers } from './unit-numbers.ts';
import { readUsdot } from './usdot.ts';
import { readVin } from './vin.ts';

type FieldsContext = {
  /** The logo list, in lower case. */
  logos: readonly string[];
  plate?: PartnerPlate | null;
};

/** `numbers`: the lines without the second reading where a digit may be missing. */
type PrefixedText = Record<'lines' | 'numbers', readonly TextLine[]>;

/** Fields whose value stands behind a prefix. Each is read by itself, before the others. */
export const PREFIXED_READERS = {
  usdot_number: ({ numbers }: PrefixedText) => readUsdot(numbers),
  mc_number: ({ numbers }: PrefixedText) => readMc(numbers),
  vin: ({ lines }: PrefixedText) => readVin(lines),
};
type PrefixedReaders = typeof PREFIXED_READERS;
type PrefixedReadings = { [Name in keyof PrefixedReaders]: ReturnType<PrefixedReaders[Name]> };

/** Reads the fields of a sighting from the lines of an image: first those with a prefix, then the rest. */
export function readFields(whole: ImageReading, { logos, plate: partner }: FieldsContext): Fields {
  const cut = cutLines(whole);
  const image = withoutSecondReading(whole, cut);
  const { lines } = image;
  const numbers = withoutSecondReading(image, linesThatMayLackDigit(image)).lines;
  const prefixed = readPrefixed({ lines, numbers });
  const permits = readPermits(lines);
  const containers = readContainers(lines);
  const chassis = readChassis(lines);
  const withPrefix = [...Object.values(prefixed), ...permits];
  const named = linesOf(...withPrefix);
  const door = doorLines(framesOf(lines), named);
  const logo = withoutSlogan(readLogo(lines, logos, door), lines);
  const { plate, lines: plateLines } = readPlate(image, partner, {
    taken: linesOf(...withPrefix, logo, ...containers, ...chassis),
    surelyTaken: linesOf(...[...withPrefix, ...containers, ...chassis].filter(isReliable)),
    door,
    hasTruckText: named.size > 0 || logo.value !== '',
  });
  const isOnlyTrailer = named.size === 0 && logo.value !== '';
  const notPlacards = new Set([...linesOf(...withPrefix), ...plateLines]);
  const placards = readPlacards(lines, notPlacards, isOnlyTrailer);
  const taken = new Set([...plateLines, ...linesOf(...withPrefix, ...placards, ...containers, ...chassis)]);
  const layout = layoutOf(image, { named, logo, cut, taken });
  const { usdot_number, mc_number } = prefixed;
  const clear = linesOf(
    ...[usdot_number, mc_number].filter(({ score }) => score === 'High' || score === 'Medium'),
  );
  const { cab, trailer } = readUnitNumbers(lines, layout, clear);
  // A container is the equipment; the chassis below it carries another one tomorrow.
  const [equipment = trailer] = [...containers, ...chassis];
  return {
    ...prefixed,
    cab_number: cab,
    equipment_number: equipment,
    equipment_logo: logo,
    alpr_plate_number: plate,
    placards,
    permits,
    containers,
    chassis,
    names: readNames(lines, layout),
    view: viewAngle({ cab, equipment, logo, plate }, layout.door.size > 0),
    texts: inReadingOrder(image),
  };
}

function readPrefixed(text: PrefixedText): PrefixedReadings {
  const entries = Object.entries(PREFIXED_READERS).map(([name, read]) => [name, read(text)]);
  return Object.fromEntries(entries) as PrefixedReadings;
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

/** `EVERGREEN STATE` on a plate is not the logo `evergreen`. */
function withoutSlogan(logo: Reading, lines: ImageReading['lines']): Reading {
  const isSlogan = (line: number) => sloganIn(lines[line]?.text.toUpperCase() ?? '') !== null;
  return logo.lines.length > 0 && logo.lines.every(isSlogan) ? nothingRead : logo;
}

function viewAngle(
  { cab, equipment, logo, plate }: Record<'cab' | 'equipment' | 'logo' | 'plate', Reading>,
  hasDoor: boolean,
): ViewAngle {
  const hasTrailer = equipment.value !== '' || logo.value !== '';
  if (hasDoor) return hasTrailer ? 'side' : 'cab';
  if (hasTrailer) return plate.lines.length > 0 ? 'rear' : 'trailer';
  return cab.value !== '' ? 'cab' : 'unknown';
}

function linesOf(...readings: Reading[]): Set<number> {
  return new Set(readings.flatMap((reading) => reading.lines));
}

function inReadingOrder({ lines }: ImageReading): string[] {
  const placed = lines.map(({ text, quad }) => ({ text, frame: frameOf(quad) }));
  return placed.sort((a, b) => a.frame.y - b.frame.y || a.frame.x - b.frame.x).map(({ text }) => text);
}
