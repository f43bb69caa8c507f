import { isInside } from '../readings/plates/located-plates.ts';
import { NOT_LETTERS_OR_DIGITS } from '../readings/plates/plate-text.ts';
import type { Fields } from '../readings/reading.ts';
import type { ImageReading, LocatedPlate, Quad, TextLine } from '../recognizer.ts';
import { type Bounds, centerOf, hasCenterOf } from './bounds.ts';
import { truckReadings } from './truck-area.ts';

/** A number of this length may be a plate that was not recognized as one. */
const [SHORTEST, LONGEST] = [4, 8];

/** The plates where the truck's may be, and the places of what may be plates elsewhere. */
export function platesOfTruck(
  reading: ImageReading,
  fields: Fields,
  area: Bounds,
): { reading: ImageReading; elsewhere: Quad[]; strangers: LocatedPlate[] } {
  const { lines, plates = [] } = reading;
  const [own, strangers] = [plates.filter(isIn(area)), plates.filter((plate) => !isIn(area)(plate))];
  const used = new Set(truckReadings(fields).flatMap((one) => one.lines));
  const isStranger = (line: TextLine, index: number) =>
    strangers.some(({ quad }) => isInside(quad, centerOf(line.quad))) ||
    (!used.has(index) && !hasCenterOf(area, line.quad) && mayBePlate(line.text));
  const elsewhere = [...strangers, ...lines.filter(isStranger)].map(({ quad }) => quad);
  const rest = lines.filter((line, index) => !isStranger(line, index));
  return { reading: withPlates({ ...reading, lines: rest }, own), elsewhere, strangers };
}

/** The corners of the plate that the fields give the truck. */
export function chosenPlates({ lines, plates = [] }: ImageReading, fields: Fields): Quad[] {
  const { value, own = value, lines: read } = fields.alpr_plate_number;
  if (own === '') return [];
  const located = plates.filter(({ candidates }) => candidates.some(({ text }) => text === own));
  const quads = located.slice(0, 1).map(({ quad }) => quad);
  return [...quads, ...read.flatMap((index) => (lines[index] ? [lines[index].quad] : []))];
}

/** The reading without what stands in these places, unless that is the plate of the truck. */
export function withoutPlaces(
  reading: ImageReading,
  places: readonly Quad[],
  kept: readonly Quad[],
): ImageReading {
  const isGone = ({ quad }: { quad: Quad }) =>
    !kept.includes(quad) && places.some((place) => isInside(place, centerOf(quad)));
  const plates = (reading.plates ?? []).filter(({ quad }) => kept.includes(quad));
  return withPlates({ ...reading, lines: reading.lines.filter((line) => !isGone(line)) }, plates);
}

/** The fields as they are stored: of the truck's plate alone. */
export function withoutOthers(fields: Fields): Fields {
  const { others: _, ...plate } = fields.alpr_plate_number;
  return { ...fields, alpr_plate_number: plate };
}

/** Whether the partner sent the plate of another vehicle in the image. */
export function isOfStranger(number: string, strangers: readonly LocatedPlate[]): boolean {
  const bare = number.toUpperCase().replace(NOT_LETTERS_OR_DIGITS, '');
  return strangers.some(({ candidates }) => candidates.some(({ text }) => text === bare));
}

const isIn =
  (area: Bounds) =>
  ({ quad }: { quad: Quad }) =>
    hasCenterOf(area, quad);

function withPlates(reading: ImageReading, plates: LocatedPlate[]): ImageReading {
  return reading.plates ? { ...reading, plates } : reading;
}

function mayBePlate(text: string): boolean {
  const bare = text.toUpperCase().replace(NOT_LETTERS_OR_DIGITS, '');
  return bare.length >= SHORTEST && bare.length <= LONGEST && /\d/.test(bare);
}
