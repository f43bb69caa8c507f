import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { ALL_ROLES } from '../../src/contract/roles.ts';
import { resetDemo } from '../../src/demo/demo.ts';
import { replaceDemo } from '../../src/demo/replace-demo.ts';
import { allDatasets } from '../../src/domain/federal/datasets/all-datasets.ts';
import { importFiles } from '../../src/domain/federal/import/import-files.ts';
import type { DemoReplacement } from '../../src/domain/federal/import/load-file.ts';
import { hasDemoLoads } from '../../src/domain/federal/loads.ts';
import { dropOldRuns } from '../../src/domain/safety/run/drop-old-runs.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type TestApi, testApi } from '../support/api.ts';
import { carrierFigures, differences } from '../support/carriers/carrier-figures.ts';
import { allRows, demoWorld, headersOf, tablesWith, usePersonally } from '../support/demo-world.ts';
import { writeIndependentMonth } from '../support/federal/independent-month.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const asOf = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
const folder = await temporaryFolder();
const usdots = await writeIndependentMonth(folder, 60, asOf);
const world = await demoWorld();
const { api, credentials, demo } = world;
const { db } = api;
const mine = await usePersonally(world);

async function importMonth({ db: database }: TestApi, paths: string[], replacement?: DemoReplacement) {
  const refusals: string[] = [];
  await importFiles(database, paths, {
    dataDir: await temporaryFolder(),
    force: false,
    clock: systemClock,
    replaceDemo: replacement,
    events: { onRefused: (_, reason) => void refusals.push(reason) },
  });
  return refusals;
}
const count = async (table: string, condition = 'true', values: unknown[] = []) =>
  (await db.pool.query(`select count(*)::int as count from ${table} where ${condition}`, values)).rows[0]
    .count;
const fileOf = (dataset: string) => join(folder, `${dataset}-${asOf}.csv`);

suite('before a real file is imported', () => {
  test('an import that may not replace the demo is refused, and changes nothing', async () => {
    const before = await allRows(db);
    const refusals = await importMonth(api, [fileOf('company-census')]);
    assert.match(
      refusals.join(),
      /contains the synthetic demo, which real data replaces. Nothing was imported/,
    );
    assert.deepEqual(await allRows(db), before);
  });

  test('a rejected file leaves the demo whole', async () => {
    const before = await allRows(db);
    const path = join(await temporaryFolder(), `company-census-${asOf}.csv`);
    await writeFile(path, 'DOT_NUMBER,STATUS_CODE,POWER_UNITS,TOTAL_DRIVERS,LEGAL_NAME\nnone,A,1,1,BAD\n');
    assert.match((await importMonth(api, [path], replaceDemo)).join(), /rows of Company Census File are bad/);
    assert.deepEqual(await allRows(db), before);
  });

  test('an import that fails after the demo was removed leaves the demo whole, and readers saw nothing else', async () => {
    const headers = await headersOf(api, credentials);
    const profile = async () => {
      for (;;) {
        const url = '/carrier/profile/fmcsa?usdot_number=5000001';
        const found = (await api.app.inject({ url, headers })).json();
        // On a busy machine, a section may take longer than its time limit.
        if (!JSON.stringify(found.errors).includes('TimeoutError')) return found;
      }
    };
    const shown = await profile();
    const before = await allRows(db);
    const failing: DemoReplacement = {
      ...replaceDemo,
      async removeDesk(tx) {
        await replaceDemo.removeDesk(tx);
        assert.equal((await tx.client.query('select from company_census')).rowCount, 0);
        assert.deepEqual(await profile(), shown);
        throw new Error('killed');
      },
    };
    await assert.rejects(importMonth(api, [fileOf('company-census')], failing), /killed/);
    assert.deepEqual(await allRows(db), before);
  });
});

suite('the first real file replaces the demo', () => {
  const other = testApi({ env: { MILEPOST_MODE: 'local' } });

  test('two imports at once remove the demo once, and neither removes what the other imported', async () => {
    const files = ['company-census', 'sms-census'].map(fileOf);
    const refusals = await Promise.all(files.map((file) => importMonth(api, [file], replaceDemo)));
    assert.deepEqual(refusals, [[], []]);
    assert.equal(await count('company_census'), usdots.length);
    assert.equal(await count('sms_census'), usdots.length);
    assert.equal(await hasDemoLoads(db), false);
  });

  test('every figure of every carrier is that of a database that never had the demo', async () => {
    const empty = await other;
    assert.deepEqual(await importMonth(api, [folder], replaceDemo), []);
    assert.deepEqual(await importMonth(empty, [folder]), []);
    for (const { db: database } of [api, empty]) {
      await runScores(database, { method: 'current' });
      await dropOldRuns(database);
    }
    const customer = await empty.customer(ALL_ROLES, 'insurance');
    const asCustomer = await empty.signIn(customer);
    const asDemo = await headersOf(api, credentials);
    const getter = (one: TestApi, headers: Record<string, string>) => async (url: string) => {
      const response = await one.app.inject({ url, headers });
      return { status: response.statusCode, body: response.json() };
    };
    let compared = 0;
    const wrong: string[] = [];
    for (const usdot of usdots) {
      const expected = await carrierFigures(getter(empty, asCustomer), usdot);
      wrong.push(...differences(await carrierFigures(getter(api, asDemo), usdot), expected));
      compared += expected.size;
    }
    assert.deepEqual(wrong.slice(0, 20), []);
    assert.ok(compared > usdots.length * 100, `${compared} figures`);
  });

  test('every federal table, archive and count is that of a database that never had the demo', async () => {
    const [replaced, fresh] = [await allRows(db), await allRows((await other).db)];
    const derived = `carrier_snapshots carrier_words carrier_history carrier_history_sources carrier_last_known violation_catalog`;
    for (const table of [...allDatasets.map((dataset) => dataset.table), ...derived.split(' ')])
      assert.equal(replaced[table], fresh[table], table);
    for (const table of [
      'safety_runs',
      'safety_scores',
      'safety_groups',
      'safety_cuts',
      'safety_sums',
      'federal_loads',
    ])
      assert.equal(replaced[table]?.split(' ')[0], fresh[table]?.split(' ')[0], table);
    assert.equal(await count('observation_counts', 'not is_federal'), 2, 'of the own sighting');
    assert.equal(
      await count('pg_class', `relname like 'safety\\_scores\\_%' and relkind = 'r'`),
      1,
      'partitions',
    );
  });

  test('nothing synthetic remains', async () => {
    assert.deepEqual(await tablesWith(db, 'synthetic'), await tablesWith((await other).db, 'synthetic'));
    assert.deepEqual(await tablesWith(db, 'milepost.example'), ['users'], 'the login');
    const orphans = await db.pool.query(
      `select from webhook_deliveries d where not exists (select from alerts a where a.id = d.alert_id)`,
    );
    assert.equal(orphans.rowCount, 0);
    assert.equal(await count('logos', `name = 'blue mesa'`), 0);
    assert.equal(await count('organizations'), 1);
  });

  test('the login, and what a person added, stay', async () => {
    const headers = await headersOf(api, credentials);
    const get = async (url: string) => (await api.app.inject({ url, headers })).json();
    assert.equal((await get('/auth/me')).is_demo, false);
    assert.equal((await get('/auth/me')).organization_name, 'Demo Insurance');
    assert.deepEqual(
      (await get('/alerts')).alerts.map(({ id }: { id: number }) => id),
      [mine.alertId],
    );
    assert.equal(await count('webhooks', 'id = $1', [mine.webhookId]), 1);
    assert.equal(await count('webhooks'), 1);
    assert.deepEqual(
      (await get('/images')).images.map(({ image_id }: { image_id: string }) => image_id),
      [mine.ownImage],
    );
    const { matches } = await get(`/alerts/${mine.alertId}/matches`);
    assert.deepEqual(
      matches.map(({ sighting }: { sighting: { alpr_plate_number: string } }) => sighting.alpr_plate_number),
      ['OWN1234'],
    );
    assert.ok((await count('blob_deletions')) > 0, 'the files of the images are deleted later');
  });

  test('the demo is never loaded beside real data', async () => {
    const before = await allRows(db);
    await assert.rejects(
      resetDemo(demo),
      /has real federal data, and the synthetic demo is never loaded beside it/,
    );
    assert.deepEqual(await allRows(db), before);
  });
});
