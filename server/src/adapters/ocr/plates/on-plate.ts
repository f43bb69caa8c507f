import { plateWordsIn } from '../../../domain/recognition/readings/plate-words.ts';
import { isOtherLettering } from '../../../domain/recognition/readings/plates/plate-text.ts';
import type { LocatedPlate, Quad } from '../../../domain/recognition/recognizer.ts';
import { boundsOf, overlap } from '../detection/regions.ts';
import type { Region } from '../engine/decode-image.ts';
import type { StripLine } from '../engine/read-raster.ts';

/** The share of a line that is inside its plate. */
const INSIDE = 0.7;
/** The number is at least this high and wide, as a share of the plate. */
const NUMBER_HEIGHT = 0.25;
const NUMBER_WIDTH = 0.5;
/** Both readers are this confident of a text that is not a plate's. */
const SURE = 0.8;
const LONGEST = 8;

type PlacedText = Pick<StripLine, 'text' | 'confidence' | 'quad'>;

/** Plates that were read this clearly need no reading of their lines without blur. */
const CLARITY = 0.5;

export function isOnClearPlate(line: Quad, plates: readonly LocatedPlate[]): boolean {
  return plates.some(
    ({ quad, isConfirmed, clarity }) => isConfirmed && clarity >= CLARITY && isOnPlate(line, quad),
  );
}

export function isOnPlate(line: Quad, plate: Quad): boolean {
  return shareIn(boundsOf(plate), boundsOf(line)) > INSIDE;
}

/** Of the lines on a plate, that with the number; none where an emblem divides it. */
export function numberLine(plate: Quad, lines: readonly StripLine[]): StripLine | undefined {
  const place = boundsOf(plate);
  return lines.find(({ quad }) => {
    const text = boundsOf(quad);
    return text.height >= NUMBER_HEIGHT * place.height && text.width >= NUMBER_WIDTH * place.width;
  });
}

/** Whether the lines at the spot are surely something else: other numbers, words longer than a plate, a part of a longer line. */
export function isOtherText(spot: Quad, lines: readonly StripLine[]): boolean {
  const place = boundsOf(spot);
  return lines.some((line) => {
    const text = boundsOf(line.quad);
    if (text.height < NUMBER_HEIGHT * place.height || !isInRow(place, text)) return false;
    const texts = [line.text, line.second?.text ?? ''].map((one) => one.toUpperCase());
    if (texts.some(isOtherLettering)) return true;
    if (!isSure(line)) return false;
    return bare(line.text).length > LONGEST || shareIn(place, text) < INSIDE;
  });
}

/**
 * Whether the area may show a plate. If all its lines are clear, and each is longer than a plate or has the label of another
 * number, it shows a name, an address or a number of a door. An area without a line may be a plate that could not be read.
 */
export function mayShowPlate(area: Region, lines: readonly PlacedText[]): boolean {
  const inside = lines.filter(({ quad }) => overlap(boundsOf(quad), area) > 0);
  return inside.length === 0 || inside.some((line) => !isSurelyOther(line));
}

function isSurelyOther({ text, confidence }: PlacedText): boolean {
  const plain = text.toUpperCase();
  if (confidence < SURE || plateWordsIn(plain) !== null) return false;
  return bare(plain).length > LONGEST || isOtherLettering(plain);
}

/** The line runs through the place, or the place is a part of the line. */
function isInRow(place: Region, text: Region): boolean {
  const across = Math.min(place.left + place.width, text.left + text.width) - Math.max(place.left, text.left);
  const middle = text.top + text.height / 2;
  const isWithin = middle > place.top && middle < place.top + place.height;
  return isWithin && across >= INSIDE * Math.min(place.width, text.width);
}

/** Both readers read the same. */
export const isSure = ({ text, confidence, second }: StripLine): boolean =>
  second !== null &&
  Math.min(confidence, second.confidence) >= SURE &&
  bare(text) === bare(second.text) &&
  bare(text).length > 3;

const bare = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const area = ({ width, height }: Region) => width * height;
const shareIn = (place: Region, text: Region) => overlap(place, text) / Math.max(1, area(text));
