import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trucksNeeded } from '../../src/domain/carriers/signals/travel-signals.ts';
import { changesOfCarrier } from '../../src/domain/carriers/signals/vehicle-signals.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import type { NewObservation } from '../../src/domain/observations/observation.ts';
import type { ReadLine } from '../../src/domain/observations/read-lines.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { TYPED } from '../../src/domain/observations/vehicles/vehicle-kinds.ts';
import { linesBesideNumber } from '../../src/lib/identifiers/names-beside-number.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { signalWorld, type Values } from '../support/carriers/signal-world.ts';
import { insertReadImages } from '../support/images/insert-read-images.ts';

const { db, insert, register, find } = await signalWorld();
const CHICAGO = { latitude: 41.88, longitude: -87.63, location_city: 'Chicago', location_state: 'IL' };
const ATLANTA = { latitude: 33.75, longitude: -84.39, location_city: 'Atlanta', location_state: 'GA' };
const DENVER = { latitude: 39.74, longitude: -104.99, location_city: 'Denver', location_state: 'CO' };
const SEATTLE = { latitude: 47.61, longitude: -122.33, location_city: 'Seattle', location_state: 'WA' };
const MIAMI = { latitude: 25.76, longitude: -80.19, location_city: 'Miami', location_state: 'FL' };

const see = (usdot_number: number, time: string, more: Partial<NewObservation> = {}): NewObservation => ({
  ...{ usdot_number, type: 'Detection', time_captured: new Date(`${time}:00Z`) },
  ...{ usdot_number_ocr_score: 'High', ...CHICAGO, ...more },
});
const vinOf = (serial: number) => {
  const tail = `GJ${serial}`;
  return `1XKYDP9X${vinCheckDigit(`1XKYDP9X0${tail}`)}${tail}`;
};

const carrier = (census: Values = {}) => register({ power_units: 5, ...census });

test('finds a plate in two places that are too far apart for the time between, on two days', async () => {
  const usdot = await carrier();
  const plate = { alpr_plate_number: 'CLN001', plate_state: 'IL' };
  await recordObservations(db, [
    see(usdot, '2026-10-01T10:00', plate),
    see(usdot, '2026-10-01T14:00', { ...plate, ...ATLANTA }),
    // 590 miles in 9 hours are possible.
    see(usdot, '2026-10-05T10:00', plate),
    see(usdot, '2026-10-05T19:00', { ...plate, ...ATLANTA }),
    // The same characters on a plate of another state.
    see(usdot, '2026-10-06T10:00', plate),
    see(usdot, '2026-10-06T11:00', { ...plate, plate_state: 'GA', ...ATLANTA }),
    // A plate that was read with doubt.
    see(usdot, '2026-10-07T10:00', plate),
    see(usdot, '2026-10-07T11:00', { ...plate, ...ATLANTA, is_plate_doubtful: true }),
    see(usdot, '2026-10-08T12:00', plate),
  ]);
  assert.equal(await find('vehicle_in_two_places', usdot), null, 'one day may be one misreading');
  // The copy shows the number of another carrier.
  await recordObservations(db, [see(7_000_001, '2026-10-08T14:00', { ...plate, ...ATLANTA })]);
  const found = await find('vehicle_in_two_places', usdot);
  assert.deepEqual(
    found?.evidence.map((row) => [row.vehicle, row.earlier_city, row.location_city, row.minutes]),
    [
      ['plate CLN001 IL', 'Chicago', 'Atlanta', 120],
      ['plate CLN001 IL', 'Chicago', 'Atlanta', 240],
    ],
  );
  assert.deepEqual([found?.evidence[0]?.miles, found?.evidence[0]?.usdot_number], [589, '7000001']);
});

test('finds a number in more places at once than the declared trucks can be', async () => {
  const usdot = await carrier({ power_units: 1 });
  const at = (time: string, place: object, more = {}) => see(usdot, time, { ...place, ...more });
  await recordObservations(db, [
    at('2026-10-01T10:00', CHICAGO),
    at('2026-10-01T11:00', ATLANTA),
    at('2026-10-01T11:30', DENVER, { is_usdot_imputed: true }),
    at('2026-10-01T11:40', SEATTLE, { usdot_number_ocr_score: 'Medium' }),
    // A day later one truck can be anywhere within 2,000 miles.
    at('2026-10-02T11:30', DENVER),
  ]);
  assert.equal(await find('number_in_two_places', usdot), null, 'two trucks: one more than declared');
  await recordObservations(db, [at('2026-10-01T12:00', MIAMI)]);
  const found = await find('number_in_two_places', usdot);
  assert.deepEqual(
    found?.evidence.map((row) => [row.location_city, row.trucks_needed, row.declared_power_units]),
    [
      ['Miami', 3, 1],
      ['Atlanta', 3, 1],
      ['Chicago', 3, 1],
    ],
  );
  const large = await carrier({ power_units: 3 });
  await recordObservations(
    db,
    [CHICAGO, ATLANTA, MIAMI].map((place) => see(large, '2026-10-01T10:00', place)),
  );
  assert.equal(await find('number_in_two_places', large), null, 'three trucks can be in three places');
});

test('counts the trucks that a list of sightings needs', () => {
  const at = (hour: number, place: typeof CHICAGO) => ({
    ...{ time_captured: `2026-10-01T${String(hour).padStart(2, '0')}:00:00Z`, image_id: null, ...place },
  });
  assert.equal(trucksNeeded([]).length, 0);
  assert.equal(trucksNeeded([at(1, CHICAGO), at(12, ATLANTA), at(20, CHICAGO)]).length, 1);
  assert.equal(trucksNeeded([at(1, CHICAGO), at(2, ATLANTA), at(3, CHICAGO), at(4, MIAMI)]).length, 3);
});

test('finds the name or MC number of another carrier beside the number', async () => {
  const line = (text: string, x: number, y: number): ReadLine => {
    const [right, bottom] = [x + 300, y + 30];
    return {
      text,
      confidence: 0.98,
      quad: [
        [x, y],
        [right, y],
        [right, bottom],
        [x, bottom],
      ],
    };
  };
  const other = await carrier({
    legal_name: 'BRAMBLE RIDGE TRUCKING LLC',
    docket1_prefix: 'MC',
    docket1_number: 765001,
  });
  const door = (usdot: number, texts: string[], x = 500) => [
    ...texts.map((text, n) => line(text, x, 300 + 40 * n)),
    line(`USDOT ${usdot}`, 500, 460),
  ];
  const { organization_id } = await createOrganization(db, { name: 'Doors', kind: 'partner' });
  const seen = async (texts: string[], more: Partial<NewObservation> = {}, x = 500, days = ['01', '09']) => {
    const usdot = await carrier({ legal_name: 'HOLLOW CREEK FREIGHT INC' });
    const sightings = days.map((day) => see(usdot, `2026-10-${day}T10:00`, more));
    const keys = await recordObservations(db, sightings);
    const lines = door(usdot, texts, x);
    const images = keys.map(({ id, time_captured }) => ({ sightingId: id, time: time_captured, lines }));
    await insertReadImages(db, organization_id, images);
    return find('name_or_mc_mismatch', usdot);
  };
  const found = await seen(['BRAMBLE RIDGE TRUCKING', 'DAYTON OH']);
  assert.deepEqual(
    [found?.evidence_total, found?.evidence[0]?.shows, found?.evidence[0]?.registered_to],
    [2, 'name', String(other)],
  );
  const limited = { usdot_number_ocr_score: 'Medium' } as const;
  assert.equal(await seen(['BRAMBLE RIDGE TRUCKING'], limited), null, 'a doubtful reading');
  const beside = await seen(['BRAMBLE RIDGE TRUCKING'], { ...limited, has_conflicting_name: true });
  assert.equal(beside?.evidence_total, 2, 'not High because of that name');
  const mc = { mc_number: '765001', mc_number_ocr_score: 'High' } as const;
  assert.equal((await seen(['SOME WORDS'], mc))?.evidence[0]?.shows, 'MC number');
  assert.equal(
    await seen(['SOME WORDS'], { ...mc, mc_number_ocr_score: 'Medium' }),
    null,
    'a doubtful number',
  );
  assert.equal(await seen(['SOME WORDS'], { ...mc, is_mc_imputed: true }), null, 'an inferred number');
  assert.equal(
    await seen(['BRAMBLE RIDGE TRUCKING'], {}, 500, ['01']),
    null,
    'one day may be one misreading',
  );
  assert.equal(
    await seen(['BRAMBLE RIDGE TRUCKING', 'HOLLOW CREEK FREIGHT']),
    null,
    'shows its own name too',
  );
  assert.equal(await seen(['BRAMBLE RIDGE TRUCKING', 'OPERATED BY']), null, 'a leased truck');
  assert.equal(await seen(['BRAMBLE RIDGE TRUCKING'], {}, 2_500), null, "another carrier's trailer");
  assert.deepEqual(linesBesideNumber([{ text: 'ACME' }], 77), [], 'no positions are known');
});

test('finds vehicles that came from a carrier when it lost its authority', async () => {
  const revoked = async (revocation_type: string) => {
    const usdot = await carrier();
    const docket = { usdot_number: usdot, docket_prefix: 'MC', docket_number: usdot };
    await insert('legacy_carriers', { ...docket, common_status: 'I' });
    const revocation = { row_hash: 1, revocation_type, effective_date: '2026-06-01' };
    await insert('legacy_revocations', { ...docket, ...revocation });
    return usdot;
  };
  const transfer = async (from: number[], serial: number, plates = ['', ''], add_date = '2026-05-20') => {
    const usdot = await carrier({ add_date });
    const sightings = from.flatMap((seller, n) => {
      const vin = { vin: vinOf(serial + n), vin_ocr_score: 'High', plate_state: 'OH' } as const;
      const [there = '', here = ''] = plates;
      return [
        see(seller, '2026-05-01T10:00', { ...vin, alpr_plate_number: there }),
        see(usdot, '2026-07-01T10:00', { ...vin, alpr_plate_number: here }),
      ];
    });
    await recordObservations(db, sightings);
    return find('vin_from_revoked_carrier', usdot);
  };
  const old = await revoked('INVOLUNTARY REVOCATION');
  const found = await transfer([old, old], 300_100);
  assert.deepEqual(
    found?.evidence.map((row) => [row.vin, row.usdot_number, row.last_seen_there, row.first_seen_here]),
    [300_100, 300_101].map((serial) => [vinOf(serial), String(old), '2026-05-01', '2026-07-01']),
  );
  assert.equal(found?.evidence[0]?.revoked_on, '2026-06-01');
  const another = await revoked('INVOLUNTARY REVOCATION');
  assert.equal(await transfer([old, another], 300_200), null, 'one truck each, as from an auction');
  const toEstablished = (sellers: number[], serial: number) =>
    transfer(sellers, serial, ['', ''], '2019-05-20');
  assert.equal(await toEstablished([old, old], 300_700), null, 'two trucks of an established carrier');
  assert.equal((await toEstablished([old, old, old], 300_800))?.evidence.length, 3);
  const kept = await transfer([old], 300_500, ['PWH-4411', 'PWH4411']);
  assert.deepEqual(
    kept?.evidence.map((row) => [row.vin, row.kept_plate]),
    [[vinOf(300_500), 'PWH4411 OH']],
  );
  assert.equal(await transfer([old], 300_600, ['PWH4412', 'PXA1001']), null, 'one truck, with another plate');
  const closed = await revoked('VOLUNTARY REVOCATION');
  assert.equal(await transfer([closed, closed], 300_300), null, 'the seller gave its authority up');
  const active = await carrier();
  assert.equal(await transfer([active, active], 300_400), null, 'the seller still operates');
});

test('counts how often the carrier of a vehicle changed', () => {
  const changes = (own: number[], other: number[]) =>
    changesOfCarrier(
      ...([own, other].map((days) => days.map((day) => `2026-10-${day}`)) as [string[], string[]]),
    );
  assert.equal(changes([10, 11], [12, 13]).length, 1, 'a sale');
  assert.equal(changes([10, 20], [12, 13]).length, 2, 'a lease with a return');
  assert.equal(changes([10, 20], [12, 22]).length, 3);
  assert.equal(changes([10], [10]).length, 1, 'on one day the order is not known');
});

test('a VIN that a person typed counts in no signal', async () => {
  const usdot = await carrier({ power_units: 1 });
  const other = await carrier();
  const vins = Array.from({ length: 12 }, (_, i) => ({
    vin: vinOf(500_100 + i),
    vin_ocr_score: 'High' as const,
  }));
  const seen = (by: number, hour: string) => vins.map((vin) => see(by, `2026-10-01T${hour}:00`, vin));
  const setOrigin = (by: number, origin: number) =>
    db.pool.query('update vehicle_sightings set origin = $2 where usdot_number = $1', [by, origin]);
  await recordObservations(db, seen(usdot, '10'));
  assert.equal((await find('fleet_larger_than_declared', usdot))?.evidence.length, 12, 'read');
  await setOrigin(usdot, TYPED);
  assert.equal(await find('fleet_larger_than_declared', usdot), null, 'typed');
  await setOrigin(usdot, 0);
  await recordObservations(db, seen(other, '11'));
  assert.equal(await find('fleet_larger_than_declared', usdot), null, 'read under another carrier, too');
  await setOrigin(other, TYPED);
  assert.equal((await find('fleet_larger_than_declared', usdot))?.evidence.length, 12, 'typed there');
});
