import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL_ROLES } from '../../src/contract/roles.ts';
import { allDatasets } from '../../src/domain/federal/datasets/all-datasets.ts';
import { hasDemoLoads } from '../../src/domain/federal/loads.ts';
import { testApi } from '../support/api.ts';
import { carrierFigures, differences } from '../support/carriers/carrier-figures.ts';
import { testDatabase } from '../support/database.ts';
import { allRows, tablesWith } from '../support/demo-world.ts';
import { writeIndependentMonth } from '../support/federal/independent-month.ts';
import { credentialsIn, milepost, signIn, spawnMilepost, startMilepost } from '../support/milepost.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CARRIERS = 2_400;
const asOf = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
const folder = await temporaryFolder();
const usdots = await writeIndependentMonth(folder, CARRIERS, asOf);
const db = await testDatabase();
const env = {
  DATABASE_URL: db.url,
  LOG_LEVEL: 'warn',
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_EXPENSIVE_READS: '0',
};
const dataDir = await temporaryFolder();
const running = await startMilepost(dataDir, 'start', { env });
const credentials = credentialsIn(running.output());

const FEDERAL_TABLES = [
  ...allDatasets.map(({ table }) => table),
  ...`federal_loads federal_vins observations observation_counts carrier_snapshots carrier_words carrier_history
  carrier_history_sources carrier_last_known violation_catalog safety_runs safety_scores safety_groups safety_cuts
  safety_sums`.split(/\s+/),
];
/** What differs between two databases with the same files: numbers of rows, and when and how fast something was done. */
const VOLATILE = ['id', 'run_id', 'inputs', 'created_at', 'loaded_at', 'computed_at', 'seconds'];
/** Tables that a running service does not change by itself. */
const TABLES = [
  ...FEDERAL_TABLES,
  ...'sightings vehicle_evidence images logos organizations users api_keys webhooks'.split(' '),
];
/** All carriers of the demo have such a number, and nothing else has. */
const PHONE = ') 555-01';

const demoRows = () => allRows(db, { only: TABLES });

suite('the README: start, import, look', () => {
  test('an import without consent is refused and leaves the demo whole', async () => {
    const before = await demoRows();
    const refused = await milepost(['import', folder], dataDir, { env });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /contains the synthetic demo.*Nothing was imported. Use --replace-demo/);
    assert.deepEqual(await demoRows(), before);
  });

  test('a killed import leaves the demo whole, or completely gone', async () => {
    const before = await demoRows();
    for (const delayMs of [700, 1_500, 2_500]) {
      const { child, exited } = spawnMilepost(['import', folder, '--replace-demo'], dataDir, { env });
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      child.kill('SIGKILL');
      await exited;
      await untilRolledBack();
      if (!(await hasDemoLoads(db))) {
        assert.deepEqual(await tablesWith(db, PHONE), [], `killed after ${delayMs} ms`);
        return;
      }
      assert.deepEqual(await demoRows(), before, `killed after ${delayMs} ms`);
    }
  });

  test('all rows and figures are those of an empty database, and nothing synthetic remains', async (t) => {
    const imported = await milepost(['import', folder, '--replace-demo'], dataDir, { env });
    assert.equal(imported.code, 0, imported.stderr);
    assert.equal(await hasDemoLoads(db), false);

    const empty = await testApi({
      env: { MILEPOST_MODE: 'local', RATE_LIMIT_READS: '0', RATE_LIMIT_EXPENSIVE_READS: '0' },
    });
    const plain = await milepost(['import', folder], await temporaryFolder(), {
      env: { DATABASE_URL: empty.db.url },
    });
    assert.equal(plain.code, 0, plain.stderr);
    const federalRows = (of: typeof db) => allRows(of, { only: FEDERAL_TABLES, without: VOLATILE });
    const federal = await federalRows(db);
    assert.equal(Object.keys(federal).length, FEDERAL_TABLES.length);
    assert.deepEqual(federal, await federalRows(empty.db));

    const asCustomer = await empty.signIn(await empty.customer(ALL_ROLES, 'insurance'));
    const token = (await signIn(running.url, credentials)).token();
    const headers = { 'x-api-key': credentials.apiKey, 'access-token': token };
    const fromDemo = async (url: string) => {
      const response = await fetch(running.url + url, { headers });
      return { status: response.status, body: await response.json() };
    };
    const fromEmpty = async (url: string) => {
      const response = await empty.app.inject({ url, headers: asCustomer });
      return { status: response.statusCode, body: response.json() };
    };
    let compared = 0;
    const wrong: string[] = [];
    // Pages are computed from these rows. A service may still know what it has read about a carrier of the demo.
    const shown = usdots.filter((usdot, n) => usdot > 5_000_000 || n % 8 === 0);
    const next = shown.values();
    const compare = async () => {
      for (const usdot of next) {
        const figures = [carrierFigures(fromDemo, usdot), carrierFigures(fromEmpty, usdot)] as const;
        const [actual, expected] = await Promise.all(figures);
        compared += expected.size;
        wrong.push(...differences(actual, expected));
      }
    };
    await Promise.all([compare(), compare()]);
    assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${compared} figures are wrong`);
    assert.ok(compared > 100 * shown.length, `${compared} figures`);
    const marked = await tablesWith(db, PHONE);
    assert.deepEqual(marked, await tablesWith(empty.db, PHONE));
    t.diagnostic(`${compared} figures of ${shown.length} carriers are equal`);
  });
});

/** A killed client's transaction ends when the server notices it. */
async function untilRolledBack(): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and classid = 7061003 and granted`,
    );
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
