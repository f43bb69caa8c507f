import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { relativeDay, resolveRelativeDays } from '../../src/demo/day-formats.ts';
import { loadDemoCountry } from '../../src/demo/load-demo-country.ts';
import { searchCarriers } from '../../src/domain/carriers/search/search-carriers.ts';
import { listDatasets } from '../../src/domain/federal/loads.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/federal/federal-files.ts';

const db = await testDatabase();
const folder = await temporaryFolder();

test('loads a synthetic country into an empty database, once', async () => {
  assert.equal(await loadDemoCountry(db, folder, systemClock), true);
  const { rows: runs } = await db.pool.query(
    'select count(*)::int as n, max(carriers) as carriers from safety_runs',
  );
  assert.deepEqual([runs[0].n, runs[0].carriers > 50], [6, true]);
  const { datasets } = await listDatasets(db, systemClock.now());
  const loaded = datasets.filter(({ load }) => load !== null);
  assert.ok(loaded.length >= 24, `${loaded.length} datasets`);
  for (const { load } of loaded) assert.match(load?.file_name ?? '', /^synthetic-/);
  const { carriers, pagination } = await searchCarriers(db, 'synthetic', 1);
  assert.equal(carriers.length, 20);
  assert.ok(pagination.total >= 290);
  assert.equal(await loadDemoCountry(db, folder, systemClock), false);
});

test('the newest event is recent on any date', async () => {
  const { rows } = await db.pool.query(
    'select max(time_captured) as newest, count(*) as n from observations',
  );
  assert.ok(rows[0].n > 500);
  const ageDays = (Date.now() - rows[0].newest.getTime()) / 86_400_000;
  assert.ok(ageDays >= 0 && ageDays < 30, `${ageDays} days`);
});

test('relative days resolve to every date format of the federal files', () => {
  const formats = ['compact', 'slashed', 'worded', 'iso', 'priorYear'] as const;
  const resolved = (offset: number) =>
    resolveRelativeDays(formats.map((format) => relativeDay(format, offset)).join(' 0310,'), 19_783);
  assert.equal(resolved(0), '20240301 0310,03/01/2024 0310,01-MAR-24 0310,2024-03-01 0310,2023');
  assert.equal(resolved(-61), '20231231 0310,12/31/2023 0310,31-DEC-23 0310,2023-12-31 0310,2022');
  assert.equal(resolved(1), '20240302 0310,03/02/2024 0310,02-MAR-24 0310,2024-03-02 0310,2023');
});

test('serves the demo images in local mode only', async () => {
  const { app } = await testApi({ env: { MILEPOST_MODE: 'local' }, db });
  const response = await app.inject('/demo/truck.jpg');
  assert.deepEqual([response.statusCode, response.headers['content-type']], [200, 'image/jpeg']);
  assert.equal((await sharp(response.rawPayload).metadata()).width, 1920);
  for (const name of ['other.jpg', 'toString', '..%2Fwordmarks.json'])
    assert.equal((await app.inject(`/demo/${name}`)).statusCode, 404, name);
  const production = await testApi({ env: { MILEPOST_MODE: 'production' }, db });
  assert.equal((await production.app.inject('/demo/truck.jpg')).statusCode, 404);
});
