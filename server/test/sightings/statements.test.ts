import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Statement } from '../../src/db/database.ts';
import type { Reader } from '../../src/db/reader.ts';
import { distribution } from '../../src/domain/observations/distribution.ts';
import type { SightingFilters } from '../../src/domain/sightings/search/filters.ts';
import { searchSightings } from '../../src/domain/sightings/search/search-sightings.ts';
import { BUCKETS } from '../../src/lib/camera-bucket.ts';
import { checkStatement } from '../support/db/distributed-statements.ts';

/** A database that answers with the rows that its statement asks for, and notes the statements. */
function recorder(keys: object[], isCluster: boolean) {
  const texts: string[] = [];
  const query = async (text: string) => {
    if (!text.startsWith('set local')) texts.push(text);
    const isValues = text.includes('as scanned');
    if (isValues) return { rows: [{ scanned: 1, exact: ['ABC1234'], similar: ['A8C1234'] }] };
    return { rows: text.includes('from observations o') || text.includes('join observations o') ? [] : keys };
  };
  const row = async () => (isCluster ? {} : null);
  const buckets = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
  const rows = async () => [{ buckets, node: null, tables: {} }];
  const database = {
    row,
    rows,
    transaction: (work: (tx: object) => unknown) =>
      work({ client: { query }, commitWith: (last: unknown) => last }),
  };
  const reader = {
    rows: async ({ name }: Statement) => (name === 'sightings.organizations' ? [{ id: 1 }] : []),
    current: () => database,
    primary: database,
    failed: () => false,
  } as unknown as Reader;
  return { reader, texts };
}

const now = new Date();
const key = { usdot_number: 1, time_captured: now, id: 1 };
const CASES: SightingFilters[] = [
  { values: {} },
  { values: { plate: 'ABC1?34' }, from: new Date(0), to: now },
  { values: { container: 'MSCU1234565', chassis: 'ABCD*' } },
  { values: {}, usdotNumber: 7, scores: ['High'] },
  { values: {}, camera: 'a', city: 'x', state: 'TX', direction: 'WB', logo: 'y', equipmentType: 'z' },
  { values: {}, near: { latitude: 35, longitude: -100, miles: 20 } },
  { values: {}, near: { latitude: 35, longitude: -100, miles: 500 } },
  { values: {}, name: 'blue mesa' },
];

test('no statement of a search mixes distributed tables with others, or has a construct that Citus rejects', async () => {
  let checked = 0;
  for (const filters of CASES)
    for (const [seesAll, isCluster] of [
      [true, true],
      [false, true],
      [true, false],
      [false, false],
    ] as const) {
      const { reader, texts } = recorder([key], isCluster);
      const query = { filters, withSimilar: true, cursor: null, pageSize: 1, withTotal: false };
      await searchSightings({ reader, clock: { now: () => now } }, { organizationId: 1, seesAll }, query);
      assert.ok(texts.length > 0);
      for (const text of texts) {
        const options = { distribution, temporary: [], functions: new Set<string>() };
        const problems = await checkStatement({ text, allShards: 'a search of all carriers' }, options);
        if (problems === null) continue;
        checked++;
        const isDeclared = (problem: string) => /allShards/.test(problem);
        assert.deepEqual(
          problems.filter((problem) => !isDeclared(problem)),
          [],
          text,
        );
      }
    }
  assert.ok(checked > 50, `${checked} statements`);
});
