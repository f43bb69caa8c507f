import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadDemoCountry } from '../../src/demo/load-demo-country.ts';
import { searchCarriers } from '../../src/domain/carriers/search/search-carriers.ts';
import { listDatasets } from '../../src/domain/federal/loads.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/federal/federal-files.ts';

const db = await testDatabase();
const folder = await temporaryFolder();

test('an empty database gets a synthetic country, once, and everything in it says so', async () => {
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

test('its newest day is recent, whatever the date', async () => {
  const { rows } = await db.pool.query(
    'select max(time_captured) as newest, count(*) as n from observations',
  );
  assert.ok(rows[0].n > 500);
  const ageDays = (Date.now() - rows[0].newest.getTime()) / 86_400_000;
  assert.ok(ageDays >= 0 && ageDays < 30, `${ageDays} days`);
});
