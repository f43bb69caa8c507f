import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewObservation } from '../../src/domain/observations/observation.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { signalWorld, type Values } from '../support/carriers/signal-world.ts';

const { db, insert, register, find } = await signalWorld();
const CHICAGO = { latitude: 41.88, longitude: -87.63, location_city: 'Chicago', location_state: 'IL' };
const DENVER = { latitude: 39.74, longitude: -104.99, location_city: 'Denver', location_state: 'CO' };

const see = (usdot_number: number, time: string, more: Partial<NewObservation> = {}): NewObservation => ({
  ...{ usdot_number, type: 'Detection', time_captured: new Date(`${time}:00Z`) },
  ...{ usdot_number_ocr_score: 'High', ...CHICAGO, ...more },
});
const vinOf = (serial: number) => {
  const tail = `GJ${serial}`;
  return `1XKYDP9X${vinCheckDigit(`1XKYDP9X0${tail}`)}${tail}`;
};
const carrier = (census: Values = {}) => register({ power_units: 5, ...census });

test('trip leases of a truck to one carrier, three times a year, are not a truck under two numbers in turn', async () => {
  const [owner, lessee] = [await carrier(), await carrier()];
  const lease = (vin: string, ...days: [own: string, other: string][]) =>
    recordObservations(
      db,
      days.flatMap(([own, other]) => [
        see(owner, `${own}T10:00`, { vin, vin_ocr_score: 'High' }),
        see(lessee, `${other}T10:00`, { vin, vin_ocr_score: 'High' }),
      ]),
    );
  await lease(
    vinOf(410_100),
    ['2026-03-01', '2026-03-10'],
    ['2026-03-20', '2026-06-20'],
    ['2026-07-01', '2026-10-10'],
  );
  assert.equal(await find('vin_under_several_carriers', owner), null);
  assert.equal(await find('vin_under_several_carriers', lessee), null);
  // Nobody saw the return in March.
  await lease(
    vinOf(410_300),
    ['2026-03-01', '2026-03-10'],
    ['2026-06-10', '2026-06-20'],
    ['2026-07-01', '2026-10-10'],
  );
  assert.equal(await find('vin_under_several_carriers', owner), null);
  await lease(vinOf(410_200), ['2026-09-01', '2026-09-08'], ['2026-09-15', '2026-09-22']);
  const found = await find('vin_under_several_carriers', owner);
  assert.deepEqual(
    found?.evidence.map(({ vin, changes_of_carrier }) => [vin, changes_of_carrier]),
    [[vinOf(410_200), 3]],
  );
});

test('an owner-operator starts with one old truck or two; a new authority with three is a signal', async () => {
  const usdot = await carrier();
  await insert('motus_authority_history', {
    ...{ usdot_number: usdot, row_hash: 1, docket_prefix: 'MC', docket_number: usdot },
    ...{ authority_type: 'Motor Carrier of Property', authority_status: 'Active', reason: 'Granted' },
    status_change_date: '2026-09-20',
  });
  const old = (serial: number) =>
    recordObservations(db, [see(usdot, '2026-10-20T10:00', { vin: vinOf(serial), vin_ocr_score: 'High' })]);
  await old(420_100);
  await old(420_200);
  assert.equal(await find('young_authority_old_equipment', usdot), null, 'two used trucks');
  await old(420_300);
  const found = await find('young_authority_old_equipment', usdot);
  assert.deepEqual([found?.evidence_total, found?.evidence[0]?.authority_granted], [3, '2026-09-20']);
});

test('an intrastate carrier is not far away in a commercial zone, at its former address, or as a tow truck', async () => {
  const intrastate = { carrier_operation: 'C', phy_state: 'MO', classdef: 'PRIVATE PROPERTY' };
  const KANSAS_CITY_KS = {
    latitude: 39.11,
    longitude: -94.63,
    location_city: 'Kansas City',
    location_state: 'KS',
  };
  const seenIn = async (place: object, census: Values = {}) => {
    const usdot = await carrier({ ...intrastate, ...census });
    await recordObservations(db, [
      see(usdot, '2026-09-01T10:00', place),
      see(usdot, '2026-10-01T10:00', place),
    ]);
    return { usdot, found: await find('far_from_registration', usdot) };
  };
  const { found } = await seenIn(DENVER);
  assert.deepEqual([found?.evidence_total, found?.evidence[0]?.registered_state], [2, 'MO']);
  assert.equal(
    (await seenIn(KANSAS_CITY_KS)).found,
    null,
    'a commercial zone on both sides of the state line',
  );
  assert.equal(
    (await seenIn({ ...DENVER, latitude: null, longitude: null, location_state: 'KS' })).found,
    null,
    'somewhere in the next state',
  );
  assert.equal((await seenIn(DENVER, { cargo_classes: [5] })).found, null, 'drive-away and tow-away');
  assert.equal((await seenIn(DENVER, { legal_name: 'PIKE TOWING & RECOVERY LLC' })).found, null, 'towing');
  assert.equal((await seenIn(DENVER, { classdef: 'EXEMPT FOR HIRE' })).found, null, 'exempt commodities');
  const { usdot } = await seenIn(DENVER);
  await db.pool.query(
    `insert into carrier_history_sources (source, since, newest_on, loaded_fields)
     values ('company-census', '2023-01-01', '2026-11-09', '{physical_address}') on conflict do nothing`,
  );
  await insert('carrier_history', {
    ...{ usdot_number: usdot, source: 'company-census', field: 'physical_address', item: '' },
    ...{ value: '9 PEAK ST, DENVER, CO 80202', first_seen: '2023-01-01', last_seen: '2026-10-09' },
    replaced_on: '2026-10-10',
  });
  assert.equal(await find('far_from_registration', usdot), null, 'it moved from there in October');
});
