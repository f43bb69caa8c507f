import type { Fields, FieldsContext, View } from './fields.ts';
import { readCabNumber } from './cab-number.ts';
import { cutLines } from './cut-lines.ts';
import { frameOf } from './frame.ts';
import { doorLines, layoutOf } from './layout.ts';
import { readMc } from './mc.ts';
import { readNames } from './names.ts';
import { readPermits } from './permits.ts';
import { readPlacards } from './placards.ts';
import { readPlate } from './plate.ts';
import type { Reading } from './reading.ts';
import { readTrailerNumber } from './trailer-number.ts';
import { readUnitNumbers } from './unit-numbers.ts';
import { readUsdot } from './usdot.ts';
import { readVin } from './vin.ts';
import { readWordmark } from './wordmark.ts';
import type { ImageReading } from '../recognizer.ts';

/** From the lines of a picture to the fields of a sighting. What says its own name is read first; the rest is what remains. */
export function readFields(whole: ImageReading, { logos, plate: partner }: FieldsContext): Fields {
  const picture = withoutWitnesses(whole, cutLines(whole));
  const { lines } = picture;
  const usdot = readUsdot(lines);
  const mc = readMc(lines);
  const vin = readVin(lines);
  const permits = readPermits(lines);
  const named = linesOf(usdot, mc, vin, ...permits);
  const door = doorLines(
    lines.map(({ quad }) => frameOf(quad)),
    named,
  );
  const wordmark = readWordmark(lines, logos, door);
  const plate = readPlate(picture, partner, linesOf(usdot, mc, vin, wordmark, ...permits), door);
  const placards = readPlacards(
    lines,
    linesOf(usdot, mc, vin, plate, ...permits),
    named.size === 0 && wordmark.value !== '',
  );
  const taken = linesOf(usdot, mc, vin, plate, ...permits, ...placards);
  const layout = layoutOf(picture, { door: named, wordmark: wordmark.lines, taken });
  const numbers = readUnitNumbers(lines, layout);
  const fields = {
    usdot,
    mc,
    vin,
    cabNumber: readCabNumber(numbers, layout),
    trailerNumber: readTrailerNumber(numbers, layout),
    wordmark,
    plate,
    placards,
    permits,
    names: readNames(lines, layout, taken),
    texts: inReadingOrder(picture),
  };
  return { view: viewOf(fields, layout.door.size > 0), ...fields };
}

/** Both readers saw the same half of a line that is cut: that they agree says nothing. */
function withoutWitnesses(picture: ImageReading, cut: ReadonlySet<number>): ImageReading {
  if (cut.size === 0) return picture;
  const lines = picture.lines.map((line, index) => (cut.has(index) ? { ...line, second: null } : line));
  return { ...picture, lines };
}

function viewOf({ trailerNumber, wordmark, plate, cabNumber }: Omit<Fields, 'view'>, hasDoor: boolean): View {
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
