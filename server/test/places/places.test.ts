import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { findCity, findZip, nearestZip, suggestPlaces } from '../../src/domain/places/find-place.ts';
import { placeTable } from '../../src/domain/places/place-table.ts';
import { miles, type Position } from '../../src/lib/geography/great-circle.ts';
import { regionCode } from '../../src/lib/identifiers/region-code.ts';
import { samplePath } from '../support/samples.ts';

const near = (found: Position | null, latitude: number, longitude: number, within: number) => {
  assert.ok(found, 'not found');
  const distance = miles(found, { latitude, longitude });
  assert.ok(distance <= within, `${distance} miles away`);
};

test('finds cities in their usual spellings', () => {
  near(findCity('Nashville', 'TN'), 36.16, -86.78, 10);
  near(findCity('dallas', 'TX'), 32.78, -96.8, 12);
  for (const name of ['St. Louis', 'SAINT LOUIS', 'St Louis']) near(findCity(name, 'MO'), 38.63, -90.24, 12);
  for (const name of ['Fort Worth', 'FT WORTH', 'Ft. Worth']) near(findCity(name, 'TX'), 32.75, -97.33, 15);
  for (const name of ['McAllen', 'MC ALLEN']) near(findCity(name, 'TX'), 26.2, -98.23, 10);
  near(findCity('Cañon City', 'CO'), 38.44, -105.24, 10);
  near(findCity('Coeur dAlene', 'ID'), 47.68, -116.78, 15);
});

test('finds cities of Canada and Mexico, and does not fail for unknown ones', () => {
  near(findCity('Toronto', 'ON'), 43.7, -79.4, 12);
  near(findCity('Montréal', 'QC'), 45.51, -73.59, 12);
  near(findCity('Tijuana', 'BCN'), 32.5, -117, 12);
  near(findCity('Monterrey', 'NLE'), 25.67, -100.32, 12);
  assert.equal(findCity('Nowhere at all', 'SK'), null);
  assert.equal(findCity('Toronto', 'TAM'), null);
});

test('finds ZIP codes with and without their last four digits, and with leading zeros', () => {
  near(findZip('10001'), 40.75, -74, 2);
  near(findZip('45402-1234'), 39.76, -84.19, 3);
  near(findZip('02108'), 42.36, -71.06, 2);
  for (const text of ['', '1234', '00000', '123456', 'V6X 1X5']) assert.equal(findZip(text), null, text);
});

test('has a position for every ZIP code but those of the armed forces', () => {
  const { zips, squares } = placeTable();
  assert.ok(zips.size > 41_900, `${zips.size}`);
  assert.ok([...squares.values()].flat().length > 33_000);
  for (const [zip, { latitude, longitude }] of zips) {
    assert.match(zip, /^\d{5}$/);
    const isInside = latitude > -15 && latitude < 72 && (longitude < -64 || longitude > 130);
    assert.ok(isInside, `${zip} ${latitude} ${longitude}`);
  }
});

test('every ZIP code of an area is the nearest one to its own center', () => {
  const all = [...placeTable().squares.values()].flat();
  for (const zip of all) {
    const found = nearestZip(zip);
    const position = found && findZip(found);
    assert.ok(position && miles(position, zip) < 0.1, `${zip.zip}: ${found}`);
  }
});

test('the nearest ZIP code is that of a search over all', () => {
  const all = [...placeTable().squares.values()].flat();
  const latitude = fc.double({ min: 25, max: 49, noNaN: true });
  const longitude = fc.double({ min: -124, max: -67, noNaN: true });
  fc.assert(
    fc.property(latitude, longitude, (lat, lon) => {
      const position = { latitude: lat, longitude: lon };
      const nearest = Math.min(...all.map((zip) => miles(position, zip)));
      const found = nearestZip(position);
      if (nearest > 60) return assert.equal(found, null);
      const shown = findZip(found ?? '');
      assert.ok(shown && Math.abs(miles(position, shown) - nearest) < 1e-6, `${lat}, ${lon}: ${found}`);
    }),
    { numRuns: 150, seed: 7 },
  );
  assert.equal(nearestZip({ latitude: 19.4, longitude: -99.1 }), null, 'Mexico City');
});

test('suggests three similar names, first of the same state', () => {
  assert.equal(suggestPlaces('Nashvile', 'TN')[0], 'Nashville, TN');
  assert.equal(suggestPlaces('Amarilo', 'TX')[0], 'Amarillo, TX');
  assert.ok(suggestPlaces('Chicago', 'IN').includes('Chicago, IL'));
  for (const name of ['x', 'Springfeild', '...', 'a'.repeat(100)])
    assert.equal(suggestPlaces(name, 'OH').length, 3, name);
});

const cells = (line: string) =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, ''));

/** The cities of the United States in a sample of the census, with the ZIP code of one carrier. */
function sampledCities(path: string): Map<string, { city: string; state: string; zip: string }> {
  const [header = [], ...rows] = readFileSync(path, 'utf8').split(/\r?\n/).map(cells);
  const at = (name: string) => header.findIndex((cell) => cell.toLowerCase() === name);
  const columns = ['phy_city', 'phy_state', 'phy_zip', 'phy_country'].map(at);
  const places = rows.map((row) => columns.map((column) => row[column] ?? ''));
  const ours = places.filter(
    ([city, , zip, country]) => city && country === 'US' && /^\d{5}/.test(zip ?? ''),
  );
  return new Map(
    ours.map(([city = '', state = '', zip = '']) => [`${city}, ${state}`, { city, state, zip }] as const),
  );
}

test('finds the cities of a real census by name, and nearly all others by the ZIP code of a carrier', (t) => {
  const files = ['100', '400', '494'].map((size) =>
    samplePath(t, 'FEDERAL_SAMPLES', `sms_census_sample_${size}.csv`),
  );
  const cities = new Map(files.flatMap((path) => (path ? [...sampledCities(path)] : [])));
  if (cities.size === 0) return;
  assert.ok(cities.size > 600, `${cities.size}`);
  const byName = [...cities.values()].filter(({ city, state }) => findCity(city, regionCode(state) ?? ''));
  const found = [...cities.values()].filter(
    ({ city, state, zip }) => findCity(city, regionCode(state) ?? '') ?? findZip(zip),
  );
  assert.ok(byName.length >= 0.985 * cities.size, `${byName.length} of ${cities.size} by name`);
  assert.ok(found.length >= 0.995 * cities.size, `${found.length} of ${cities.size}`);
});
