import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyCensus } from '../../src/domain/federal/datasets/company-census.ts';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import {
  legacyActPendInsur,
  legacyAuthHist,
  legacyBoc3,
  legacyCarrier,
  legacyRevocation,
} from '../../src/domain/federal/datasets/legacy.ts';
import { motusBoc3, motusCarrier, motusInsur } from '../../src/domain/federal/datasets/motus.ts';
import { smsCensus, smsInspection } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { asOfDay } from '../../src/domain/federal/files/as-of-day.ts';
import { listDatasets } from '../../src/domain/federal/loads.ts';
import { csvOf } from '../support/federal/federal-files.ts';
import { db, example, force, importer, rows } from '../support/federal/quirks-database.ts';

test('finds a zero-padded legacy USDOT number', async () => {
  await importer.rows(legacyCarrier, [example('legacy-carrier')], force);
  const found = await rows(
    `select docket_prefix, docket_number from legacy_carriers where usdot_number = $1`,
    [1196157],
  );
  assert.deepEqual(found, [{ docket_prefix: 'MC', docket_number: 42 }]);
});

test('combines legacy and Motus files, and Motus takes precedence for an authority in both', async () => {
  await importer.rows(
    legacyCarrier,
    [
      example('legacy-carrier', { DOCKET_NUMBER: 'MC000042', DOT_NUMBER: '01196157' }),
      example('legacy-carrier', { DOCKET_NUMBER: 'MC000043', DOT_NUMBER: '03938496', CONTRACT_STAT: 'A' }),
    ],
    force,
  );
  await importer.rows(motusCarrier, [example('motus-carrier', { OP_AUTH_STATUS: 'Inactive' })], force);
  const authorities = await rows(
    `select usdot_number, source, authority, status from carrier_authorities
     where usdot_number in (1196157, 3938496) order by 1, 2, 3`,
  );
  assert.deepEqual(authorities, [
    { usdot_number: 1196157, source: 'legacy', authority: 'broker', status: 'I' },
    { usdot_number: 1196157, source: 'legacy', authority: 'common', status: 'A' },
    { usdot_number: 1196157, source: 'legacy', authority: 'contract', status: 'N' },
    // Motus has no broker authority of this carrier. It lists the authority to carry property as inactive.
    { usdot_number: 3938496, source: 'legacy', authority: 'broker', status: 'I' },
    { usdot_number: 3938496, source: 'legacy', authority: 'contract', status: 'I' },
    { usdot_number: 3938496, source: 'motus', authority: 'common', status: 'I' },
  ]);
  await importer.rows(
    legacyBoc3,
    [example('legacy-boc3'), example('legacy-boc3', { DOT_NUMBER: '03938496' })],
    force,
  );
  await importer.rows(motusBoc3, [example('motus-boc3')], force);
  assert.deepEqual(
    await rows(`select usdot_number, source, company_name from carrier_process_agents order by 1`),
    [
      { usdot_number: 1196157, source: 'legacy', company_name: 'AGENTS OF AMERICA' },
      { usdot_number: 3938496, source: 'motus', company_name: 'NEW AGENTS' },
    ],
  );
});

test('stores legacy amounts in thousands and Motus amounts in dollars as dollars', async () => {
  await importer.rows(
    legacyActPendInsur,
    [example('legacy-act-pend-insur', { DOT_NUMBER: '01196157', MAX_COV_AMOUNT: '00750' })],
    force,
  );
  await importer.rows(motusInsur, [example('motus-insur', { MAX_COV_AMOUNT: '1000000.00' })], force);
  assert.deepEqual(
    await rows(`select usdot_number, kind, max_coverage_dollars from carrier_filings
                where usdot_number in (1196157, 3938496) order by 1`),
    [
      { usdot_number: 1196157, kind: 'BIPD', max_coverage_dollars: 750_000 },
      { usdot_number: 3938496, kind: 'BIPD', max_coverage_dollars: 1_000_000 },
    ],
  );
});

test('dates a frozen file no later than the day on which it was frozen', () => {
  const today = new Date('2026-11-15T12:00:00Z');
  const source = { name: 'Carrier.csv', modifiedAt: today };
  assert.equal(asOfDay(source, legacyCarrier, today), '2026-05-14');
  assert.equal(asOfDay(source, motusCarrier, today), '2026-11-15');
  assert.equal(
    asOfDay({ ...source, name: 'revocation_2024-08-06.txt' }, legacyRevocation, today),
    '2024-08-06',
  );
});

test('keeps the last of rows with the same key, and refuses a file that shrinks by more than half', async () => {
  const many = Array.from({ length: 10 }, (_, i) => example('company-census', { DOT_NUMBER: 100 + i }));
  const repeated = example('company-census', { DOT_NUMBER: 100, LEGAL_NAME: 'THE NEWER ROW' });
  const load = await importer.rows(companyCensus, [...many, repeated], force);
  assert.equal(load.rows_read, 11);
  assert.equal(load.rows_kept, 10);
  assert.equal(load.rows_repeated, 1);
  assert.deepEqual(await rows(`select legal_name from company_census where usdot_number = 100`), [
    { legal_name: 'THE NEWER ROW' },
  ]);
  await assert.rejects(importer.rows(companyCensus, many.slice(0, 4)), /would fall from 10 rows to 4/);
  assert.equal((await rows(`select from company_census`)).length, 10);
});

test('reads a blank SMS flag as false and the word true as true', async () => {
  const left = example('sms-inspection');
  for (const name of ['HM_Insp', 'Unsafe_Insp', 'Hazmat_Placard_req', 'VIN2']) delete left[name];
  await importer.rows(smsInspection, [left], force);
  assert.deepEqual(
    await rows(`select vh_maint_insp, hm_insp, unsafe_insp, hazmat_placard_req, vin2 from sms_inspections`),
    [{ vh_maint_insp: true, hm_insp: false, unsafe_insp: false, hazmat_placard_req: false, vin2: null }],
  );
});

test('stores null for an impossible date and keeps its text', async () => {
  const dates: [string, string | null][] = [
    ['20240828', '2024-08-28'],
    ['20240828 1405', '2024-08-28'],
    ['28-AUG-24', '2024-08-28'],
    ['8-Aug-49', null],
    ['28-AUG-50', '1950-08-28'],
    ['08/28/2024', '2024-08-28'],
    ['2024-02-29', '2024-02-29'],
    ['2024-08-28T00:00:00.000', '2024-08-28'],
    ['02/29/2023', null],
    ['03/04/0189', null],
    ['03/04/2044', null],
    ['03/04/2517', null],
    ['2024-13-01', null],
    ['soon', null],
  ];
  await importer.rows(
    legacyAuthHist,
    dates.map(([text], i) =>
      example('legacy-auth-hist', { DOT_NUMBER: String(1000 + i), ORIG_SERVED_DATE: text }),
    ),
    force,
  );
  const stored = await rows(
    `select original_served_date as day, unread ->> 'ORIG_SERVED_DATE' as text
     from legacy_authority_history order by usdot_number`,
  );
  assert.deepEqual(
    stored,
    dates.map(([text, day]) => ({ day, text: day === null ? text : null })),
  );
});

test('reads old text files in Latin-1', async () => {
  const text = csvOf(legacyBoc3, [example('legacy-boc3', { CO_NAME: 'PEÑA Y MUÑOZ', CITY: 'SAN JOSÉ' })]);
  const path = await importer.write('boc3-latin.csv', Buffer.from(text, 'latin1'));
  await importer.files([path], force);
  assert.deepEqual(await rows(`select company_name, city from legacy_process_agents`), [
    { company_name: 'PEÑA Y MUÑOZ', city: 'SAN JOSÉ' },
  ]);
});

test('keeps the SMS census apart from the daily census, and warns about mixed SMS months', async () => {
  const asOf = (day: string) => ({ force: true, asOf: day });
  await importer.rows(
    smsCensus,
    [example('sms-census', { DOT_NUMBER: 7, NBR_POWER_UNIT: 3 })],
    asOf('2026-09-25'),
  );
  await importer.rows(
    companyCensus,
    [example('company-census', { DOT_NUMBER: 7, POWER_UNITS: 99 })],
    asOf('2026-09-25'),
  );
  await importer.rows(smsInspection, [example('sms-inspection')], asOf('2026-10-30'));
  assert.deepEqual(
    await rows(`select source, power_units from carrier_snapshots where usdot_number = 7 order by 1`),
    [
      { source: 'company-census', power_units: 99 },
      { source: 'sms-census', power_units: 3 },
    ],
  );
  const { warnings } = await listDatasets(db, new Date('2026-11-15T00:00:00Z'));
  assert.match(warnings[0] ?? '', /different months \(2026-09, 2026-10\)/);
});

test('imports no file of a dataset if two are of the same day', async () => {
  const write = (name: string, usdot: number) =>
    importer.write(
      name,
      csvOf(outOfServiceOrders, [example('out-of-service-orders', { DOT_NUMBER: usdot })]),
    );
  const stored = async () =>
    (await rows(`select usdot_number from out_of_service_orders`)).map(({ usdot_number }) => usdot_number);
  const before = await stored();
  const parts = [
    await write('orders-part1-2026-10-01.csv', 71),
    await write('orders-part2-2026-10-01.csv', 72),
  ];
  const { length } = importer.refusals;
  assert.deepEqual(await importer.files(parts, force), []);
  assert.equal(importer.refusals.length, length + 2);
  assert.match(
    importer.refusals.at(-1) ?? '',
    /orders-part2.* and orders-part1.* are both .* as of 2026-10-01/,
  );
  assert.deepEqual(await stored(), before);
  // Of two days, the newer file is imported and the other one reported.
  const days = [await write('orders-2026-10-02.csv', 73), await write('orders-2026-10-03.csv', 74)];
  const loads = await importer.files(days, force);
  assert.deepEqual(
    loads.map(({ file_name }) => file_name),
    ['orders-2026-10-03.csv'],
  );
  assert.match(importer.refusals.at(-1) ?? '', /orders-2026-10-02.csv was not imported: .* of a newer day/);
  assert.deepEqual(await stored(), [74]);
});

test('imports every day of a census, because each is archived', async () => {
  const census = (name: string, units: number) =>
    importer.write(
      name,
      csvOf(smsCensus, [example('sms-census', { DOT_NUMBER: 75, NBR_POWER_UNIT: units })]),
    );
  const files = [await census('census-2026-09-25.csv', 2), await census('census-2026-08-28.csv', 1)];
  assert.equal((await importer.files(files, force)).length, 2);
  const snapshots = await rows(
    `select snapshot_date, power_units from carrier_snapshots where usdot_number = 75 order by 1`,
  );
  assert.deepEqual(snapshots, [
    { snapshot_date: '2026-08-28', power_units: 1 },
    { snapshot_date: '2026-09-25', power_units: 2 },
  ]);
});
