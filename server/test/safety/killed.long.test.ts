import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateCountry } from '../../../lab/country/generate-country.ts';
import { testDatabase } from '../support/database.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
const db = await testDatabase();
const folder = await temporaryFolder();
const env = { DATABASE_URL: db.url, DATA_DIR: folder, LOG_LEVEL: 'error' };
const rows = async (sql: string) => (await db.pool.query(sql)).rows;
const runs = () => rows(`select id, method, as_of from safety_runs order by id`);

test('a run killed before its end leaves the old scores and nothing else', async () => {
  await generateCountry({ carriers: 1_500, seed: 3, folder, only: ['registry', 'sms'] });
  const imported = await milepost(['import', folder], folder, { env });
  assert.equal(imported.code, 0, imported.stderr);
  const before = await runs();
  const tables = () => rows(`select relname from pg_class where relname like 'safety_scores_%' order by 1`);
  const partitions = await tables();
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('lock table safety_groups in share mode');
  const child = spawn(process.execPath, [main, 'score'], { env, stdio: 'ignore' });
  // The run has copied its rows and waits to write the groups: its last statement before the commit.
  for (let i = 0; ; i++) {
    const waiting = await rows(`select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like 'insert into safety_groups%'`);
    if (waiting.length > 0) break;
    assert.ok(i < 3_000, 'the run did not reach the groups');
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
  assert.equal((await milepost(['score'], folder, { env })).code, 0);
});
