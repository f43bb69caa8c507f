import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reader } from '../../src/db/reader.ts';
import type { SightingFilters } from '../../src/domain/sightings/search/filters.ts';
import { searchSightings } from '../../src/domain/sightings/search/search-sightings.ts';
import { lookAlike, vehiclePattern } from '../../src/lib/identifiers/vehicle-pattern.ts';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { seededRandom } from '../support/random.ts';
import { insertSightings } from '../support/sightings/planted-sightings.ts';

const db = await testDatabase();
const { organizationId } = await (await testApi({ db })).customer(['image-read-endpoint'], 'insurance');
const random = seededRandom(7);
const below = (end: number) => Math.floor(random() * end);
/** Few characters, of which many are confused, so that patterns fit several values. */
const text = (length: number) => Array.from({ length }, () => 'AO018'[below(5)]).join('');
const HOUR = 3_600_000;
const NOW = Date.now() - HOUR;

const numbers = Array.from({ length: 40 }, () => text(4 + below(4)));
const planted = Array.from({ length: 250 }, (_, n) => ({
  alpr_plate_number: numbers[below(40)] ?? '',
  equipment_number: numbers[below(40)] ?? '',
  usdot_number: 100 + below(3),
  // Some at the same time.
  time_captured: new Date(NOW - Math.floor(n / 3) * HOUR),
}));
const keys = await insertSightings(db, organizationId, planted);
const rows = planted
  .map((one, n) => ({ ...one, id: keys[n]?.id ?? 0 }))
  .sort((a, b) => b.time_captured.getTime() - a.time_captured.getTime() || b.id - a.id);

/** A value of a sighting with some characters unknown or confused. */
function patternOf(value: string): string {
  const unknown = [...value].map((one) => (random() < 0.25 ? '?' : random() < 0.1 ? text(1) : one)).join('');
  const cut = [
    unknown,
    `*${unknown.slice(below(4))}`,
    `${unknown.slice(0, unknown.length - below(4))}*`,
    `*${unknown.slice(1, -1)}*`,
  ];
  return cut[below(4)] ?? unknown;
}

const regexOf = (pattern: string) => new RegExp(`^${pattern.replaceAll('?', '.').replaceAll('*', '.*')}$`);
const reader = { ...db, current: () => db, primary: db, failed: () => false } as unknown as Reader;

test('patterns find what a comparison of all sightings finds, in the same order, on pages of any size', async () => {
  let compared = 0;
  for (let round = 0; round < 140; round++) {
    const sighting = rows[below(rows.length)] as (typeof rows)[number];
    const kind = round % 2 === 0 ? 'plate' : 'trailer';
    const numberOf = (one: typeof sighting) =>
      kind === 'plate' ? one.alpr_plate_number : one.equipment_number;
    const pattern = vehiclePattern(patternOf(numberOf(sighting)));
    if (pattern === null) continue;
    const withSimilar = random() < 0.5;
    const filters: SightingFilters = { values: { [kind]: pattern } };
    if (random() < 0.3) filters.usdotNumber = sighting.usdot_number;
    if (random() < 0.2) filters.to = sighting.time_captured;
    const others = rows.filter(
      ({ usdot_number, time_captured }) =>
        (filters.usdotNumber ?? usdot_number) === usdot_number && (!filters.to || time_captured < filters.to),
    );
    const exact = others.filter((one) => regexOf(pattern).test(numberOf(one)));
    const alike = others.filter((one) => regexOf(lookAlike(pattern)).test(lookAlike(numberOf(one))));
    const expected = [...exact, ...(withSimilar ? alike.filter((one) => !exact.includes(one)) : [])];
    const found: number[] = [];
    let cursor: string | null = null;
    // Chosen once: a slow server ends pages early, and the number of pages must not change what is random.
    const pageSize = 5 + below(60);
    do {
      const query = { filters, withSimilar, cursor, pageSize, withTotal: false };
      const service = { reader, clock: { now: () => new Date(NOW) } };
      const page = await searchSightings(service, { organizationId, seesAll: round % 3 > 0 }, query);
      found.push(...page.found.map(({ observation }) => observation.id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(
      found,
      expected.map(({ id }) => id),
      JSON.stringify(filters),
    );
    if (expected.length > 1) compared++;
  }
  assert.ok(compared > 50, `${compared} patterns fit several sightings`);
});
