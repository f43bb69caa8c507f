import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { openReader } from '../../src/db/reader.ts';
import type { SightingFilters, Viewer } from '../../src/domain/sightings/search/filters.ts';
import { searchSightings } from '../../src/domain/sightings/search/search-sightings.ts';
import { cameraBucket } from '../../src/lib/camera-bucket.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { organization } from '../support/alerts/alert-ground.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { asCluster } from '../support/db/as-cluster.ts';
import { insertSightings } from '../support/sightings/planted-sightings.ts';

const db = await testDatabase();
const organizations = [await organization(db), await organization(db)];
const CAMERAS = 12;
const camera = (n: number) => `mile-${n}`;
const HOUR_MS = 3_600_000;
for (const [nth, organizationId] of organizations.entries())
  await insertSightings(
    db,
    organizationId,
    Array.from({ length: 60 }, (_, n) => ({
      source: camera((n * 7) % CAMERAS),
      alpr_plate_number: `P${nth}${n}`,
      // Some at the same time.
      time_captured: new Date(Date.now() - (2 + Math.floor(n / 3)) * HOUR_MS),
    })),
  );

/** Plates of all pages. */
async function search(database: Database, viewer: Viewer, filters: SightingFilters): Promise<string[]> {
  const reader = openReader(database, { replicaUrl: null, poolSize: 2, session: '', log: silent });
  const plates: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const query = { filters, withSimilar: false, cursor, pageSize: 7, withTotal: false };
    const page = await searchSightings({ reader, clock: systemClock }, viewer, query);
    plates.push(...page.found.map(({ observation }) => observation.alpr_plate_number));
    cursor = page.nextCursor;
    if (cursor === null) return plates;
  }
}

const [own = 0] = organizations;
const SEARCHES: [name: string, Viewer, SightingFilters, found: number][] = [
  ['of one camera', { organizationId: own, seesAll: false }, { values: {}, camera: camera(3) }, 5],
  [
    'of one name, which cameras of two organizations have',
    { organizationId: own, seesAll: true },
    { values: {}, camera: camera(3) },
    10,
  ],
  ['of all cameras of an organization', { organizationId: own, seesAll: false }, { values: {} }, 60],
];

for (const [name, viewer, filters, found] of SEARCHES)
  test(`a search of sightings ${name} finds the same on a cluster, in the same order`, async () => {
    const plates = await search(db, viewer, filters);
    assert.equal(plates.length, found);
    assert.deepEqual(await search(asCluster(db), viewer, filters), plates);
  });

test('on a cluster, the sightings of one camera are looked up on its shard only', async () => {
  const cluster = asCluster(db);
  const asked: number[][] = [];
  const watched: Database = {
    ...cluster,
    onNode: () => null,
    transaction: (work, settings) =>
      cluster.transaction((tx) => {
        const query = (text: string, values: unknown[]) => {
          if (/from sightings/.test(text)) asked.push(values[0] as number[]);
          return tx.client.query(text, values);
        };
        return work({ ...tx, client: { query } as never });
      }, settings),
  };
  await search(watched, { organizationId: own, seesAll: true }, { values: {}, camera: camera(3) });
  const buckets = organizations.map((id) => cameraBucket(id, camera(3)));
  assert.ok(asked.length > 0);
  assert.ok(
    asked.flat().every((bucket) => buckets.includes(bucket)),
    JSON.stringify(asked),
  );
});
