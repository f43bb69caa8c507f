import { editDistance } from '../../lib/edit-distance.ts';
import { EARTH_MILES, miles, type Position } from '../../lib/geography/great-circle.ts';
import { placeKey } from './place-name.ts';
import { placeTable, SQUARE_DEGREES, squareKey, squareOf, type Zip } from './place-table.ts';

const SUGGESTIONS = 3;
/** The right name in another state, and the beginning of a name, count like one to two wrong letters. */
const NEAR = 1.5;
/** The edges of large western ZIP codes are this far from their centers. */
const MAX_ZIP_MILES = 60;
const MILES_PER_DEGREE = (EARTH_MILES * Math.PI) / 180;

/** The center of a city; `state` as `regionCode` writes it. */
export function findCity(name: string, state: string): Position | null {
  const place = placeTable().places.get(state)?.get(placeKey(name));
  return place ? { latitude: place.latitude, longitude: place.longitude } : null;
}

/** The center of a ZIP code, of which the first five digits count. */
export function findZip(zip: string): Position | null {
  const digits = /^\s*(\d{5})(?!\d)/.exec(zip)?.[1];
  return (digits && placeTable().zips.get(digits)) || null;
}

/** Every ZIP code with its center. */
export function zipCenters(): Zip[] {
  return [...placeTable().zips].map(([zip, center]) => ({ zip, ...center }));
}

/** The places whose names are most similar, as `Nashville, TN`. */
export function suggestPlaces(name: string, state: string): string[] {
  const { places } = placeTable();
  const key = placeKey(name);
  const found: { text: string; cost: number }[] = [];
  for (const [code, ofState] of places) {
    const same = ofState.get(key);
    if (code !== state && same) found.push({ text: `${same.name}, ${code}`, cost: NEAR });
  }
  for (const [other, place] of places.get(state) ?? []) {
    const isBeginning = key.length >= 3 && (other.startsWith(key) || key.startsWith(other));
    const cost = editDistance(key, other);
    found.push({ text: `${place.name}, ${state}`, cost: isBeginning ? Math.min(cost, NEAR) : cost });
  }
  found.sort((a, b) => a.cost - b.cost || (a.text < b.text ? -1 : 1));
  return found.slice(0, SUGGESTIONS).map(({ text }) => text);
}

/** The ZIP code whose center is nearest; null outside the United States. */
export function nearestZip(position: Position): string | null {
  const { squares } = placeTable();
  const [row, column] = squareOf(position);
  // Degrees of longitude get shorter towards the poles.
  const shortest = Math.cos((Math.min(89, Math.abs(position.latitude) + 1) * Math.PI) / 180);
  const squareMiles = SQUARE_DEGREES * MILES_PER_DEGREE * shortest;
  let best: { zip: Zip | null; distance: number } = { zip: null, distance: MAX_ZIP_MILES };
  // The squares of a ring are at least one square less than the number of the ring away.
  for (let ring = 0; (ring - 1) * squareMiles <= best.distance; ring++) {
    for (const [y, x] of ringOf(ring)) {
      for (const zip of squares.get(squareKey(row + y, column + x)) ?? []) {
        const distance = miles(position, zip);
        if (distance <= best.distance) best = { zip, distance };
      }
    }
  }
  return best.zip?.zip ?? null;
}

/** The steps to the squares around a square, at a distance of `ring` squares. */
function* ringOf(ring: number): Generator<[y: number, x: number]> {
  for (let y = -ring; y <= ring; y++) {
    const isEdge = Math.abs(y) === ring;
    for (let x = -ring; x <= ring; x += isEdge ? 1 : Math.max(1, 2 * ring)) yield [y, x];
  }
}
