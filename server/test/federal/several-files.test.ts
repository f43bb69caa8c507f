import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outOfServiceOrders } from '../../src/domain/federal/datasets/daily-records.ts';
import { smsCensus } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { testDatabase } from '../support/database.ts';
import { csvOf, testImporter } from '../support/federal/federal-files.ts';

const db = await testDatabase();
const importer = await testImporter(db);

test('imports no file of a dataset if two are of the same day', async () => {
  const row = { DOT_NUMBER: 1438, OOS_DATE: '2022-07-09', OOS_REASON: 'NOP', STATUS: 'ACTIVE' };
  const write = (name: string, usdot: number) =>
    importer.write(name, csvOf(outOfServiceOrders, [{ ...row, DOT_NUMBER: usdot }]));
  const stored = async () =>
    (await db.pool.query(`select usdot_number from out_of_service_orders order by 1`)).rows.map(
      ({ usdot_number }) => usdot_number,
    );
  const before = await stored();
  const parts = [
    await write('orders-part1-2026-10-01.csv', 71),
    await write('orders-part2-2026-10-01.csv', 72),
  ];
  const { length } = importer.refusals;
  assert.deepEqual(await importer.files(parts, { force: true }), []);
  assert.equal(importer.refusals.length, length + 2);
  assert.match(
    importer.refusals.at(-1) ?? '',
    /orders-part2.* and orders-part1.* are both .* as of 2026-10-01/,
  );
  assert.deepEqual(await stored(), before);
  // Of two days, the newer file is imported and the other one reported.
  const days = [await write('orders-2026-10-02.csv', 73), await write('orders-2026-10-03.csv', 74)];
  const loads = await importer.files(days, { force: true });
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
      csvOf(smsCensus, [
        { DOT_NUMBER: 75, LEGAL_NAME: 'A', PC_FLAG: '', NBR_POWER_UNIT: units, DRIVER_TOTAL: 1 },
      ]),
    );
  const files = [await census('census-2026-09-25.csv', 2), await census('census-2026-08-28.csv', 1)];
  assert.equal((await importer.files(files, { force: true })).length, 2);
  const { rows } = await db.pool.query(
    `select snapshot_date, power_units from carrier_snapshots where usdot_number = 75 order by 1`,
  );
  assert.deepEqual(rows, [
    { snapshot_date: '2026-08-28', power_units: 1 },
    { snapshot_date: '2026-09-25', power_units: 2 },
  ]);
});
