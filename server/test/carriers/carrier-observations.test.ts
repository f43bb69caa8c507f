import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { differences } from '../support/carriers/contract-fields.ts';
import { multiResponse, singleResponse } from '../support/carriers/observations-contract.ts';
import { seenCarrier } from '../support/carriers/seen-carrier.ts';
import {
  CARRIER,
  MOTUS_CARRIER,
  SMS_CARRIER,
  TRACTOR,
  UNKNOWN_CARRIER,
} from '../support/carriers/whole-carrier.ts';

const { db, insurer, graded, sightings, get, carrier } = await seenCarrier();

test('one carrier has exactly the fields of the contract, with and without the quality permission', async () => {
  for (const [headers, granted] of [
    [insurer, false],
    [graded, true],
  ] as const) {
    const { status, body } = await get({ usdot_number: carrier }, headers);
    assert.equal(status, 200);
    assert.deepEqual(differences(body, singleResponse, granted), []);
    assert.ok(body.fmcsa_detail.length === 1 && body.observations.length > 40);
    const types = new Set(body.observations.map((o: { type: string }) => o.type));
    assert.deepEqual(types, new Set(['Crash', 'Inspection', 'Detection']));
  }
});

test('several carriers are listed once each in the order of the request, with their own number, record and page', async () => {
  const list = `${MOTUS_CARRIER}, ${UNKNOWN_CARRIER},${CARRIER},0${MOTUS_CARRIER}`;
  const { body } = await get({ usdot_number: list, page_size: '3', page: '2' }, graded);
  assert.deepEqual(differences(body, multiResponse, true), []);
  assert.deepEqual(body.pagination, { page: 2, page_size: 3 });
  assert.deepEqual(
    body.carriers.map((c: { fmcsa_detail: { legal_name: string }[] }) => c.fmcsa_detail[0]?.legal_name),
    ['QUILLBROOK HAULING INC', undefined, 'HALVORSEN FREIGHT LLC'],
  );
  assert.equal(body.carriers[2].observations.length, 3);
  const alone = await get({ usdot_number: carrier, page_size: '3', page: '2' }, graded);
  assert.deepEqual(body.carriers[2].observations, alone.body.observations);
});

test('every value of a carrier record', async () => {
  const { body } = await get({ usdot_number: carrier, page_size: '1' });
  assert.deepEqual(body.fmcsa_detail[0], {
    usdot_number: carrier,
    docket_number: 'MC700700',
    legal_name: 'HALVORSEN FREIGHT LLC',
    dba_name: 'HALVO',
    carrier_status: 'active',
    entity_status: 'AUTHORIZED FOR Property, Household Goods',
    carrier_ein: '',
    dun_bradstreet_no: '123456789',
    mcs150_date: '2026-02-16',
    mcs150_mileage: '2000000',
    insurer_company_name: 'PRAIRIE MUTUAL INS CO',
    insurance_docket_number: 'MC700700',
    insurance_policy_number: 'PM-1',
    insurance_policy_type: 'BIPD/Primary',
    insurance_form_code: '91X',
    insurance_max_coverage_amount: '1000000',
    insurance_underlying_limit_amount: '0',
    insurance_transaction_date: '2021-02-01',
    insurance_effective_date: '2024-02-01',
    insurance_expiration_date: '',
    phy_street: '12 ELM ST',
    phy_city: 'DAYTON',
    phy_state: 'OH',
    phy_zip: '45402',
    telephone: '9375550100',
    email_address: 'SAFETY@HALVO.EXAMPLE',
    mailing_street: 'PO BOX 1',
    mailing_city: 'DAYTON',
    mailing_state: 'OH',
    mailing_zip: '45401',
    mailing_country: 'US',
    carrier_operation: 'Interstate',
    operation_classificiation: 'Authorized For Hire; Private Property',
    authority_date: '2010-06-01',
    authorized_for_common_date: '2010-06-01',
    authorized_for_contract_date: '',
    carrier_total_drivers: '22',
    carrier_total_power_units: '20',
    carried_cargo: 'General Freight; Grain, Feed, Hay',
    carrier_driver_insp: '3',
    carrier_driver_oos_insp: '1',
    carrier_vehicle_insp: '3',
    carrier_vehicle_oos_insp: '1',
    carrier_hazmat_insp: '1',
    carrier_hazmat_oos_insp: '0',
    carrier_driver_oos_rate: 33.33,
    carrier_driver_oos_rate_national_avg: 6.67,
    carrier_vehicle_oos_rate: 33.33,
    carrier_vehicle_oos_rate_national_avg: 22.26,
    carrier_hazmat_oos_rate: 0,
    carrier_hazmat_oos_rate_national_avg: 4.44,
    carrier_fatal_crash: '1',
    carrier_inj_crash: '1',
    carrier_towaway_crash: '1',
    carrier_crash_total: '3',
    // Computed: the review is older than two years.
    recordable_crash_rate: 0.5,
    basic_unsafe_driving_total_violation: '1',
    basic_driver_fitness_total_violation: '1',
    basic_hos_total_violation: '1',
    basic_drugs_alcohol_total_violation: '0',
    basic_vehicle_maint_total_violation: '2',
    carrier_safety_rating_date: '2019-08-03',
    carrier_safety_rating: 'Satisfactory',
    carrier_safety_review_date: '2019-07-29',
    carrier_safety_review_type: 'Compliance Review',
  });
});

test('reads the records of a carrier in Motus and of a carrier only in SMS', async () => {
  const { body } = await get({ usdot_number: `${MOTUS_CARRIER},${SMS_CARRIER}` });
  const [motus, sms] = body.carriers.map(
    (c: { fmcsa_detail: Record<string, string>[] }) => c.fmcsa_detail[0],
  );
  assert.equal(motus.docket_number, 'MC701701');
  assert.equal(motus.insurance_max_coverage_amount, '750000');
  assert.equal(motus.insurance_transaction_date, '2026-10-03');
  assert.equal(motus.entity_status, 'AUTHORIZED FOR Property, Broker');
  assert.equal(motus.authorized_for_common_date, '2026-09-25');
  assert.equal(motus.dun_bradstreet_no, '');
  assert.equal(sms.legal_name, 'SMS ONLY CO');
  assert.equal(sms.carrier_total_power_units, '2');
  assert.equal(sms.entity_status, 'NOT AUTHORIZED');
});

test('returns an observation as it was recorded', async () => {
  const { body } = await get({ usdot_number: carrier, page_size: '1' }, graded);
  assert.deepEqual(body.observations, [
    {
      alpr_plate_number: 'PWR1',
      usdot_number: carrier,
      time_captured: '2026-11-09T00:00:00.000Z',
      mc_number: '700700',
      vin: TRACTOR,
      cab_number: '105',
      equipment_type: 'dry van',
      equipment_number: 'T9',
      equipment_logo: 'halvo',
      location_city: 'Dayton',
      location_state: 'OH',
      latitude: 39.76,
      longitude: -84.19,
      route: 'I-80 W',
      source: 'sensor-7',
      type: 'Detection',
      is_usdot_imputed: false,
      is_cab_imputed: true,
      is_mc_imputed: false,
      is_trailer_logo_imputed: false,
      is_vin_imputed: false,
      usdot_number_ocr_score: 'High',
      mc_number_ocr_score: 'N/A',
      vin_ocr_score: 'N/A',
      cab_number_ocr_score: 'N/A',
      trailer_number_ocr_score: 'N/A',
      trailer_logo_ocr_score: 'N/A',
    },
  ]);
});

test('returns special characters unchanged, with and without quality fields', async () => {
  const usdot = 5000999;
  const texts = [
    'quote " and \\ slash',
    'tab\t line\n',
    'é 中 🚚',
    '',
    'field\u001fseparator',
    'row\u001eseparator',
  ];
  const time = new Date('2026-11-01T10:00:00.123Z');
  for (const [n, route] of texts.entries()) {
    await recordObservations(db, [
      {
        usdot_number: usdot + n,
        type: 'Detection',
        time_captured: time,
        route,
        latitude: 0.00001,
        longitude: null,
      },
    ]);
    const query = { usdot_number: String(usdot + n) };
    const [plain, quality] = [await get(query), await get(query, graded)];
    const [shown] = plain.body.observations;
    assert.equal(shown.route, route);
    assert.deepEqual(
      [shown.time_captured, shown.latitude, shown.longitude],
      ['2026-11-01T10:00:00.123Z', 0.00001, null],
    );
    assert.deepEqual({ ...quality.body.observations[0], ...shown }, quality.body.observations[0]);
    assert.equal(plain.body.pagination.total, 1);
  }
});

test('filters by city without case, state by name or letters, and inclusive days', async () => {
  const total = async (query: Record<string, string>) =>
    (await get({ usdot_number: carrier, ...query })).body.pagination.total;
  const count = (keep: (s: (typeof sightings)[number]) => boolean) => sightings.filter(keep).length;
  assert.equal(await total({ location_city: 'DAYTON' }), 20);
  assert.equal(await total({ location_city: ' chicago ', location_state: 'illinois' }), 20);
  assert.equal(await total({ location_city: 'Chicago', location_state: 'OH' }), 0);
  assert.equal(await total({ location_state: 'Il' }), 20);
  // The counts use '*' for any location.
  assert.deepEqual([await total({ location_state: '*' }), await total({ location_city: '*' })], [0, 0]);
  const day = (s: { time_captured: Date }) => s.time_captured.toISOString().slice(0, 10);
  const range = { sighting_start_date: '2026-11-05', sighting_end_date: '2026-11-07' };
  assert.equal(
    await total(range),
    count((s) => day(s) >= '2026-11-05' && day(s) <= '2026-11-07'),
  );
  assert.equal(await total({ location_city: '', location_state: '', sighting_start_date: '' }), 50);
});

test('pages contain every row once and are empty after the end', async () => {
  const seen: string[] = [];
  for (let page = 1; page <= 3; page++) {
    const { body } = await get({ usdot_number: carrier, page: String(page), page_size: '20' });
    assert.deepEqual(body.pagination, {
      page,
      page_size: 20,
      results_returned: page < 3 ? 20 : 10,
      has_more: page < 3,
      total: 50,
      total_pages: 3,
    });
    assert.equal(body.observations.length, body.pagination.results_returned);
    seen.push(...body.observations.map((o: { time_captured: string }) => o.time_captured));
  }
  assert.deepEqual(seen, [...seen].sort().reverse());
  for (const page of ['4', '99999999999999', String(Number.MAX_SAFE_INTEGER)]) {
    const { status, body } = await get({ usdot_number: carrier, page, page_size: '20' });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.observations, body.pagination.total, body.pagination.results_returned],
      [[], 50, 0],
    );
  }
});

test('verifies a lane when the carrier was seen within 150 miles of both ends in 90 days', async () => {
  const path = `/carrier/${carrier}/lane-check`;
  const lane = { origin_latitude: '39.9', origin_longitude: '-84.0' };
  const chicago = { destination_latitude: '41.5', destination_longitude: '-88.0' };
  const denver = { destination_latitude: '39.7', destination_longitude: '-105' };
  const yes = await get({ ...lane, ...chicago }, insurer, path);
  assert.equal(yes.status, 200);
  assert.equal(yes.body.verified, true);
  assert.equal(yes.body.origin.last_seen.location_city, 'Dayton');
  assert.ok(yes.body.destination.last_seen.miles < 40);
  const no = await get({ ...lane, ...denver }, insurer, path);
  assert.deepEqual(
    [no.body.verified, no.body.origin.seen, no.body.destination],
    [false, true, { seen: false, last_seen: null }],
  );
  assert.equal((await get({ ...lane }, insurer, path)).status, 400);
  assert.equal((await get({ ...lane, ...chicago }, insurer, '/carrier/x/lane-check')).status, 400);
});
