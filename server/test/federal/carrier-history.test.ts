import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { readArchive } from '../../src/domain/carriers/history/archive.ts';
import { historyOf } from '../../src/domain/carriers/history/read-history.ts';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import { motusCarrier, motusInsur } from '../../src/domain/federal/datasets/motus.ts';
import { csvOf, type Row } from '../support/federal/federal-files.ts';
import { db, example, importer, rows } from '../support/federal/quirks-database.ts';
import { eventually, milepost, spawnMilepost } from '../support/milepost.ts';

const EVERYTHING = { field: null, page: 1, pageSize: 100 };
const FIRST = 5_002_001;
const SECOND = 5_002_002;
const THIRD = 5_002_003;

const carrier = (usdot: number, changes: Row = {}): Row =>
  example('company-census', {
    ...{
      DOT_NUMBER: usdot,
      LEGAL_NAME: `CARRIER ${usdot}`,
      PHONE: '2165550101',
      EMAIL_ADDRESS: 'A@A.EXAMPLE',
    },
    ...{ PHY_STREET: '1 MAIN ST', PHY_CITY: 'AKRON', PHY_STATE: 'OH', PHY_ZIP: '44301', PHY_COUNTRY: 'US' },
    ...{ POWER_UNITS: 3, ...changes },
  });
const census = (asOf: string, list: Row[]) => importer.rows(companyCensus, list, { asOf, force: true });
const history = () =>
  rows(`select usdot_number, field, item, value, first_seen, last_seen, replaced_on
    from carrier_history order by replaced_on, usdot_number, field, item`);
const change = (
  usdot_number: number,
  field: string,
  value: string | null,
  days: [string, string, string],
  item = '',
) => ({
  ...{ usdot_number, field, item, value },
  ...{ first_seen: days[0], last_seen: days[1], replaced_on: days[2] },
});

beforeEach(async () => {
  await db.pool.query(
    `truncate carrier_history, carrier_last_known, carrier_history_sources, company_census, motus_carriers, motus_insurance`,
  );
  await db.pool.query('delete from federal_loads');
});

test('the first file stores nothing; later files store the values that they replace', async () => {
  await census('2026-10-01', [carrier(FIRST), carrier(SECOND)]);
  assert.deepEqual(await history(), []);
  await census('2026-10-02', [carrier(FIRST), carrier(SECOND)]);
  assert.deepEqual(await history(), []);
  await census('2026-10-05', [carrier(FIRST, { PHONE: '2165550199', POWER_UNITS: 9 }), carrier(SECOND)]);
  const moved = { PHONE: '2165550199', POWER_UNITS: 9, PHY_STREET: '2 HIGH ST', PHY_ZIP: '44302' };
  await census('2026-10-06', [carrier(FIRST, moved), carrier(SECOND)]);
  await census('2026-10-07', [carrier(FIRST, { ...moved, PHONE: '' }), carrier(SECOND)]);
  const expected = [
    change(FIRST, 'phone', '2165550101', ['2026-10-01', '2026-10-02', '2026-10-05']),
    change(FIRST, 'power_units', '3', ['2026-10-01', '2026-10-02', '2026-10-05']),
    change(FIRST, 'physical_address', '1 MAIN ST, AKRON, OH 44301', [
      '2026-10-01',
      '2026-10-05',
      '2026-10-06',
    ]),
    change(FIRST, 'phone', '2165550199', ['2026-10-05', '2026-10-06', '2026-10-07']),
  ];
  assert.deepEqual(await history(), expected);
  // The same file again, and the same rows as the file of a later day.
  await census('2026-10-07', [carrier(FIRST, { ...moved, PHONE: '' }), carrier(SECOND)]);
  await census('2026-10-08', [carrier(FIRST, { ...moved, PHONE: '' }), carrier(SECOND)]);
  assert.deepEqual(await history(), expected);
});

test('a carrier that appears is recorded as one change, and its values are held from then on', async () => {
  await census('2026-10-01', [carrier(FIRST)]);
  await census('2026-10-02', [carrier(FIRST), carrier(SECOND)]);
  await census('2026-10-03', [carrier(FIRST), carrier(SECOND, { PHONE: '3305550100' })]);
  assert.deepEqual(await history(), [
    change(SECOND, 'record', null, ['2026-10-01', '2026-10-01', '2026-10-02']),
    change(SECOND, 'phone', '2165550101', ['2026-10-02', '2026-10-02', '2026-10-03']),
  ]);
});

test('a value that returns to an older one is a change each time', async () => {
  const [name, other] = [`CARRIER ${FIRST}`, 'OTHER NAME'];
  await census('2026-10-01', [carrier(FIRST)]);
  await census('2026-10-02', [carrier(FIRST, { LEGAL_NAME: other })]);
  await census('2026-10-03', [carrier(FIRST)]);
  await census('2026-10-04', [carrier(FIRST, { LEGAL_NAME: other })]);
  assert.deepEqual(await history(), [
    change(FIRST, 'legal_name', name, ['2026-10-01', '2026-10-01', '2026-10-02']),
    change(FIRST, 'legal_name', other, ['2026-10-02', '2026-10-02', '2026-10-03']),
    change(FIRST, 'legal_name', name, ['2026-10-03', '2026-10-03', '2026-10-04']),
  ]);
});

test('a carrier that returns to the census was not listed in between, and is compared with its last values', async () => {
  const all = [FIRST, SECOND, THIRD].map((usdot) => carrier(usdot));
  await census('2026-10-01', all);
  await census('2026-10-02', [carrier(FIRST)]);
  await census('2026-10-03', [carrier(FIRST)]);
  assert.deepEqual(await history(), []);
  await census('2026-10-04', [carrier(FIRST), carrier(SECOND), carrier(THIRD, { PHONE: '3305550100' })]);
  const gap = (usdot: number) => [
    change(usdot, 'record', 'listed', ['2026-10-01', '2026-10-01', '2026-10-02']),
    change(usdot, 'record', null, ['2026-10-02', '2026-10-03', '2026-10-04']),
  ];
  const [secondLeft, secondBack, thirdLeft, thirdBack] = [...gap(SECOND), ...gap(THIRD)];
  const phone = change(THIRD, 'phone', '2165550101', ['2026-10-01', '2026-10-01', '2026-10-04']);
  assert.deepEqual(await history(), [secondLeft, thirdLeft, secondBack, phone, thirdBack]);
  assert.deepEqual(await rows('select from carrier_last_known'), []);
  // A value that did not change while the carrier was missing is held since the first file.
  await census('2026-10-05', [carrier(SECOND, { PHONE: '3305550100' })]);
  assert.deepEqual((await history()).slice(5), [
    change(SECOND, 'phone', '2165550101', ['2026-10-01', '2026-10-04', '2026-10-05']),
  ]);
});

test('an older file adds nothing, and the next file is compared with the newest one', async () => {
  await census('2026-10-01', [carrier(FIRST), carrier(SECOND)]);
  await census('2026-10-05', [carrier(FIRST, { PHONE: '2' }), carrier(SECOND)]);
  const before = await history();
  await census('2026-10-03', [carrier(FIRST, { PHONE: '1', LEGAL_NAME: 'OLD NAME' }), carrier(THIRD)]);
  assert.deepEqual(await history(), before);
  // The table has the rows of the file that was imported last.
  assert.deepEqual(await rows('select usdot_number, phone from company_census order by 1'), [
    { usdot_number: FIRST, phone: '1' },
    { usdot_number: THIRD, phone: '2165550101' },
  ]);
  await census('2026-10-06', [
    carrier(FIRST, { PHONE: '3' }),
    carrier(SECOND, { PHONE: '4' }),
    carrier(THIRD),
  ]);
  assert.deepEqual((await history()).slice(before.length), [
    change(FIRST, 'phone', '2', ['2026-10-05', '2026-10-05', '2026-10-06']),
    change(SECOND, 'phone', '2165550101', ['2026-10-01', '2026-10-05', '2026-10-06']),
    // Only the older file had it.
    change(THIRD, 'record', null, ['2026-10-01', '2026-10-05', '2026-10-06']),
  ]);
  assert.deepEqual(await rows('select from carrier_last_known'), []);
});

test('a second file of a day corrects the first', async () => {
  await census('2026-10-01', [carrier(FIRST), carrier(SECOND)]);
  await census('2026-10-02', [carrier(FIRST, { PHONE: '2' }), carrier(SECOND)]);
  // One value is withdrawn, one is replaced only in the second file.
  await census('2026-10-02', [carrier(FIRST), carrier(SECOND, { POWER_UNITS: 8 })]);
  assert.deepEqual(await history(), [
    change(SECOND, 'power_units', '3', ['2026-10-01', '2026-10-01', '2026-10-02']),
  ]);
  // A carrier that only the first file of the day lacks was never missing.
  await census('2026-10-02', [carrier(SECOND, { POWER_UNITS: 8 })]);
  await census('2026-10-02', [carrier(FIRST), carrier(SECOND, { POWER_UNITS: 8 })]);
  await census('2026-10-03', [carrier(FIRST, { PHONE: '3' }), carrier(SECOND, { POWER_UNITS: 8 })]);
  assert.deepEqual((await history()).slice(1), [
    change(FIRST, 'phone', '2165550101', ['2026-10-01', '2026-10-02', '2026-10-03']),
  ]);
});

test('a file without a column changes nothing about its field', async () => {
  const withoutEmail = (name: string, row: Row) => {
    const [header = '', line = ''] = csvOf(companyCensus, [row]).split('\n');
    const at = header.split(',').indexOf('EMAIL_ADDRESS');
    const cut = (text: string) => text.split(',').filter((_, i) => i !== at);
    return importer.write(name, `${cut(header).join(',')}\n${cut(line).join(',')}\n`);
  };
  await census('2026-10-01', [carrier(FIRST)]);
  const file = await withoutEmail('census-2026-10-02.csv', carrier(FIRST, { POWER_UNITS: 4 }));
  assert.equal((await importer.files([file], { force: true })).length, 1);
  await census('2026-10-03', [carrier(FIRST, { POWER_UNITS: 4, EMAIL_ADDRESS: 'B@B.EXAMPLE' })]);
  const units = change(FIRST, 'power_units', '3', ['2026-10-01', '2026-10-01', '2026-10-02']);
  assert.deepEqual(await history(), [units]);
  // Which value the field had before it was archived again is unknown.
  await census('2026-10-04', [carrier(FIRST, { POWER_UNITS: 4 })]);
  assert.deepEqual(await history(), [
    units,
    change(FIRST, 'email_address', 'B@B.EXAMPLE', ['2026-10-03', '2026-10-03', '2026-10-04']),
  ]);
});

test('another spelling of the same value is not a change', async () => {
  await census('2026-10-01', [carrier(FIRST)]);
  await census('2026-10-02', [carrier(FIRST, { PHONE: '(216) 555-0101', LEGAL_NAME: `Carrier  ${FIRST}` })]);
  assert.deepEqual(await history(), []);
});

test('an import killed while it writes the archive leaves it as it was, and can be repeated', async () => {
  await census('2026-10-01', [carrier(FIRST)]);
  const file = await importer.write(
    'census-2026-10-02.csv',
    csvOf(companyCensus, [carrier(FIRST, { PHONE: '3305550100' }), carrier(SECOND)]),
  );
  const args = ['import', file, '--force'];
  const options = { env: { DATABASE_URL: db.url } };
  const sources = () => rows('select newest_on, previous_on from carrier_history_sources');
  const isWaiting = async () =>
    (await rows(`select from pg_locks where not granted and relation = 'carrier_history'::regclass`)).length >
    0;
  const before = await sources();
  await db.transaction(async ({ client }) => {
    await client.query('lock table carrier_history in exclusive mode');
    const { child, exited } = spawnMilepost(args, importer.folder, options);
    await eventually('the import writes the archive', isWaiting);
    child.kill('SIGKILL');
    await exited;
    await eventually('the server ends the transaction', async () => !(await isWaiting()));
  });
  assert.deepEqual([await history(), await sources()], [[], before]);
  assert.deepEqual(await rows('select usdot_number, phone from company_census'), [
    { usdot_number: FIRST, phone: '2165550101' },
  ]);
  assert.equal((await milepost(args, importer.folder, options)).code, 0);
  assert.deepEqual(await history(), [
    change(FIRST, 'phone', '2165550101', ['2026-10-01', '2026-10-01', '2026-10-02']),
    change(SECOND, 'record', null, ['2026-10-01', '2026-10-01', '2026-10-02']),
  ]);
});

test('authorities are compared one by one', async () => {
  const authority = (type: string, status: string) => ({
    ...{ DOCKET_NUMBER: 'MC901', USDOT_NUMBER: FIRST, OP_AUTH_TYPE: type, OP_AUTH_STATUS: status },
    ...{ LEGAL_NAME: 'A', MIN_COV_AMOUNT: '0.00' },
  });
  const load = (asOf: string, list: Row[]) => importer.rows(motusCarrier, list, { asOf, force: true });
  await load('2026-10-01', [authority('Broker', 'Pending')]);
  await load('2026-10-02', [authority('Broker', 'Active'), authority('Motor Carrier', 'Active')]);
  await load('2026-10-03', [authority('Broker', 'Inactive')]);
  assert.deepEqual(await history(), [
    change(FIRST, 'authority', 'Pending', ['2026-10-01', '2026-10-01', '2026-10-02'], 'MC901 Broker'),
    change(FIRST, 'authority', null, ['2026-10-01', '2026-10-01', '2026-10-02'], 'MC901 Motor Carrier'),
    change(FIRST, 'authority', 'Active', ['2026-10-02', '2026-10-02', '2026-10-03'], 'MC901 Broker'),
  ]);
});

test('a change of the filings of a kind is archived; a kind that a file lacks keeps its last day', async () => {
  const filing = (policy: string, type: number, dollars: string) => ({
    ...{ DOCKET_NUMBER: 'MC901', USDOT_NUMBER: FIRST, INS_FORM_CODE: '91', INS_TYPE_CODE: type },
    ...{ INS_CLASS_CODE: 'P', MAX_COV_AMOUNT: dollars, POLICY_NO: policy, EFFECTIVE_DATE: '20260801' },
    ...{ INSURANCE_COMPANY_NAME: 'INSURER', TRANS_DATE: '20260802' },
  });
  const load = (asOf: string, list: Row[]) => importer.rows(motusInsur, list, { asOf, force: true });
  await load('2026-10-01', [
    filing('A1', 1, '750000.00'),
    filing('A2', 1, '750000.00'),
    filing('C', 2, '5000.00'),
  ]);
  await load('2026-10-02', [filing('A1', 1, '750000.00')]);
  const [both, one] = ['A1 A2', 'A1'].map((policies) =>
    policies
      .split(' ')
      .map((policy) => `INSURER, policy ${policy}, $750000, from 2026-08-01`)
      .join('; '),
  ) as [string, string];
  const shrunk = change(FIRST, 'insurance', both, ['2026-10-01', '2026-10-01', '2026-10-02'], 'BIPD');
  assert.deepEqual(await history(), [shrunk]);
  const { unlisted } = historyOf(await readArchive(db, FIRST), FIRST, true, EVERYTHING);
  assert.deepEqual(
    unlisted.map(({ field, item, value, first_seen, last_seen }) => [
      field,
      item,
      value,
      first_seen,
      last_seen,
    ]),
    [['insurance', 'CARGO', 'INSURER, policy C, $5000, from 2026-08-01', '2026-10-01', '2026-10-01']],
  );
  await load('2026-10-03', [filing('B', 1, '1000000.00'), filing('C', 2, '5000.00')]);
  // The kind that was missing for a day has not changed.
  assert.deepEqual(await history(), [
    shrunk,
    change(FIRST, 'insurance', one, ['2026-10-02', '2026-10-02', '2026-10-03'], 'BIPD'),
  ]);
  assert.deepEqual(historyOf(await readArchive(db, FIRST), FIRST, true, EVERYTHING).unlisted, []);
});
