import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { allDatasets } from '../../../src/domain/federal/datasets/all-datasets.ts';
import { deleteOldEvidence } from '../../../src/domain/recognition/sighting/vehicle-evidence.ts';
import { vinCheckDigit } from '../../../src/lib/identifiers/vin-check-digit.ts';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import { type Row, testImporter } from '../../support/federal/federal-files.ts';
import { testRecognition } from '../../support/recognition/recognition.ts';

const api = await testApi();
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const org = customer.organizationId;
const { db } = api;
// Only sightings of the last 90 days are revisited, so the images are recent.
const now = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000;
const recognition = testRecognition(api, {}, now);
const { ingest, drain, drainRevisits } = recognition;
const importer = await testImporter(db);

const TRACTOR = '1XKYDP9X3GJ473982';
const VAN = `1UYVS253${vinCheckDigit('1UYVS2530HU123456')}HU123456`;
const DAY = 86_400;
const get = async (id: string) => (await api.app.inject({ url: `/images/${id}`, headers })).json();
const sightingOf = async (id: string) => (await get(id)).sighting;
const load = (name: string, rows: Row[]) => {
  const dataset = allDatasets.find((one) => one.name === name);
  if (!dataset) throw new Error(name);
  return importer.rows(dataset, rows, { force: true });
};
const day = (daysAgo: number) =>
  new Date(now - daysAgo * DAY * 1_000).toISOString().slice(0, 10).replaceAll('-', '');
const imputedOf = (sighting: { readings: { imputed: { field: string }[] } }, field: string) =>
  sighting.readings.imputed.find((one) => one.field === field);

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, motus_carriers, inspections, inspection_units, sms_inspections, logos,
    wmi_vehicle_types`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name, docket1_prefix, docket1_number)
       values (1234567, 'ACME ROCKETS LLC', 'MC', 529015), (80806, 'J B HUNT TRANSPORT INC', 'MC', 135797);
     insert into logos (name) values ('acme');
     update revisit_progress set load_id = (select coalesce(max(id), 0) from federal_loads), before_time = null`,
  );
});

suite('evidence from federal files', () => {
  const inspection = (id: number, usdot: number, daysAgo: number, unit: Row) => ({
    inspection: { INSPECTION_ID: id, DOT_NUMBER: usdot, INSP_DATE: day(daysAgo), REPORT_STATE: 'TX' },
    unit: { INSPECTION_ID: id, INSP_UNIT_ID: id * 10, INSP_UNIT_TYPE_ID: 11, INSP_UNIT_NUMBER: 1, ...unit },
  });
  const loadInspections = async (...all: ReturnType<typeof inspection>[]) => {
    await load(
      'inspections-per-unit',
      all.map(({ unit }) => unit),
    );
    await load(
      'vehicle-inspection',
      all.map((one) => one.inspection),
    );
  };
  const plated = { INSP_UNIT_LICENSE: 'abc-123', INSP_UNIT_LICENSE_STATE: 'OK' };

  test('imputes carrier, VIN, cab and MC number by plate, and lists the supporting rows', async () => {
    await loadInspections(
      inspection(71, 1234567, 20, {
        ...plated,
        INSP_UNIT_COMPANY: '42',
        INSP_UNIT_VEHICLE_ID_NUMBER: TRACTOR,
      }),
      inspection(72, 80806, 20, { INSP_UNIT_LICENSE: 'ABC123', INSP_UNIT_LICENSE_STATE: 'TX' }),
    );
    const id = await ingest(org, { lines: ['SOME TEXT'] }, { plate: 'ABC 123' });
    await drain();
    const sighting = await sightingOf(id);
    assert.equal(sighting.usdot_number, '1234567');
    assert.equal(sighting.usdot_number_ocr_score, 'N/A');
    assert.deepEqual([sighting.vin, sighting.cab_number, sighting.mc_number], [TRACTOR, '42', '529015']);
    const { is_usdot_imputed, is_vin_imputed, is_cab_imputed, is_mc_imputed } = sighting;
    assert.deepEqual(
      [is_usdot_imputed, is_vin_imputed, is_cab_imputed, is_mc_imputed],
      [true, true, true, true],
    );
    const { rule, rows } = imputedOf(sighting, 'usdot_number') as unknown as { rule: string; rows: object[] };
    assert.equal(rule, 'carrier-by-plate');
    const seen_at = `${day(20).replace(/(....)(..)(..)/, '$1-$2-$3')}T00:00:00.000Z`;
    assert.deepEqual(rows, [{ table: 'inspections', key: '1234567 71', seen_at }]);
    assert.deepEqual(await countDifferences(db), []);
  });

  test('imputes nothing by a plate of another state, an old one, or one seen with two carriers', async () => {
    await loadInspections(
      inspection(1, 1234567, 20, { INSP_UNIT_LICENSE: 'TX1', INSP_UNIT_LICENSE_STATE: 'TX' }),
      inspection(2, 1234567, 900, { INSP_UNIT_LICENSE: 'OLD1', INSP_UNIT_LICENSE_STATE: 'OK' }),
      inspection(3, 1234567, 20, { INSP_UNIT_LICENSE: 'TWO1', INSP_UNIT_LICENSE_STATE: 'OK' }),
      inspection(4, 80806, 10, { INSP_UNIT_LICENSE: 'TWO1', INSP_UNIT_LICENSE_STATE: 'OK' }),
    );
    for (const [n, plate] of ['TX1', 'OLD1', 'TWO1'].entries()) {
      const id = await ingest(org, { lines: [] }, { plate, source: `camera-${n}` });
      await drain();
      const { usdot_number, is_usdot_imputed } = await sightingOf(id);
      assert.deepEqual([usdot_number, is_usdot_imputed], ['', false], plate);
    }
  });

  test('ignores a plate with low confidence', async () => {
    await loadInspections(inspection(1, 1234567, 20, plated));
    const id = await ingest(org, { lines: [] }, { plate: 'ABC123', confidence: 0.3 });
    await drain();
    assert.equal((await sightingOf(id)).usdot_number, '');
  });

  test('imputes the carrier by VIN, and the equipment type by the VIN of a trailer', async () => {
    await load('wmi-vehicle-types', [{ wmi: '1UY', vehicle_type: 'Trailer' }]);
    await load('sms-inspection', [
      {
        Unique_ID: 5,
        Report_Number: '1',
        Report_State: 'TX',
        DOT_Number: 80806,
        Insp_Date: '20-MAY-26',
        Insp_level_ID: 1,
        Time_Weight: 1,
        Driver_OOS_Total: 0,
        Vehicle_OOS_Total: 0,
        VIN: TRACTOR,
      },
    ]);
    await db.pool.query('update sms_inspections set insp_date = $1', [new Date(now)]);
    const truck = await ingest(org, { lines: [`VIN ${TRACTOR}`] });
    const van = await ingest(org, { lines: [VAN] }, { source: 'camera-2' });
    await drain();
    const sighting = await sightingOf(truck);
    assert.deepEqual(
      [sighting.usdot_number, sighting.is_usdot_imputed, sighting.mc_number],
      ['80806', true, '135797'],
    );
    assert.equal((await sightingOf(van)).equipment_type, 'van');
  });

  test('imputes the carrier by an MC number on the door', async () => {
    const id = await ingest(org, { lines: ['MC 135797'] });
    await drain();
    const sighting = await sightingOf(id);
    assert.deepEqual([sighting.usdot_number, sighting.is_usdot_imputed], ['80806', true]);
    assert.deepEqual(
      [sighting.mc_number, sighting.is_mc_imputed, sighting.mc_number_ocr_score],
      ['135797', false, 'High'],
    );
  });

  test('an import revisits the open sightings of 90 days and queues the changed ones for the alerts', async () => {
    const seen = await ingest(org, { lines: ['SOME TEXT'] }, { plate: 'ABC123' });
    const other = await ingest(org, { lines: ['OTHER TEXT'] }, { plate: 'XYZ789', source: 'camera-2' });
    const old = await ingest(org, { lines: [] }, { plate: 'ABC123', seconds: -91 * DAY });
    await drain();
    await db.pool.query('truncate unmatched_sightings');
    const { sighting_id } = await sightingOf(seen);
    await loadInspections(inspection(1, 1234567, 20, plated));
    await drainRevisits();
    const sighting = await sightingOf(seen);
    assert.deepEqual([sighting.usdot_number, sighting.sighting_id], ['1234567', sighting_id]);
    assert.equal((await sightingOf(other)).usdot_number, '');
    assert.equal((await sightingOf(old)).usdot_number, '', 'older than 90 days');
    const { rows } = await db.pool.query(
      `select id, (sighting->>'usdot_number')::int as usdot_number from unmatched_sightings`,
    );
    assert.deepEqual(rows, [{ id: sighting_id, usdot_number: 1234567 }], 'only what changed');
    assert.deepEqual(await countDifferences(db), []);
    const { rows: left } = await db.pool.query('select from revisits');
    assert.equal(left.length, 0);
    await drainRevisits();
    assert.deepEqual((await db.pool.query('select id from unmatched_sightings')).rowCount, 1, 'once');
  });

  test('a census import raises the level of a newly registered number and corrects a misread one', async () => {
    await db.pool.query('truncate company_census');
    const right = await ingest(org, { lines: ['USDOT 1234567'] });
    const wrong = await ingest(
      org,
      { lines: ['BLUE RIDGE HAULING', 'USDOT 7654321'] },
      { source: 'camera-2' },
    );
    await drain();
    assert.equal((await sightingOf(right)).usdot_number_ocr_score, 'Medium');
    await load('company-census', [
      { DOT_NUMBER: 1234567, LEGAL_NAME: 'ACME ROCKETS LLC', STATUS_CODE: 'A' },
      { DOT_NUMBER: 7654327, LEGAL_NAME: 'BLUE RIDGE HAULING INC', STATUS_CODE: 'A' },
    ]);
    await drainRevisits();
    assert.equal((await sightingOf(right)).usdot_number_ocr_score, 'High');
    const corrected = await sightingOf(wrong);
    assert.deepEqual([corrected.usdot_number, corrected.readings.usdot_number.read], ['7654327', '7654321']);
    assert.deepEqual(await countDifferences(db), [], 'the counts moved to the other carrier');
  });

  test('a sighting that a census import raises to High is evidence for others immediately', async () => {
    await db.pool.query('truncate company_census');
    await ingest(org, { lines: ['USDOT 1234567'] }, { plate: 'ABC123', seconds: -DAY });
    const later = await ingest(org, { lines: [] }, { plate: 'ABC123' });
    await drain();
    assert.equal((await sightingOf(later)).usdot_number, '');
    await load('company-census', [{ DOT_NUMBER: 1234567, LEGAL_NAME: 'ACME ROCKETS LLC', STATUS_CODE: 'A' }]);
    await drainRevisits();
    assert.equal((await sightingOf(later)).usdot_number, '1234567', 'although it was revisited first');
  });

  test('keeps the indexes by plate after an import', async () => {
    await loadInspections(inspection(1, 1234567, 20, plated));
    const { rows } = await db.pool.query(
      `select indexname from pg_indexes where indexname in ('inspection_units_by_plate', 'sms_inspections_by_plate')`,
    );
    assert.equal(rows.length, 2);
  });
});

suite('evidence from our own sightings', () => {
  const high = ['ACME ROCKETS LLC', 'USDOT 1234567', `VIN ${TRACTOR}`];

  test('a sighting with High imputes the carrier of later and earlier sightings with the same plate', async () => {
    const before = await ingest(org, { lines: ['TEXT'] }, { plate: 'ABC123', seconds: -10 * DAY });
    await drain();
    assert.equal((await sightingOf(before)).usdot_number, '');
    const seen = await ingest(org, { lines: high }, { plate: 'ABC123', source: 'camera-2' });
    await drain();
    const { sighting_id } = await sightingOf(seen);
    const after = await ingest(
      org,
      { lines: ['TEXT'] },
      { plate: 'ABC123', seconds: 600, source: 'camera-3' },
    );
    await drain();
    await drainRevisits();
    for (const id of [before, after]) {
      const sighting = await sightingOf(id);
      assert.deepEqual(
        [sighting.usdot_number, sighting.is_usdot_imputed, sighting.vin],
        ['1234567', true, TRACTOR],
      );
      const { rows } = imputedOf(sighting, 'usdot_number') as unknown as {
        rows: { table: string; key: string }[];
      };
      assert.deepEqual(
        rows.map(({ table, key }) => [table, key]),
        [['observations', String(sighting_id)]],
      );
    }
    assert.deepEqual(await countDifferences(db), []);
  });

  test('imputed values and readings below High are not used as evidence', async () => {
    const unsure = { text: 'USDOT 1234567', confidence: 0.7 };
    await ingest(org, { lines: [unsure] }, { plate: 'ABC123' });
    await drain();
    const later = await ingest(org, { lines: [] }, { plate: 'ABC123', seconds: 600 });
    await drain();
    await drainRevisits();
    assert.equal((await sightingOf(later)).usdot_number, '');
  });

  test('deletes evidence older than three years', async () => {
    await ingest(org, { lines: high }, { plate: 'ABC123', seconds: -3 * 366 * DAY });
    await ingest(org, { lines: high }, { plate: 'ABC123' });
    await drain();
    assert.equal(await deleteOldEvidence(db), 2, 'plate and VIN');
    assert.equal(await deleteOldEvidence(db), 0);
  });

  test('imputes the VIN by the cab number of a carrier', async () => {
    await ingest(org, { lines: [...high, 'UNIT 4412'] }, { seconds: -DAY });
    const later = await ingest(org, { lines: ['ACME ROCKETS LLC', 'USDOT 1234567', 'UNIT 4412'] });
    await drain();
    await drainRevisits();
    const sighting = await sightingOf(later);
    assert.deepEqual([sighting.cab_number, sighting.vin, sighting.is_vin_imputed], ['4412', TRACTOR, true]);
  });
});

test('a failure of the database does not count as an attempt of a revisit', async () => {
  await db.pool.query(`
    create function fail_for_test() returns trigger language plpgsql as $$
    begin raise exception 'of the test' using errcode = '53100'; end $$;
    create trigger fail_for_test before delete on revisits for each row execute function fail_for_test();
    insert into revisits (sighting_id, bucket, organization_id) values (1, 1, 1)`);
  for (let round = 0; round < 6; round++) {
    await db.pool.query('update revisits set due_at = now()');
    await drainRevisits();
  }
  const { rows } = await db.pool.query(
    'select attempts, died_at, delayed_since is not null as is_delayed from revisits',
  );
  assert.deepEqual(rows, [{ attempts: 0, died_at: null, is_delayed: true }]);
  await db.pool.query('drop trigger fail_for_test on revisits; delete from revisits');
});
