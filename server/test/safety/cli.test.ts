import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateCountry } from '../../src/domain/generate/generate-country.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/federal/federal-files.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
const db = await testDatabase();
const folder = await temporaryFolder();
await generateCountry({ carriers: 1_500, seed: 3, folder, only: ['registry', 'sms'] });

function milepost(...args: string[]): ChildProcess {
  const { user, password, host, database } = db.connection;
  const url = `postgres:///${database}?${new URLSearchParams({ host: String(host), user: String(user), password: String(password) })}`;
  return spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function finished(child: ChildProcess) {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
const runs = () => rows(`select id, method, as_of from safety_runs order by id`);

test('prints one sentence if there is nothing to score', async () => {
  const { code, err } = await finished(milepost('score'));
  assert.equal(code, 1);
  assert.match(err, /Import sms-census, sms-inspection, sms-violation/);
  const compared = await finished(milepost('score', '--compare'));
  assert.match(compared.err, /no scores yet/);
});

test('scores after an import only if the inputs changed', async () => {
  const first = await finished(milepost('import', folder, '--json'));
  assert.equal(first.code, 0, first.err);
  const { scores } = JSON.parse(first.out);
  assert.deepEqual([scores.method, scores.as_of], ['current', '2026-10-30']);
  const stored = await runs();
  assert.deepEqual(
    stored.map(({ id }) => id),
    [scores.id],
  );
  const again = await finished(milepost('import', folder, '--json'));
  assert.equal(JSON.parse(again.out).scores, null);
  assert.deepEqual(await runs(), stored);
});

test('score, compare and explain print text and JSON', async () => {
  const scored = await finished(milepost('score', '--method', 'preview'));
  assert.equal(scored.code, 0, scored.err);
  assert.match(scored.out, /This is a preview/);
  assert.match(scored.out, /not published by FMCSA/);
  const compared = await finished(milepost('score', '--compare', '--json'));
  const { basics, differences } = JSON.parse(compared.out);
  assert.deepEqual([basics.length, differences], [5, []]);
  const [one] = await rows(
    `select usdot_number from safety_scores where vehicle_maintenance_percentile is not null limit 1`,
  );
  const explained = await finished(
    milepost('explain', String(one.usdot_number), '--basic', 'vehicle_maintenance'),
  );
  assert.match(explained.out, /Vehicle Maintenance: measure \d+\.\d\d, percentile \d+/);
  assert.match(explained.out, /time weights of relevant inspections/);
  for (const [args, code, words] of [
    [['explain', '4999999'], 1, /No carrier has the USDOT number 4999999/],
    [['explain', 'x'], 1, /up to 8 digits/],
    [['explain', '5000001', '--basic', 'x'], 1, /--basic must be one of/],
    [['score', '--method', 'x'], 1, /--method must be/],
    [['score', '--as-of', '2026-13-01'], 1, /--as-of must be/],
  ] as const) {
    const end = await finished(milepost(...args));
    assert.match(end.err, words);
    assert.equal(end.code, code, args.join(' '));
  }
});

test('a killed run leaves only the old scores', async () => {
  const before = await runs();
  const tables = () => rows(`select relname from pg_class where relname like 'safety_scores_%' order by 1`);
  const partitions = await tables();
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('lock table safety_groups in share mode');
  const child = milepost('score');
  // The run has copied its rows and waits to insert the groups, its last statements.
  for (let i = 0; ; i++) {
    const waiting = await rows(`select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like 'insert into safety_groups%'`);
    if (waiting.length > 0) break;
    assert.ok(i < 3_000, 'the run did not reach its groups');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  await holder.query('rollback');
  holder.release();
  for (let i = 0; i < 500; i++) {
    const left = await rows(`select 1 from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and query like 'insert into safety_%' and state <> 'idle'`);
    if (left.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.deepEqual(await runs(), before);
  assert.deepEqual(await tables(), partitions);
  assert.equal((await finished(milepost('score'))).code, 0);
});
