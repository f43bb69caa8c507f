import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { placeKey } from '../../server/src/domain/places/place-name.ts';
import { placeTable } from '../../server/src/domain/places/place-table.ts';
import { vinCheckDigit } from '../../server/src/lib/identifiers/vin-check-digit.ts';
import { countDifferences } from '../../server/test/support/carriers/observation-counts.ts';
import { testDatabase } from '../../server/test/support/database.ts';
import { testImporter } from '../../server/test/support/federal/federal-files.ts';
import { temporaryFolder } from '../../server/test/support/temporary-folder.ts';
import { fleetSize } from '../country/files/company-census.ts';
import { generateCountry } from '../country/generate-country.ts';
import { Rng, weighted } from '../country/rng.ts';
import { coinedName } from '../country/words.ts';

const db = await testDatabase();
const CARRIERS = 1_500;
const folder = await temporaryFolder();
const files = await generateCountry({ carriers: CARRIERS, seed: 7, folder });

const number = async (sql: string): Promise<number> =>
  Number((await db.pool.query(`select (${sql}) as n`)).rows[0].n);

function hashes(where: string): Record<string, string> {
  const names = readdirSync(where).sort();
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(where, name)))
        .digest('hex'),
    ]),
  );
}

test('the same seed gives the same bytes, with and without threads', async () => {
  const again = await temporaryFolder();
  await generateCountry({ carriers: CARRIERS, seed: 7, folder: again });
  assert.deepEqual(hashes(again), hashes(folder));
  const other = await temporaryFolder();
  await generateCountry({ carriers: CARRIERS, seed: 8, folder: other });
  assert.notDeepEqual(hashes(other), hashes(folder));
  const [inline, threads] = [await temporaryFolder(), await temporaryFolder()];
  const only = ['registry'] as const;
  await generateCountry({ carriers: 5_000, seed: 3, folder: inline, only });
  await generateCountry({ carriers: 5_001, seed: 3, folder: threads, only });
  const [a, b] = [inline, threads].map((where) =>
    readFileSync(join(where, 'synthetic-legacy-boc3-2026-10-30.csv'), 'utf8').split('\n').slice(0, 50),
  );
  assert.deepEqual(a?.length, b?.length);
});

test('every file is recognized and imported without rejected rows', async () => {
  const importer = await testImporter(db);
  const loads = await importer.files([folder]);
  assert.deepEqual(importer.refusals, []);
  assert.deepEqual(importer.skipped, []);
  assert.equal(loads.length, files.length);
  for (const load of loads) {
    assert.equal(load.rows_rejected, 0, load.dataset);
    const written = files.find(({ path }) => path.endsWith(`/${load.file_name}`));
    assert.equal(load.rows_kept + load.rows_repeated, written?.rows, load.dataset);
  }
  const datasets = new Set(loads.map(({ dataset }) => dataset));
  for (const needed of ['company-census', 'sms-violation', 'legacy-insur', 'motus-insur', 'crash-file']) {
    assert.ok(datasets.has(needed), needed);
  }
});

test('the files are consistent with each other', async () => {
  const contradictions = [
    `select count(*) from inspections i left join company_census c using (usdot_number) where c.usdot_number is null`,
    `select count(*) from inspection_units u left join inspections i using (inspection_id) where i.inspection_id is null`,
    `select count(*) from inspection_violations v left join inspections i using (inspection_id) where i.inspection_id is null`,
    `select count(*) from inspection_violations v where unit_id is not null and not exists (
       select from inspection_units u where u.inspection_id = v.inspection_id and u.unit_id = v.unit_id)`,
    `select count(*) from sms_violations v left join sms_inspections i using (usdot_number, unique_id) where i.unique_id is null`,
    `select count(*) from sms_inspections s where not exists (select from inspections i
       where i.usdot_number = s.usdot_number and i.insp_date = s.insp_date
         and i.report_number = s.report_state || s.report_number)`,
    `select count(*) from sms_inspections s where basic_viol <> (
       select count(*) from sms_violations v where v.usdot_number = s.usdot_number and v.unique_id = s.unique_id)`,
    `select count(*) from legacy_carriers l left join company_census c using (usdot_number)
       where c.usdot_number is null or l.docket_number <> c.docket1_number`,
    `select count(*) from legacy_active_insurance where usdot_number = 0`,
    `select count(*) from sms_ab_property o where insp_total <> (
       select count(*) from sms_inspections s where s.usdot_number = o.usdot_number)`,
  ];
  for (const sql of contradictions) assert.equal(await number(sql), 0, sql);
});

test('ratios match those of the real files', async () => {
  const per = async (table: string) => (await number(`select count(*) from ${table}`)) / CARRIERS;
  const near = (value: number, low: number, high: number, name: string) =>
    assert.ok(value >= low && value <= high, `${name}: ${value.toFixed(3)} is not in ${low} to ${high}`);
  near(await per('sms_inspections'), 1.2, 6, 'inspections per carrier');
  const violations = (await per('sms_violations')) / (await per('sms_inspections'));
  near(violations, 1, 1.35, 'violations per inspection');
  near(await per('legacy_authority_history'), 0.6, 1.2, 'authority rows per carrier');
  near(await per('legacy_insurance'), 0.15, 0.4, 'policies per carrier');
  near((await per('motus_carriers')) / (await per('legacy_carriers')), 0.03, 0.15, 'Motus share');
  const single = `select count(*) filter (where power_units = 1)::float8 / count(*) from company_census`;
  near(await number(single), 0.45, 0.7, 'carriers with one truck');
  const oos = `select count(*) filter (where vehicle_oos_total > 0)::float8 / count(*) from sms_inspections where insp_level_id <> 3`;
  near(await number(oos), 0.1, 0.35, 'vehicles out of service');
  const states = `select count(distinct phy_state) from company_census`;
  near(await number(states), 40, 60, 'states');
});

test('most VINs have a valid check digit; a few contain typing errors', async () => {
  const { rows } = await db.pool.query<{ vin: string }>(
    `select vin from inspection_units where vin is not null limit 3000`,
  );
  const valid = rows.filter(({ vin }) => vin.length === 17 && vinCheckDigit(vin) === vin[8]);
  assert.ok(
    valid.length / rows.length > 0.97 && valid.length < rows.length,
    `${valid.length} of ${rows.length}`,
  );
  assert.equal(vinCheckDigit('1M8GDM9A_KP042788'.replace('_', '0')), 'X');
  assert.equal(vinCheckDigit('1M8GDM9AXKP04278I'), null);
});

test('no coined name is that of a place', () => {
  const places = new Set([...placeTable().places.values()].flatMap((one) => [...one.keys()]));
  assert.ok(places.size > 20_000);
  const rng = new Rng(1);
  const found = new Set<string>();
  for (let n = 0; n < 200_000; n++) found.add(placeKey(coinedName(rng)));
  assert.ok(found.size > 15_000);
  assert.deepEqual(
    [...found].filter((name) => places.has(name)),
    [],
  );
});

test('no number, phone or email address can belong to a real carrier', async () => {
  const real = `select count(*) from company_census where phone !~ '555-01'
    or (email_address is not null and email_address !~ '\\.EXAMPLE$') or usdot_number <= 5000000`;
  assert.equal(await number(real), 0);
});

test('contains the irregularities of the real files', async () => {
  const irregularities = [
    `select count(*) from company_census where legal_name like '%,%'`,
    `select count(*) from company_census where legal_name like '%"%'`,
    `select count(*) from inspections where insp_start_time is null`,
    `select count(*) from inspections where insp_start_time = '24:00'`,
    `select count(*) from crashes where usdot_number = 0`,
    `select count(*) from company_census where dba_name is null`,
    `select count(*) from motus_carriers where docket_number > 3000000`,
    `select count(*) from legacy_authority_history where unread is not null`,
  ];
  for (const sql of irregularities) assert.ok((await number(sql)) > 0, sql);
  const raw = readFileSync(join(folder, 'synthetic-motus-carrier-2026-10-30.csv'), 'utf8');
  assert.match(raw, /^MC-3\d{6},/m);
  assert.match(raw, /^MC03\d{6},/m);
});

test('every inspection and crash becomes an observation, with exact counts', async () => {
  const records = `select (select count(*) from inspections) + (select count(*) from crashes)`;
  assert.equal(await number(`select count(*) from observations`), await number(records));
  assert.deepEqual(await countDifferences(db), []);
});

test('random draws follow their weights and means', () => {
  const rng = new Rng(1, 2, 3);
  const pick = weighted(['a', 'b'], [1, 3]);
  let [b, sum, large] = [0, 0, 0];
  for (let i = 0; i < 20_000; i++) {
    if (pick(rng) === 'b') b++;
    sum += rng.poisson(2.5);
    large += rng.poisson(200);
  }
  assert.ok(Math.abs(b / 20_000 - 0.75) < 0.02);
  assert.ok(Math.abs(sum / 20_000 - 2.5) < 0.06);
  assert.ok(Math.abs(large / 20_000 - 200) < 1);
  assert.deepEqual(
    [fleetSize(0), fleetSize(1), fleetSize(3), fleetSize(2_500), fleetSize(9_999)],
    ['', 'A', 'B', 'W', 'Z'],
  );
});
