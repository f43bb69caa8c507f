import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCitus } from '../../src/db/distribute.ts';
import { smsCrash, smsInspection } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { inMonths, StagedMonths } from '../../src/domain/observations/staged-months.ts';
import { countDifferences, vinDifferences } from '../support/carriers/observation-counts.ts';
import { testDatabase } from '../support/database.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';

const db = await testDatabase();
const importer = await testImporter(db);
const rows = async (sql: string) => (await db.pool.query(sql)).rows;

const inspection = (id: number, day: string): Row => ({
  ...{ Unique_ID: id, Report_Number: `${id}`, Report_State: 'TX', DOT_Number: 1 + (id % 3), Insp_Date: day },
  ...{ Insp_level_ID: 1, Time_Weight: 3, County_code_State: 'TX', Driver_OOS_Total: 0, Vehicle_OOS_Total: 0 },
});
const inspections = [
  inspection(1, '05-JAN-09'),
  inspection(2, '06-MAR-25'),
  inspection(3, '07-MAR-25'),
  inspection(4, '08-MAY-25'),
  inspection(5, '09-MAY-25'),
];
const found = async () =>
  (
    await rows(`select tableoid::regclass::text as month, id % 1000 as n from observations
     where type <> 'Detection' order by id`)
  ).map(({ month, n }) => `${withoutShard(month)} ${n}`);
/** On Citus, a row names the table of its shard. */
const withoutShard = (table: string) => table.replace(/_\d{6}$/, '');

/** The definitions of a month's indexes and constraints, without names. */
const definitions = async (month: string) =>
  rows(`select regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON \\S+', '') as definition
    from pg_index where indrelid = 'observations_${month}'::regclass
    union all select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'observations_${month}'::regclass order by 1`);

test('a first import fills new months, and existing months with sightings', async () => {
  await ensureMonths(db, [new Date('2025-05-08Z')]);
  await recordObservations(db, [
    { usdot_number: 2, time_captured: new Date('2025-05-08T01:00:00Z'), type: 'Detection' },
  ]);
  await importer.rows(smsInspection, inspections);
  const expected = [
    'observations_before_2010 1',
    'observations_2025_03 2',
    'observations_2025_03 3',
    'observations_2025_05 4',
    'observations_2025_05 5',
  ];
  assert.deepEqual(await found(), expected);
  assert.deepEqual(await countDifferences(db), []);
  assert.deepEqual(await vinDifferences(db), []);
  assert.deepEqual(await definitions('2025_03'), await definitions('2025_05'));
  await importer.rows(smsInspection, inspections, { force: true });
  assert.deepEqual(await found(), expected);
});

test('the first import of another kind adds to the counts of the first', async () => {
  const crash = { Report_State: 'TX', DOT_Number: 3, Report_seq_no: '1', Time_weight: 1, Severity_Weight: 1 };
  await importer.rows(smsCrash, [
    { ...crash, Report_number: 'A', Report_Date: '06-MAR-25' },
    { ...crash, Report_number: 'B', Report_Date: '06-JUL-24' },
  ]);
  assert.equal((await found()).length, 7);
  assert.deepEqual(await countDifferences(db), []);
  const left = await rows(`select relname from pg_class where relname like 'staged%'`);
  assert.deepEqual(left, []);
});

test('a month that another process created in the meantime gets the staged rows', async (t) => {
  if (await hasCitus(db)) return t.skip('months are not staged on Citus');
  const values = `(7, timestamptz '2024-02-03Z', 7, 'Crash'), (7, timestamptz '2024-04-03Z', 8, 'Crash')`;
  await db.transaction(async (tx) => {
    const staged = new StagedMonths(tx);
    const months = ['2024-02', '2024-04', '2025-03', '2999-01'];
    assert.deepEqual(await staged.stage(months, new Date()), ['2024-02', '2024-04']);
    const columns = ['usdot_number', 'time_captured', 'id', 'type'];
    const from = `(values ${values}) as v (${columns.join(', ')})`;
    await staged.insert(columns, from, inMonths(['2024-02', '2024-04']));
    await ensureMonths(db, [new Date('2024-02-01Z')]);
    await staged.attach();
  });
  const own = (await found()).filter((one) => /_2024_0[24]/.test(one));
  assert.deepEqual(own, ['observations_2024_02 7', 'observations_2024_04 8']);
});
