import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readFieldNames } from '../../../src/contract/truck-fields.ts';
import { consensus } from '../../../src/domain/recognition/imputation/consensus.ts';
import type {
  Evidence,
  HeldDocket,
  KnownFields,
  VehicleRow,
} from '../../../src/domain/recognition/imputation/find-evidence.ts';
import {
  cabByVehicle,
  carrierByDocket,
  carrierByPlate,
  carrierByTrailer,
  carrierByVin,
  docketByCarrier,
  equipmentType,
  imputeCarrier,
  imputeRest,
  logoByTrailer,
  vinByCab,
  vinByPlate,
} from '../../../src/domain/recognition/imputation/impute.ts';
import { vinBody } from '../../../src/domain/recognition/imputation/vin-body.ts';
import { byName } from '../../../src/lib/by-name.ts';

const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const TRACTOR = '1XKYDP9X3GJ473982';
const VAN = '1UYVS2538HU123456';
const [A, B] = ['1234567', '7654321'];

const unread: KnownFields = byName(readFieldNames(), () => '');
const nothing: Evidence = {
  byPlate: [],
  byVin: [],
  byCab: [],
  byTrailer: [],
  docketHolders: [],
  carrierDockets: [],
  vinTypes: new Map(),
};
let rowNumber = 0;
const row = (values: Partial<VehicleRow>, days = 1): VehicleRow => ({
  table: 'inspections',
  key: `k${++rowNumber}`,
  seenAt: daysAgo(days),
  usdot_number: '',
  vin: '',
  cab_number: '',
  equipment_logo: '',
  equipment_type: '',
  isTrailer: false,
  ...values,
});
const docket = (usdot_number: string, number: string, isActive = true): HeldDocket => ({
  usdot_number,
  docket: number,
  isActive,
  key: `motus ${usdot_number} MC${number}`,
});

suite('consensus', () => {
  const rule = 'carrier-by-plate';
  const LIMITS = { halfLifeDays: 180, minWeight: 0.7 };
  const say = (value: string, days: number) => ({
    table: 'inspections' as const,
    key: `${value} ${days}`,
    value,
    seenAt: daysAgo(days),
  });

  test('needs one recent row or several old ones', () => {
    assert.equal(consensus(rule, [say(A, 1)], now, LIMITS)?.value, A);
    assert.equal(consensus(rule, [say(A, 200)], now, LIMITS), null);
    assert.equal(consensus(rule, [say(A, 200), say(A, 220), say(A, 240)], now, LIMITS)?.value, A);
  });

  test('returns nothing when rows contradict each other', () => {
    assert.equal(consensus(rule, [say(A, 3), say(B, 1)], now, LIMITS), null);
    assert.equal(consensus(rule, [say(A, 3), say(A, 5), say(A, 9), say(B, 1)], now, LIMITS), null, '3 of 4');
  });

  test('ignores a contradiction that is long past', () => {
    const found = consensus(rule, [say(A, 900), say(B, 1)], now, LIMITS);
    assert.equal(found?.value, B);
    assert.ok((found?.agreement ?? 0) > 0.9);
  });

  test('counts several rows of one day once', () => {
    const sameDay = Array.from({ length: 9 }, (_, i) => ({ ...say(A, 1), key: `${i}` }));
    assert.equal(
      consensus(rule, sameDay, now, LIMITS)?.weight,
      consensus(rule, [say(A, 1)], now, LIMITS)?.weight,
    );
    assert.equal(consensus(rule, [...sameDay, say(B, 2)], now, LIMITS), null);
  });

  test('counts the age of later rows like that of earlier ones', () => {
    assert.equal(consensus(rule, [say(A, -700)], now, LIMITS), null);
    assert.equal(consensus(rule, [say(A, -1)], now, LIMITS)?.value, A);
  });

  test('lists the supporting rows, newest first', () => {
    const found = consensus(rule, [say(A, 40), say(A, 2), say('', 1)], now, LIMITS);
    assert.deepEqual(
      found?.rows.map(({ key }) => key),
      [`${A} 2`, `${A} 40`],
    );
    assert.equal(consensus(rule, [], now, LIMITS), null);
  });
});

suite('imputed carrier', () => {
  test('by docket: needs exactly one holder, from any number of sources', () => {
    const known = { ...unread, mc_number: '529015' };
    const held = (...docketHolders: HeldDocket[]) =>
      carrierByDocket(known, { ...nothing, docketHolders }, now);
    assert.equal(held(docket(A, '529015'), { ...docket(A, '529015'), key: 'legacy' })?.value, A);
    assert.equal(held(docket(A, '529015'), docket(B, '529015')), null);
    assert.equal(held(), null);
    assert.equal(carrierByDocket(unread, { ...nothing, docketHolders: [docket(A, '1')] }, now), null);
  });

  test('by VIN: needs recent agreement, and ignores partial VINs and trailers', () => {
    const by = (vin: string, ...byVin: VehicleRow[]) =>
      carrierByVin({ ...unread, vin }, { ...nothing, byVin }, now);
    assert.equal(by(TRACTOR, row({ usdot_number: A }), row({ usdot_number: A }, 300))?.value, A);
    assert.equal(by(TRACTOR, row({ usdot_number: A }, 2_000)), null);
    assert.equal(
      by(TRACTOR, row({ usdot_number: A }, 2_000), row({ usdot_number: B }, 10))?.value,
      B,
      'sold',
    );
    assert.equal(by(TRACTOR, row({ usdot_number: A }, 20), row({ usdot_number: B }, 10)), null);
    assert.equal(by(TRACTOR.slice(-8), row({ usdot_number: A })), null);
    assert.equal(by(VAN, row({ usdot_number: A, isTrailer: true })), null);
  });

  test('by plate: needs recent agreement, and ignores trailers', () => {
    const by = (...byPlate: VehicleRow[]) => carrierByPlate(unread, { ...nothing, byPlate }, now);
    assert.equal(by(row({ usdot_number: A }, 100))?.value, A);
    assert.equal(by(row({ usdot_number: A }, 400)), null);
    assert.equal(by(row({ usdot_number: A }, 30), row({ usdot_number: B }, 20)), null);
    assert.equal(by(row({ usdot_number: A, isTrailer: true })), null, 'a trailer plate');
  });

  test('by trailer: needs several days and a distinctive number or the same logo', () => {
    const by = (equipment_number: string, logo: string, ...byTrailer: VehicleRow[]) =>
      carrierByTrailer({ ...unread, equipment_number, equipment_logo: logo }, { ...nothing, byTrailer }, now);
    const seen = (days: number, logo = '') => row({ usdot_number: A, equipment_logo: logo }, days);
    assert.equal(by('JBHU235345', '', seen(1), seen(9))?.value, A);
    assert.equal(by('JBHU235345', '', seen(1)), null, 'one day may be a loan');
    assert.equal(by('1001', '', seen(1), seen(9)), null, 'many fleets have a trailer 1001');
    assert.equal(by('1001', 'acme', seen(1, 'acme'), seen(9, 'acme'))?.value, A);
    assert.equal(by('1001', 'acme', seen(1, 'other'), seen(9, 'other')), null);
    assert.equal(by('JBHU235345', '', seen(1), seen(9), row({ usdot_number: B }, 5)), null);
    assert.equal(by('CSQU3054383', '', seen(1), seen(9)), null, 'a container moves between carriers');
  });

  test('needs docket, VIN and plate to agree, and uses the trailer only without them', () => {
    const known = { ...unread, mc_number: '5', vin: TRACTOR, equipment_number: 'JBHU235345' };
    const byTrailer = [row({ usdot_number: B }, 1), row({ usdot_number: B }, 9)];
    const byPlate = [row({ usdot_number: A })];
    assert.equal(imputeCarrier(known, { ...nothing, byPlate, byTrailer }, now)?.rule, 'carrier-by-plate');
    const docketHolders = [docket(A, '5')];
    assert.equal(
      imputeCarrier(known, { ...nothing, byPlate, docketHolders }, now)?.rule,
      'carrier-by-docket',
    );
    const byVin = [row({ usdot_number: B })];
    assert.equal(imputeCarrier(known, { ...nothing, byPlate, byVin, byTrailer }, now), null);
    assert.equal(imputeCarrier(known, { ...nothing, byTrailer }, now)?.rule, 'carrier-by-trailer');
    assert.equal(
      imputeCarrier({ ...known, usdot_number: B }, { ...nothing, byPlate }, now),
      null,
      'it was read',
    );
  });
});

test('imputes the docket with active authority, and none when two have it', () => {
  const of = (...carrierDockets: HeldDocket[]) =>
    docketByCarrier({ ...unread, usdot_number: A }, { ...nothing, carrierDockets }, now)?.value;
  assert.equal(of(docket(A, '5', false)), '5', 'the only one');
  assert.equal(of(docket(A, '5', false), docket(A, '6', true)), '6');
  assert.equal(of(docket(A, '5', true), docket(A, '6', true)), undefined);
  assert.equal(of(docket(A, '5', false), docket(A, '6', false)), undefined);
  assert.equal(of(docket(B, '5')), undefined, 'held by another carrier');
});

suite('imputed vehicle fields', () => {
  test('VIN by plate: ignores other carriers when the carrier is known', () => {
    const by = (usdot_number: string, ...byPlate: VehicleRow[]) =>
      vinByPlate({ ...unread, usdot_number }, { ...nothing, byPlate }, now)?.value;
    assert.equal(by('', row({ vin: TRACTOR })), TRACTOR);
    assert.equal(by(A, row({ usdot_number: A, vin: TRACTOR }), row({ usdot_number: B, vin: VAN })), TRACTOR);
    assert.equal(by('', row({ vin: TRACTOR }), row({ vin: VAN })), undefined, 'conflict');
    assert.equal(by('', row({ vin: TRACTOR }, 500)), undefined, 'too old');
  });

  test('VIN by cab number: needs the carrier', () => {
    const by = (known: Partial<KnownFields>, ...byCab: VehicleRow[]) =>
      vinByCab({ ...unread, ...known }, { ...nothing, byCab }, now)?.value;
    const known = { usdot_number: A, cab_number: '42' };
    assert.equal(by(known, row({ vin: TRACTOR })), TRACTOR);
    assert.equal(by({ cab_number: '42' }, row({ vin: TRACTOR })), undefined);
    assert.equal(by(known, row({ vin: TRACTOR }), row({ vin: VAN }, 5)), undefined, 'conflict');
    assert.equal(
      by(known, row({ vin: VAN }, 900), row({ vin: TRACTOR }, 5)),
      TRACTOR,
      'the number moved to another truck',
    );
  });

  test('cab number by plate or VIN: needs the same carrier', () => {
    const by = (usdot_number: string, ...byPlate: VehicleRow[]) =>
      cabByVehicle({ ...unread, usdot_number }, { ...nothing, byPlate }, now)?.value;
    assert.equal(by(A, row({ usdot_number: A, cab_number: '42' })), '42');
    assert.equal(by(A, row({ usdot_number: B, cab_number: '42' })), undefined);
    assert.equal(by('', row({ usdot_number: A, cab_number: '42' })), undefined);
    assert.equal(by(A, row({ usdot_number: A, cab_number: '42', isTrailer: true })), undefined);
    const both = [row({ usdot_number: A, cab_number: '42' }), row({ usdot_number: A, cab_number: '43' }, 4)];
    assert.equal(by(A, ...both), undefined, 'conflict');
  });

  test('logo by trailer number: needs the same carrier or a distinctive number', () => {
    const by = (known: Partial<KnownFields>, ...byTrailer: VehicleRow[]) =>
      logoByTrailer({ ...unread, ...known }, { ...nothing, byTrailer }, now)?.value;
    assert.equal(
      by({ equipment_number: '1001', usdot_number: A }, row({ usdot_number: A, equipment_logo: 'acme' })),
      'acme',
    );
    assert.equal(
      by({ equipment_number: '1001', usdot_number: A }, row({ usdot_number: B, equipment_logo: 'acme' })),
      undefined,
    );
    assert.equal(by({ equipment_number: '1001' }, row({ equipment_logo: 'acme' })), undefined);
    assert.equal(by({ equipment_number: 'JBHU235345' }, row({ equipment_logo: 'acme' })), 'acme');
    const both = [row({ equipment_logo: 'acme' }), row({ equipment_logo: 'other' }, 3)];
    assert.equal(by({ equipment_number: 'JBHU235345' }, ...both), undefined, 'conflict');
  });

  test('equipment type: uses the trailer VIN, then inspections, then earlier sightings', () => {
    const vinTypes = new Map([
      ['1UY', 'Trailer'],
      ['1XK', 'Truck'],
      ['4ZZ', 'Trailer'],
    ]);
    const of = (known: Partial<KnownFields>, evidence: Partial<Evidence> = {}) =>
      equipmentType({ ...unread, ...known }, { ...nothing, vinTypes, ...evidence }, now)?.value;
    assert.equal(of({ vin: VAN }), 'van');
    assert.equal(of({ vin: VAN.replace('1UYV', '1UYF') }), 'flatbed');
    assert.equal(of({ vin: TRACTOR }), undefined, 'a tractor is not equipment');
    const byPlate = [row({ isTrailer: true, equipment_type: 'semi-trailer', vin: '4ZZ' })];
    assert.equal(of({}, { byPlate }), 'semi-trailer');
    assert.equal(
      of({}, { byPlate: [row({ isTrailer: true, equipment_type: 'semi-trailer', vin: VAN })] }),
      'van',
    );
    const byTrailer = [row({ equipment_type: 'flatbed' })];
    assert.equal(of({ equipment_number: 'JBHU235345' }, { byTrailer }), 'flatbed');
    assert.equal(of({ equipment_number: '1001', usdot_number: A }, { byTrailer }), undefined);
    assert.equal(vinBody('4ZZVS2538HU123456', vinTypes), 'trailer');
    assert.equal(vinBody('123', vinTypes), '');
  });

  test('keeps a full VIN, and completes a partial one only with the same end', () => {
    const rest = (vin: string) => {
      const byPlate = [row({ vin: TRACTOR })];
      return imputeRest({ ...unread, vin }, { ...nothing, byPlate }, now).vin?.value;
    };
    assert.equal(rest(''), TRACTOR);
    assert.equal(rest(TRACTOR.slice(-8)), TRACTOR);
    assert.equal(rest('GJ473989'), undefined);
    assert.equal(rest(VAN), undefined);
  });

  test('does not impute fields that were read', () => {
    const known = {
      ...unread,
      usdot_number: A,
      mc_number: '9',
      cab_number: '7',
      equipment_logo: 'acme',
      vin: TRACTOR,
    };
    const byPlate = [row({ usdot_number: A, cab_number: '42', vin: TRACTOR })];
    const { mc_number, cab_number, equipment_logo, vin } = imputeRest(
      { ...known, equipment_number: 'JBHU235345' },
      { ...nothing, byPlate, byTrailer: [row({ equipment_logo: 'x' })], carrierDockets: [docket(A, '5')] },
      now,
    );
    assert.deepEqual([mc_number, cab_number, equipment_logo, vin], [null, null, null, null]);
  });
});
