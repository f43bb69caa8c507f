import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainScores } from '../../src/domain/safety/explain/explain-scores.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { SUMMED_FROM } from '../../src/domain/safety/run/store-sums.ts';
import { methods } from '../../src/domain/safety/sms/methods.ts';
import { testDatabase } from '../support/database.ts';
import { importSyntheticMonth } from '../support/safety/synthetic-month.ts';

const db = await testDatabase();
await importSyntheticMonth(db, 1_000);
const LARGE = 5_000_001;
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
for (const table of ['sms_inspections', 'sms_violations', 'sms_crashes'])
  await rows(`update ${table} set usdot_number = $1 where usdot_number % 3 = 0`, [LARGE]);
for (const method of Object.values(methods)) await runScores(db, { method: method.id });
const violations = (await rows(
  `select unique_id || '-' || row_no as id, basic_desc as basic, time_weight, max(insp_date) over (partition by basic_desc) = insp_date as is_latest
   from sms_violations where usdot_number = $1 order by unique_id, row_no`,
  [LARGE],
)) as { id: string; basic: string; time_weight: number; is_latest: boolean }[];

const removals: Record<string, (violation: (typeof violations)[number], i: number) => boolean> = {
  'no violation': () => false,
  'one violation': (_, i) => i === 7,
  'every third violation': (_, i) => i % 3 === 0,
  'the violations of the latest day': ({ is_latest }) => is_latest,
  'the violations of the last 12 months': ({ time_weight }) => time_weight >= 2,
  'all violations': () => true,
};

/** Without the lists of events, which only one of the two has. */
async function figures(method: 'current' | 'preview', without: string[], events: boolean) {
  const explained = await explainScores(db, LARGE, { method, without, events });
  return { ...explained, basics: explained.basics.map((basic) => ({ ...basic, events: null })) };
}

test('a run stores the sums of carriers with many inspections', async () => {
  const [large] = await rows(`select inspections from safety_sums where usdot_number = $1`, [LARGE]);
  assert.ok(large.inspections > SUMMED_FROM);
  const small = await rows(`select from safety_sums where inspections < $1`, [SUMMED_FROM]);
  assert.equal(small.length, 0);
  const runs = await rows(`select distinct run_id from safety_sums order by 1`);
  await runScores(db, { method: 'current' });
  const replaced = await rows(`select distinct run_id from safety_sums order by 1`);
  assert.equal(replaced.length, runs.length, 'those of the replaced run are deleted');
});

for (const [name, isRemoved] of Object.entries(removals))
  test(`figures without ${name} from the stored sums equal those from all events`, async () => {
    const without = violations.filter(isRemoved).map(({ id }) => id);
    for (const { id } of Object.values(methods))
      assert.deepEqual(await figures(id, without, false), await figures(id, without, true), id);
  });

test('lists of events are computed from the rows, other figures from the sums', async () => {
  const without = violations.slice(0, 5).map(({ id }) => id);
  const events = await figures('current', without, true);
  const change = (how: string) =>
    rows(
      `update safety_sums set points = array(select ${how} from unnest(points) p) where usdot_number = $1`,
      [LARGE],
    );
  await change('p * 2');
  assert.notDeepEqual(await figures('current', without, false), events);
  assert.deepEqual(await figures('current', without, true), events);
  await change('p / 2');
});

test('rejects a violation that the carrier does not have, and one without a number', async () => {
  for (const unknown of ['1-1', 'none', violations[0]?.id.replace(/-.*/, '-999999') ?? ''])
    await assert.rejects(
      explainScores(db, LARGE, { without: [unknown, violations[3]?.id ?? ''], events: false }),
      new RegExp(`no violation ${unknown} `),
    );
});

test('the sums are not used after events were imported that the run does not have', async () => {
  const without = violations.filter((_, i) => i % 5 === 0).map(({ id }) => id);
  await rows(`update sms_violations set severity_weight = 1 where usdot_number = $1`, [LARGE]);
  await rows(
    `update federal_loads set content_hash = 'changed' where dataset = 'sms-violation' and is_current`,
  );
  for (const { id } of Object.values(methods))
    assert.deepEqual(await figures(id, without, false), await figures(id, without, true), id);
});
