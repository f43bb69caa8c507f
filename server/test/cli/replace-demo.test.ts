import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { beforeEach, test } from 'node:test';
import { runCli } from '../../src/cli/run.ts';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import { testDatabase } from '../support/database.ts';
import { csvOf } from '../support/federal/federal-files.ts';
import { portalServer } from '../support/federal/portal-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();
const file = join(await temporaryFolder(), 'company-census-2026-10-01.csv');
const row = { DOT_NUMBER: 1200007, LEGAL_NAME: 'HARBOR FREIGHT LINES', STATUS_CODE: 'A', POWER_UNITS: 1 };
await writeFile(file, csvOf(companyCensus, [{ ...row, TOTAL_DRIVERS: 1 }]));

beforeEach(async () => {
  await db.pool.query(`truncate federal_loads, company_census;
    insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
      rows_repeated, rows_blank, cells_unread, is_current, seconds, is_demo)
    values ('company-census', 'demo.csv', 1, '', '2026-11-01', 1, 1, 0, 0, 0, 0, true, 1, true);
    insert into company_census (usdot_number, legal_name) values (5000001, 'SYNTHETIC LLC')`);
});

/** `answer`: typed at a terminal; null where no one can be asked. */
async function run(args: string[], answer: string | null = null, env: Record<string, string> = {}) {
  let printed = '';
  const output = () =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          printed += chunk;
          done();
        },
      }),
      { isTTY: answer !== null },
    );
  const stdin = Object.assign(Readable.from([answer ?? '']), { isTTY: answer !== null });
  const code = await runCli(['import', ...args], {
    env: { DATA_DIR: dataDir, DATABASE_URL: db.url, MILEPOST_MODE: 'local', ...env },
    stdin,
    stdout: output(),
    stderr: output(),
  });
  const { rows } = await db.pool.query('select usdot_number from company_census');
  return { code, printed, carriers: rows.map(({ usdot_number }) => usdot_number) };
}

test('without a terminal, an import into the demo needs --replace-demo', async () => {
  const refused = await run([file]);
  assert.equal(refused.code, 1);
  assert.match(refused.printed, /contains the synthetic demo.*Nothing was imported. Use --replace-demo/);
  assert.deepEqual(refused.carriers, [5000001]);
  const replaced = await run([file, '--replace-demo']);
  assert.equal(replaced.code, 0, replaced.printed);
  assert.match(replaced.printed, /The synthetic demo was removed/);
  assert.deepEqual(replaced.carriers, [1200007]);
  const again = await run([file]);
  assert.equal(again.code, 0, 'the second import needs no consent');
});

test('at a terminal, only yes replaces the demo', async () => {
  for (const answer of ['n\n', '\n', 'maybe\n', '']) {
    const { code, printed, carriers } = await run([file], answer);
    assert.equal(code, 1, JSON.stringify(answer));
    assert.match(printed, /Real data replaces the synthetic demo.*Continue\? \[y\/N\]/);
    assert.deepEqual(carriers, [5000001]);
  }
  const { code, printed, carriers } = await run([file], 'yes\n');
  assert.equal(code, 0, printed);
  assert.deepEqual(carriers, [1200007]);
});

test('nothing is downloaded before the demo may be replaced', async () => {
  const portal = await portalServer(['DOT_NUMBER'], [['1200007']]);
  const { code, carriers } = await run(['--download', 'company-census'], null, {
    FEDERAL_PORTAL_URL: portal.url,
  });
  assert.equal(code, 1);
  assert.equal(portal.requests.length, 0);
  assert.deepEqual(carriers, [5000001]);
});
