import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { once } from '../../lib/async/once.ts';
import type { Position } from '../../lib/geography/great-circle.ts';
import { placeKey } from './place-name.ts';

/** The file that scripts/make-places.ts writes. Degrees are in thousandths. */
type Stored = {
  /** By state: name, latitude and longitude of each place. */
  places: Record<string, (string | number)[]>;
  /** The differences between the ZIP codes in their order. */
  zips: number[];
  latitudes: number[];
  longitudes: number[];
  areas: string;
};

export type Place = Position & { name: string };
export type Zip = Position & { zip: string };

type PlaceTable = {
  /** By state, then by the key of the name. */
  places: Map<string, Map<string, Place>>;
  zips: Map<string, Position>;
  /** ZIP codes with an area, by the square that has their center. */
  squares: Map<number, Zip[]>;
};

export const SQUARE_DEGREES = 0.25;

export function squareOf({ latitude, longitude }: Position): [row: number, column: number] {
  return [Math.floor(latitude / SQUARE_DEGREES), Math.floor(longitude / SQUARE_DEGREES)];
}

export const squareKey = (row: number, column: number) => row * 10_000 + column;

const degrees = (thousandths: unknown) => Number(thousandths) / 1_000;

function readTable(): PlaceTable {
  const packed = readFileSync(new URL('./generated/places.br', import.meta.url));
  const stored = JSON.parse(brotliDecompressSync(packed).toString()) as Stored;
  const places = new Map<string, Map<string, Place>>();
  for (const [state, values] of Object.entries(stored.places)) {
    const ofState = new Map<string, Place>();
    for (let i = 0; i < values.length; i += 3) {
      const name = String(values[i]);
      const position = { latitude: degrees(values[i + 1]), longitude: degrees(values[i + 2]) };
      ofState.set(placeKey(name), { name, ...position });
    }
    places.set(state, ofState);
  }
  const zips = new Map<string, Position>();
  const squares = new Map<number, Zip[]>();
  let number = 0;
  for (const [i, difference] of stored.zips.entries()) {
    number += difference;
    const zip = String(number).padStart(5, '0');
    const position = { latitude: degrees(stored.latitudes[i]), longitude: degrees(stored.longitudes[i]) };
    zips.set(zip, position);
    if (stored.areas[i] !== '1') continue;
    const square = squareKey(...squareOf(position));
    const inSquare = squares.get(square) ?? [];
    inSquare.push({ zip, ...position });
    squares.set(square, inSquare);
  }
  return { places, zips, squares };
}

/** Read at the first use: most commands never need it. */
export const placeTable = once(readTable);
