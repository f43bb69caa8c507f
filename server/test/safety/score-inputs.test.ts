import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Group, generateCountry } from '../../../lab/country/generate-country.ts';
import type { Derivation } from '../../src/domain/federal/derive/derivation.ts';
import { importFiles } from '../../src/domain/federal/import/import-files.ts';
import { storeScoreInputs } from '../../src/domain/safety/columns/store-columns.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import type { MethodId } from '../../src/domain/safety/sms/method.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/milepost.ts';
import { DIFFERENT, scoreInSql } from '../support/safety/score-in-sql.ts';

const AS_OF = '2026-10-30';
const TABLES = ['company_census', 'sms_census', 'sms_inspections', 'sms_violations'];
const db = await testDatabase();
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;

/** Imports the files of a synthetic country. The seed decides what they contain. */
async function importCountry(
  seed: number,
  moreDerivations: Derivation[],
  only: Group[] = ['sms'],
): Promise<void> {
  const folder = await temporaryFolder();
  await generateCountry({ carriers: 600, seed, folder, asOf: AS_OF, only });
  const refused: string[] = [];
  await importFiles(db, [folder], {
    dataDir: folder,
    force: true,
    clock: systemClock,
    moreDerivations,
    events: { onRefused: (_, reason) => void refused.push(reason) },
  });
  assert.deepEqual(refused, []);
}

const stored = async () =>
  (await rows('select distinct table_name from score_inputs order by 1')).map(({ table_name }) => table_name);
const blocks = () => rows(`select table_name, block, relation, md5(columns) from score_inputs order by 1, 2`);

/** The scores of a new run, without the id of the run. */
async function scores(method: MethodId) {
  const { id } = await runScores(db, { method });
  const found = await rows(`select * from safety_scores where run_id = $1 order by usdot_number`, [id]);
  return { id, rows: found.map(({ run_id: _, ...row }) => row) };
}

async function differences(runId: number) {
  await db.transaction(async ({ client }) => {
    await client.query('drop table if exists peer_scores');
    for (const step of scoreInSql(AS_OF)) await client.query(step);
    for (const name of ['found', 'tally', 'crash_tally', 'everybody', 'measured', 'ranked', 'wide'])
      await client.query(`drop table ${name}`);
  });
  return await rows(DIFFERENT, [runId]);
}

test('a run reads the stored blocks and gives the same scores as from the tables', async () => {
  await importCountry(3, [storeScoreInputs], ['registry', 'sms']);
  assert.deepEqual(await stored(), TABLES);
  const fromBlocks = { current: await scores('current'), preview: await scores('preview') };
  assert.ok(fromBlocks.current.rows.length > 150);
  assert.deepEqual(await differences(fromBlocks.current.id), []);
  // The run has read the blocks: it gives no scores from empty ones.
  await rows('create table kept_inputs as select * from score_inputs');
  await rows(`update score_inputs set rows = 0`);
  const { carriers } = await runScores(db, { method: 'current' });
  assert.ok(carriers < fromBlocks.current.rows.length / 2, `${carriers} carriers`);
  await rows('delete from score_inputs');
  for (const method of ['current', 'preview'] as const)
    assert.deepEqual((await scores(method)).rows, fromBlocks[method].rows);
  await rows('insert into score_inputs select * from kept_inputs');
});

test('does not read blocks of another version', async () => {
  const before = (await scores('current')).rows;
  await rows(`update score_inputs set version = 'other', rows = 0`);
  assert.deepEqual((await scores('current')).rows, before);
});

test('an import that fails before its commit keeps the old rows and their blocks', async () => {
  await importCountry(3, [storeScoreInputs]);
  const before = await blocks();
  let written = 0;
  const fail: Derivation = async ({ client }, { live }) => {
    if (live !== 'sms_violations') return;
    const { rows } = await client.query(`select from score_inputs where table_name = $1`, [live]);
    written = rows.length;
    throw new Error('stopped');
  };
  await assert.rejects(importCountry(4, [storeScoreInputs, fail]), /stopped/);
  assert.ok(written > 0);
  const ofViolations = (list: { table_name: string }[]) =>
    list.filter(({ table_name }) => table_name === 'sms_violations');
  assert.deepEqual(ofViolations(await blocks()), ofViolations(before));
  assert.deepEqual(await differences((await scores('current')).id), []);
});

test('does not read the blocks of rows that another import has replaced', async () => {
  await importCountry(3, [storeScoreInputs]);
  await importCountry(5, []);
  assert.deepEqual(await differences((await scores('current')).id), []);
});

test('deletes the blocks of a table whose rows change in place, also after an import', async () => {
  for (const table of TABLES)
    for (const change of [
      `update ${table} set usdot_number = usdot_number where usdot_number < 0`,
      `delete from ${table} where usdot_number < 0`,
      `insert into ${table} select * from ${table} limit 0`,
      `truncate ${table}`,
    ]) {
      await rows(
        `insert into score_inputs select $1::text, 0, $1::regclass::oid::bigint, '', 0, '[]', '' on conflict do nothing`,
        [table],
      );
      await rows(change);
      assert.ok(!(await stored()).includes(table), change);
    }
});
