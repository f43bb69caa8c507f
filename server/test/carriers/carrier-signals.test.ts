import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { signals } from '../../src/domain/carriers/signals/read-signals.ts';
import { signalRules } from '../../src/domain/carriers/signals/signal-rules.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import type { NewObservation } from '../../src/domain/observations/observation.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { testApi } from '../support/api.ts';
import { recordLoads } from '../support/carriers/signal-world.ts';
import {
  BARE_CARRIER,
  CARRIER,
  loadWholeCarrier,
  MOTUS_CARRIER,
  OTHER_TRACTOR,
  TRACTOR,
  UNKNOWN_CARRIER,
} from '../support/carriers/whole-carrier.ts';

const clock = { now: () => new Date('2026-11-10T12:00:00Z') };
const api = await testApi({ clock });
const { db } = api;
await loadWholeCarrier(db);
await recordLoads(db);
const headers = await api.signIn(await api.customer([], 'insurance'));

const sighting = (usdot_number: number, day: string, more: Partial<NewObservation> = {}): NewObservation => ({
  ...{ usdot_number, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`), location_state: 'ID' },
  ...{ location_city: 'Boise', ...more },
});
await ensureMonths(
  db,
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((month) => new Date(Date.UTC(2026, month))),
);

/** The days of the sightings of CARRIER after its authority ended, newest first. */
const CARRIER_DAYS = '2026-10-23 2026-10-23 2026-10-21 2026-10-19 2026-09-30 2026-06-01 2026-05-30'.split(
  ' ',
);

type Body = {
  is_known: boolean;
  errors: unknown;
  signals: { name: string; evidence: Record<string, unknown>[]; evidence_total: number }[];
};
const read = async (usdot: number): Promise<Body> => {
  const response = await api.app.inject({ url: `/carrier/${usdot}/signals`, headers });
  assert.equal(response.statusCode, 200, response.body);
  const body = response.json() as Body;
  assert.equal(body.errors, null);
  return body;
};
const one = async (usdot: number, name: string) => (await read(usdot)).signals.find((s) => s.name === name);

test('a carrier without unusual facts has no signals', async () => {
  const body = await read(BARE_CARRIER);
  assert.deepEqual([body.is_known, body.signals], [true, []]);
  assert.deepEqual(await read(UNKNOWN_CARRIER).then((b) => [b.is_known, b.signals]), [false, []]);
});

test('finds a VIN and a plate that several carriers use in turn', async () => {
  const plate = { alpr_plate_number: 'ZZ9', plate_state: 'OH' };
  await recordObservations(db, [
    sighting(MOTUS_CARRIER, '2026-10-20', { vin: TRACTOR, ...plate }),
    // A plate of another or an unknown state, and numbers that were inferred or read with doubt, are not evidence.
    sighting(CARRIER, '2026-10-19', { alpr_plate_number: 'ZZ9', plate_state: '' }),
    sighting(BARE_CARRIER, '2026-10-20', { alpr_plate_number: 'ZZ9', plate_state: 'TX' }),
    sighting(BARE_CARRIER, '2026-10-20', { ...plate, is_usdot_imputed: true }),
    sighting(BARE_CARRIER, '2026-10-20', { ...plate, usdot_number_ocr_score: 'Medium' }),
    sighting(BARE_CARRIER, '2026-10-20', { vin: TRACTOR, is_vin_imputed: true }),
    sighting(CARRIER, '2026-10-21', plate),
  ]);
  // Last seen with one carrier before it was first seen with the other: sold.
  assert.equal(await one(MOTUS_CARRIER, 'vin_under_several_carriers'), undefined);
  assert.equal(await one(MOTUS_CARRIER, 'plate_under_several_carriers'), undefined);
  await recordObservations(db, [sighting(MOTUS_CARRIER, '2026-09-28', { vin: TRACTOR, ...plate })]);
  await recordObservations(db, [sighting(MOTUS_CARRIER, '2026-10-22', plate)]);
  assert.equal(await one(MOTUS_CARRIER, 'plate_under_several_carriers'), undefined, 'a lease with a return');
  // A plate that our own reading contradicts, or that was read with doubt, is no evidence.
  const doubtful = () => sighting(CARRIER, '2026-10-23', { ...plate, is_plate_doubtful: true });
  await recordObservations(db, [doubtful(), doubtful()]);
  assert.equal(await one(MOTUS_CARRIER, 'plate_under_several_carriers'), undefined, 'doubtful plates');
  await recordObservations(db, [
    sighting(CARRIER, '2026-09-30', plate),
    sighting(CARRIER, '2026-10-22', { vin: TRACTOR, type: 'Inspection' }),
  ]);
  const vin = await one(MOTUS_CARRIER, 'vin_under_several_carriers');
  assert.deepEqual(
    vin?.evidence.map((row) => [row.vin, row.usdot_number, row.legal_name]),
    [[TRACTOR, String(CARRIER), 'HALVORSEN FREIGHT LLC']],
  );
  const found = await one(MOTUS_CARRIER, 'plate_under_several_carriers');
  assert.deepEqual(found?.evidence, [
    {
      ...{ plate_number: 'ZZ9', plate_state: 'OH', usdot_number: String(CARRIER), times: 2 },
      ...{ legal_name: 'HALVORSEN FREIGHT LLC', first_seen: '2026-09-30', last_seen: '2026-10-23' },
      ...{ own_first_seen: '2026-09-28', own_last_seen: '2026-10-22', changes_of_carrier: 4 },
    },
  ]);
  assert.ok(await one(CARRIER, 'vin_under_several_carriers'), 'the other carrier has the signal too');
});

test('a vehicle under four carriers is rented, and a wrong check digit is no evidence', async () => {
  const days = ['2026-10-01', '2026-10-09', '2026-10-10', '2026-10-11'];
  const carriers = [5000711, 5000712, 5000713, 5000714];
  await recordObservations(
    db,
    carriers.flatMap((usdot) => days.map((day) => sighting(usdot, day, { vin: OTHER_TRACTOR }))),
  );
  assert.equal(await one(5000711, 'vin_under_several_carriers'), undefined);
  await recordObservations(
    db,
    [5000715, 5000716].flatMap((usdot) =>
      days.map((day) => sighting(usdot, day, { vin: '1XKYDP9X4GJ473982' })),
    ),
  );
  assert.equal(await one(5000715, 'vin_under_several_carriers'), undefined);
});

test('finds old vehicles of a carrier whose authority is younger than 90 days', async () => {
  const [first, second] = ['GJ473991', 'GJ473992'].map(
    (serial) => `1XKYDP9X${vinCheckDigit(`1XKYDP9X0${serial}`)}${serial}`,
  ) as [string, string];
  const old = (vin: string, more: Partial<NewObservation> = {}) =>
    sighting(MOTUS_CARRIER, '2026-10-25', { vin, vin_ocr_score: 'High', ...more });
  await recordObservations(db, [
    old(TRACTOR),
    old(first),
    old(second, { is_vin_imputed: true }),
    old(second, { is_usdot_imputed: true }),
  ]);
  assert.equal(await one(MOTUS_CARRIER, 'young_authority_old_equipment'), undefined, 'inferred numbers');
  await recordObservations(db, [old(second)]);
  const found = await one(MOTUS_CARRIER, 'young_authority_old_equipment');
  assert.deepEqual(found?.evidence[0], {
    ...{ vin: TRACTOR, model_year: 2016, first_seen: '2026-10-25', last_seen: '2026-10-25' },
    authority_granted: '2026-09-25',
  });
  assert.equal(found?.evidence_total, 3);
  assert.equal(await one(CARRIER, 'young_authority_old_equipment'), undefined, 'granted in 2010');
});

test('finds sightings outside the state of an intrastate registration', async () => {
  assert.equal(await one(BARE_CARRIER, 'far_from_registration'), undefined);
  await db.pool.query(
    `update company_census set carrier_operation = 'C', phy_state = 'TX' where usdot_number = ${BARE_CARRIER}`,
  );
  assert.equal(
    await one(BARE_CARRIER, 'far_from_registration'),
    undefined,
    'one day may be one misread number',
  );
  await recordObservations(db, [sighting(BARE_CARRIER, '2026-10-22')]);
  const found = await one(BARE_CARRIER, 'far_from_registration');
  assert.equal(found?.evidence_total, 3, 'inferred numbers and numbers read with doubt do not count');
  assert.deepEqual([found?.evidence[0]?.location_state, found?.evidence[0]?.registered_state], ['ID', 'TX']);
});

test('finds sightings from the day after an out-of-service order to the day before it was rescinded', async () => {
  await recordObservations(
    db,
    ['2026-05-01', '2026-05-02', '2026-05-30', '2026-06-01'].map((day) => sighting(CARRIER, day)),
  );
  await recordObservations(db, [sighting(CARRIER, '2026-05-10', { is_usdot_imputed: true })]);
  assert.equal(await one(CARRIER, 'seen_out_of_service'), undefined);
  await db.pool.query(
    `insert into out_of_service_orders (usdot_number, row_hash, oos_date, oos_reason, rescind_date)
     values (${CARRIER}, 1, '2026-05-01', 'NOP', '2026-06-01')`,
  );
  const found = await one(CARRIER, 'seen_out_of_service');
  assert.deepEqual(
    found?.evidence.map((row) => row.time_captured),
    ['2026-05-30T15:00:00Z', '2026-05-02T15:00:00Z'],
  );
  assert.equal(found?.evidence[0]?.order_reason, 'NOP');
});

test('finds sightings after the authority ended', async () => {
  assert.equal(await one(CARRIER, 'seen_without_authority'), undefined);
  await db.pool.query(`update legacy_carriers set common_status = 'I' where usdot_number = ${CARRIER}`);
  await db.pool.query(
    `insert into legacy_revocations (usdot_number, row_hash, docket_prefix, docket_number, effective_date)
     values (${CARRIER}, 1, 'MC', 700700, '2026-05-15')`,
  );
  const found = await one(CARRIER, 'seen_without_authority');
  assert.deepEqual(
    found?.evidence.map((row) => [row.time_captured, row.without_since]),
    CARRIER_DAYS.map((day) => [`${day}T15:00:00Z`, '2026-05-15']),
  );
  await db.pool.query(`update company_census set carrier_operation = 'C' where usdot_number = ${CARRIER}`);
  assert.equal(await one(CARRIER, 'seen_without_authority'), undefined, 'intrastate');
  await db.pool.query(`update company_census set carrier_operation = 'A' where usdot_number = ${CARRIER}`);
});

test('finds more power units than declared', async () => {
  assert.equal(await one(BARE_CARRIER, 'fleet_larger_than_declared'), undefined);
  const serials = ['GJ473983', 'GJ473984', 'GJ473985'];
  const vins = serials.map((serial) => `1XKYDP9X${vinCheckDigit(`1XKYDP9X0${serial}`)}${serial}`);
  // A wrong check digit, and a vehicle of the last year, are not counted.
  await recordObservations(db, [
    sighting(BARE_CARRIER, '2026-09-01', { vin: '1XKYDP9X3GJ473989', vin_ocr_score: 'High' }),
    sighting(BARE_CARRIER, '2026-03-01', { vin: TRACTOR, vin_ocr_score: 'High' }),
  ]);
  await recordObservations(
    db,
    vins.map((vin) => sighting(BARE_CARRIER, '2026-09-01', { vin, vin_ocr_score: 'High' })),
  );
  const found = await one(BARE_CARRIER, 'fleet_larger_than_declared');
  assert.equal(found?.evidence_total, 3);
  assert.equal(found?.evidence[0]?.declared_power_units, 1);
});

test('finds sightings while the liability insurance had lapsed', async () => {
  assert.equal(await one(CARRIER, 'insurance_lapse_while_moving'), undefined);
  await db.pool.query(
    `update legacy_active_insurance set cancel_effective_date = '2026-05-20'
     where usdot_number = ${CARRIER} and form_code = '91X'`,
  );
  const found = await one(CARRIER, 'insurance_lapse_while_moving');
  assert.deepEqual(
    found?.evidence.map((row) => [row.time_captured, row.lapse_start, row.lapse_end]),
    CARRIER_DAYS.map((day) => [`${day}T15:00:00Z`, '2026-05-20', null]),
    'the lapse has not ended',
  );
  await db.pool.query(`update legacy_carriers set common_status = 'A' where usdot_number = ${CARRIER}`);
  assert.equal(
    await one(CARRIER, 'insurance_lapse_while_moving'),
    undefined,
    'an authority that is active half a year later shows that a filing is missing here',
  );
  await db.pool.query(`update legacy_carriers set common_status = 'I' where usdot_number = ${CARRIER}`);
  await db.pool.query(`update company_census set carrier_operation = 'C' where usdot_number = ${CARRIER}`);
  assert.equal(await one(CARRIER, 'insurance_lapse_while_moving'), undefined, 'intrastate');
  await db.pool.query(`update company_census set carrier_operation = 'A' where usdot_number = ${CARRIER}`);
});

test('finds contacts shared with a carrier that was revoked near the own registration', async () => {
  const shares = async () =>
    (await one(MOTUS_CARRIER, 'shared_with_revoked_carrier'))?.evidence.map((row) => [
      row.usdot_number,
      row.shares,
      row.revoked_on,
    ]);
  const update = (set: string) =>
    db.pool.query(`update company_census set ${set} where usdot_number = ${MOTUS_CARRIER}`);
  await update(`phy_street = '12 Elm St', phy_zip = '45402'`);
  assert.equal(await shares(), undefined, 'the day of the registration is not known');
  await update(`add_date = '2018-01-01'`);
  assert.equal(await shares(), undefined, 'registered years before the other carrier was revoked');
  await update(`add_date = '2026-06-01'`);
  assert.deepEqual(await shares(), [[String(CARRIER), 'address', '2026-05-15']]);
  await db.pool.query(`update legacy_carriers set contract_status = 'A' where usdot_number = ${CARRIER}`);
  assert.equal(await shares(), undefined, 'another authority of the other carrier is in force');
  await db.pool.query(`update legacy_carriers set contract_status = 'N' where usdot_number = ${CARRIER}`);
  await db.pool.query(`update legacy_revocations set revocation_type = 'VOLUNTARY REVOCATION'`);
  assert.equal(await shares(), undefined, 'the other carrier gave its authority up');
  await db.pool.query(`update legacy_revocations set revocation_type = 'INVOLUNTARY REVOCATION'`);
  await db.pool.query(
    `insert into company_census (usdot_number, phy_street, phy_zip)
     select 5000800 + n, '12 Elm St', '45402' from generate_series(1, 10) n`,
  );
  assert.equal(await shares(), undefined, 'an address of eleven carriers');
  await update(`email_address = 'safety@halvo.example'`);
  assert.deepEqual(await shares(), [[String(CARRIER), 'email', '2026-05-15']]);
  await update(`email_address = null, company_officer_2 = 'Ann Halvorsen'`);
  await db.pool.query(
    `update company_census set company_officer_1 = 'ANN HALVORSEN' where usdot_number = ${CARRIER}`,
  );
  assert.equal(await shares(), undefined, 'an officer of the same name in another city');
  await update(`phy_city = 'Dayton', phy_state = 'OH'`);
  assert.deepEqual(await shares(), [[String(CARRIER), 'second officer', '2026-05-15']]);
});

test('nothing is judged of a day before the number was registered', async () => {
  const asOf = async (day: string) => {
    const url = `/carrier/${MOTUS_CARRIER}/signals?as_of=${day}`;
    return (await api.app.inject({ url, headers })).json();
  };
  const isShared = ({ name }: { name: string }) => name === 'shared_with_revoked_carrier';
  assert.ok((await asOf('2026-06-01')).signals.some(isShared));
  const before = await asOf('2026-05-31');
  assert.deepEqual(before.signals, []);
  assert.match(before.not_judged.find(isShared).reason, /registered on 2026-06-01, after 2026-05-31/);
});

test('every signal has a title, a severity and a rule, and the route rejects other callers', async () => {
  assert.deepEqual(Object.keys(signals), Object.keys(signalRules));
  for (const { title, rule, severity } of Object.values(signalRules))
    assert.ok(title && rule.endsWith('.') && ['high', 'medium', 'low'].includes(severity));
  const docs = await readFile(new URL('../../../docs/carriers.md', import.meta.url), 'utf8');
  for (const name of Object.keys(signalRules))
    assert.ok(docs.includes(`| \`${name}\``), `docs/carriers.md has no row for ${name}`);
  const url = `/carrier/${CARRIER}/signals`;
  assert.equal((await api.app.inject({ url })).statusCode, 401);
  const broker = await api.signIn(await api.customer());
  assert.equal((await api.app.inject({ url, headers: broker })).statusCode, 403);
  assert.equal((await api.app.inject({ url: '/carrier/abc/signals', headers })).statusCode, 400);
});
