import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { agreed } from '../../src/domain/recognition/imputation/consensus.ts';
import { cabByVehicle } from '../../src/domain/recognition/imputation/cab-by-vehicle.ts';
import { carrierByDocket } from '../../src/domain/recognition/imputation/carrier-by-docket.ts';
import { carrierByPlate } from '../../src/domain/recognition/imputation/carrier-by-plate.ts';
import { carrierByTrailer } from '../../src/domain/recognition/imputation/carrier-by-trailer.ts';
import { carrierByVin } from '../../src/domain/recognition/imputation/carrier-by-vin.ts';
import { docketByCarrier } from '../../src/domain/recognition/imputation/docket-by-carrier.ts';
import { equipmentType } from '../../src/domain/recognition/imputation/equipment-type.ts';
import type {
  DocketRow,
  Known,
  KnownEvidence,
  VehicleRow,
} from '../../src/domain/recognition/imputation/evidence.ts';
import { imputeCarrier, imputeRest } from '../../src/domain/recognition/imputation/impute.ts';
import { logoByTrailer } from '../../src/domain/recognition/imputation/logo-by-trailer.ts';
import { vinBody } from '../../src/domain/recognition/imputation/vin-body.ts';
import { vinByCab } from '../../src/domain/recognition/imputation/vin-by-cab.ts';
import { vinByPlate } from '../../src/domain/recognition/imputation/vin-by-plate.ts';

const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const TRACTOR = '1XKYDP9X3GJ473982';
const VAN = '1UYVS2538HU123456';
const [A, B] = ['1234567', '7654321'];

const nobody: Known = {
  ...{ usdotNumber: '', mcNumber: '', vin: '', cabNumber: '', trailerNumber: '', logo: '' },
};
const nothing: KnownEvidence = {
  ...{ byPlate: [], byVin: [], byCab: [], byTrailer: [], docketHolders: [], carrierDockets: [] },
  vinTypes: new Map(),
};
let rowNumber = 0;
const row = (says: Partial<VehicleRow>, days = 1): VehicleRow => ({
  ...{ table: 'inspections', key: `k${++rowNumber}`, seenAt: daysAgo(days) },
  ...{ usdotNumber: '', vin: '', cabNumber: '', logo: '', equipmentType: '', isTrailer: false },
  ...says,
});
const docket = (usdotNumber: string, number: string, isActive = true): DocketRow => ({
  ...{ usdotNumber, docket: number, isActive, key: `motus ${usdotNumber} MC${number}` },
});

suite('agreement', () => {
  const rule = 'carrier-by-plate';
  const say = (says: string, days: number) => ({
    ...{ table: 'inspections' as const, key: `${says} ${days}`, says, seenAt: daysAgo(days) },
  });

  test('one fresh row is enough, one old row is not, several old ones are', () => {
    assert.equal(agreed(rule, [say(A, 1)], now, 180)?.value, A);
    assert.equal(agreed(rule, [say(A, 200)], now, 180), null);
    assert.equal(agreed(rule, [say(A, 200), say(A, 220), say(A, 240)], now, 180)?.value, A);
  });

  test('rows that contradict each other say nothing', () => {
    assert.equal(agreed(rule, [say(A, 3), say(B, 1)], now, 180), null);
    assert.equal(agreed(rule, [say(A, 3), say(A, 5), say(A, 9), say(B, 1)], now, 180), null, '3 of 4');
  });

  test('what is long past contradicts nobody', () => {
    const found = agreed(rule, [say(A, 900), say(B, 1)], now, 180);
    assert.equal(found?.value, B);
    assert.ok((found?.agreement ?? 0) > 0.9);
  });

  test('a day counts once, however often the truck was seen on it', () => {
    const sameDay = Array.from({ length: 9 }, (_, i) => ({ ...say(A, 1), key: `${i}` }));
    assert.equal(agreed(rule, sameDay, now, 180)?.weight, agreed(rule, [say(A, 1)], now, 180)?.weight);
    assert.equal(agreed(rule, [...sameDay, say(B, 2)], now, 180), null);
  });

  test('age counts to both sides of the moment', () => {
    assert.equal(agreed(rule, [say(A, -700)], now, 180), null);
    assert.equal(agreed(rule, [say(A, -1)], now, 180)?.value, A);
  });

  test('the rows it rests on are named, newest first', () => {
    const found = agreed(rule, [say(A, 40), say(A, 2), say('', 1)], now, 180);
    assert.deepEqual(
      found?.rows.map(({ key }) => key),
      [`${A} 2`, `${A} 40`],
    );
    assert.equal(agreed(rule, [], now, 180), null);
  });
});

suite('the carrier', () => {
  test('by docket: one holder, from any number of sources; two holders tell nothing', () => {
    const known = { ...nobody, mcNumber: '529015' };
    const held = (...docketHolders: DocketRow[]) =>
      carrierByDocket(known, { ...nothing, docketHolders }, now);
    assert.equal(held(docket(A, '529015'), { ...docket(A, '529015'), key: 'legacy' })?.value, A);
    assert.equal(held(docket(A, '529015'), docket(B, '529015')), null);
    assert.equal(held(), null);
    assert.equal(carrierByDocket(nobody, { ...nothing, docketHolders: [docket(A, '1')] }, now), null);
  });

  test('by VIN: agreement, age, conflict; the end of a VIN and a trailer’s VIN do not count', () => {
    const by = (vin: string, ...byVin: VehicleRow[]) =>
      carrierByVin({ ...nobody, vin }, { ...nothing, byVin }, now);
    assert.equal(by(TRACTOR, row({ usdotNumber: A }), row({ usdotNumber: A }, 300))?.value, A);
    assert.equal(by(TRACTOR, row({ usdotNumber: A }, 2_000)), null);
    assert.equal(by(TRACTOR, row({ usdotNumber: A }, 2_000), row({ usdotNumber: B }, 10))?.value, B, 'sold');
    assert.equal(by(TRACTOR, row({ usdotNumber: A }, 20), row({ usdotNumber: B }, 10)), null);
    assert.equal(by(TRACTOR.slice(-8), row({ usdotNumber: A })), null);
    assert.equal(by(VAN, row({ usdotNumber: A, isTrailer: true })), null);
  });

  test('by plate: agreement, age, conflict', () => {
    const by = (...byPlate: VehicleRow[]) => carrierByPlate(nobody, { ...nothing, byPlate }, now);
    assert.equal(by(row({ usdotNumber: A }, 100))?.value, A);
    assert.equal(by(row({ usdotNumber: A }, 400)), null);
    assert.equal(by(row({ usdotNumber: A }, 30), row({ usdotNumber: B }, 20)), null);
    assert.equal(by(row({ usdotNumber: A, isTrailer: true })), null, 'a trailer’s plate is no truck’s');
  });

  test('by trailer: several days, and a number or wordmark that is no everybody’s', () => {
    const by = (trailerNumber: string, logo: string, ...byTrailer: VehicleRow[]) =>
      carrierByTrailer({ ...nobody, trailerNumber, logo }, { ...nothing, byTrailer }, now);
    const seen = (days: number, logo = '') => row({ usdotNumber: A, logo }, days);
    assert.equal(by('JBHU235345', '', seen(1), seen(9))?.value, A);
    assert.equal(by('JBHU235345', '', seen(1)), null, 'one day is a loan');
    assert.equal(by('1001', '', seen(1), seen(9)), null, 'half the country has a trailer 1001');
    assert.equal(by('1001', 'acme', seen(1, 'acme'), seen(9, 'acme'))?.value, A);
    assert.equal(by('1001', 'acme', seen(1, 'other'), seen(9, 'other')), null);
    assert.equal(by('JBHU235345', '', seen(1), seen(9), row({ usdotNumber: B }, 5)), null);
  });

  test('docket, VIN and plate must not contradict each other; the trailer speaks only when they are silent', () => {
    const known = { ...nobody, mcNumber: '5', vin: TRACTOR, trailerNumber: 'JBHU235345' };
    const byTrailer = [row({ usdotNumber: B }, 1), row({ usdotNumber: B }, 9)];
    const byPlate = [row({ usdotNumber: A })];
    assert.equal(imputeCarrier(known, { ...nothing, byPlate, byTrailer }, now)?.rule, 'carrier-by-plate');
    const docketHolders = [docket(A, '5')];
    assert.equal(
      imputeCarrier(known, { ...nothing, byPlate, docketHolders }, now)?.rule,
      'carrier-by-docket',
    );
    const byVin = [row({ usdotNumber: B })];
    assert.equal(imputeCarrier(known, { ...nothing, byPlate, byVin, byTrailer }, now), null);
    assert.equal(imputeCarrier(known, { ...nothing, byTrailer }, now)?.rule, 'carrier-by-trailer');
    assert.equal(
      imputeCarrier({ ...known, usdotNumber: B }, { ...nothing, byPlate }, now),
      null,
      'it was read',
    );
  });
});

test('the docket of a carrier: the one with authority, of two such none', () => {
  const of = (...carrierDockets: DocketRow[]) =>
    docketByCarrier({ ...nobody, usdotNumber: A }, { ...nothing, carrierDockets }, now)?.value;
  assert.equal(of(docket(A, '5', false)), '5', 'the only one');
  assert.equal(of(docket(A, '5', false), docket(A, '6', true)), '6');
  assert.equal(of(docket(A, '5', true), docket(A, '6', true)), undefined);
  assert.equal(of(docket(A, '5', false), docket(A, '6', false)), undefined);
  assert.equal(of(docket(B, '5')), undefined, 'another carrier’s');
});

suite('the vehicle', () => {
  test('VIN by plate, within the carrier where one is known', () => {
    const by = (usdotNumber: string, ...byPlate: VehicleRow[]) =>
      vinByPlate({ ...nobody, usdotNumber }, { ...nothing, byPlate }, now)?.value;
    assert.equal(by('', row({ vin: TRACTOR })), TRACTOR);
    assert.equal(by(A, row({ usdotNumber: A, vin: TRACTOR }), row({ usdotNumber: B, vin: VAN })), TRACTOR);
    assert.equal(by('', row({ vin: TRACTOR }), row({ vin: VAN })), undefined, 'conflict');
    assert.equal(by('', row({ vin: TRACTOR }, 500)), undefined, 'too old');
  });

  test('VIN by cab number, within the carrier only', () => {
    const by = (known: Partial<Known>, ...byCab: VehicleRow[]) =>
      vinByCab({ ...nobody, ...known }, { ...nothing, byCab }, now)?.value;
    const known = { usdotNumber: A, cabNumber: '42' };
    assert.equal(by(known, row({ vin: TRACTOR })), TRACTOR);
    assert.equal(by({ cabNumber: '42' }, row({ vin: TRACTOR })), undefined);
    assert.equal(by(known, row({ vin: TRACTOR }), row({ vin: VAN }, 5)), undefined, 'conflict');
    assert.equal(by(known, row({ vin: VAN }, 900), row({ vin: TRACTOR }, 5)), TRACTOR, 'the number moved on');
  });

  test('cab number by plate or VIN, of this carrier only', () => {
    const by = (usdotNumber: string, ...byPlate: VehicleRow[]) =>
      cabByVehicle({ ...nobody, usdotNumber }, { ...nothing, byPlate }, now)?.value;
    assert.equal(by(A, row({ usdotNumber: A, cabNumber: '42' })), '42');
    assert.equal(by(A, row({ usdotNumber: B, cabNumber: '42' })), undefined);
    assert.equal(by('', row({ usdotNumber: A, cabNumber: '42' })), undefined);
    assert.equal(by(A, row({ usdotNumber: A, cabNumber: '42', isTrailer: true })), undefined);
    const both = [row({ usdotNumber: A, cabNumber: '42' }), row({ usdotNumber: A, cabNumber: '43' }, 4)];
    assert.equal(by(A, ...both), undefined, 'conflict');
  });

  test('wordmark by trailer number: same carrier, or a number of its kind', () => {
    const by = (known: Partial<Known>, ...byTrailer: VehicleRow[]) =>
      logoByTrailer({ ...nobody, ...known }, { ...nothing, byTrailer }, now)?.value;
    assert.equal(
      by({ trailerNumber: '1001', usdotNumber: A }, row({ usdotNumber: A, logo: 'acme' })),
      'acme',
    );
    assert.equal(
      by({ trailerNumber: '1001', usdotNumber: A }, row({ usdotNumber: B, logo: 'acme' })),
      undefined,
    );
    assert.equal(by({ trailerNumber: '1001' }, row({ logo: 'acme' })), undefined);
    assert.equal(by({ trailerNumber: 'JBHU235345' }, row({ logo: 'acme' })), 'acme');
    const both = [row({ logo: 'acme' }), row({ logo: 'other' }, 3)];
    assert.equal(by({ trailerNumber: 'JBHU235345' }, ...both), undefined, 'conflict');
  });

  test('equipment type: the trailer’s VIN, else its inspection, else earlier sightings', () => {
    const vinTypes = new Map([
      ['1UY', 'Trailer'],
      ['1XK', 'Truck'],
      ['4ZZ', 'Trailer'],
    ]);
    const of = (known: Partial<Known>, evidence: Partial<KnownEvidence> = {}) =>
      equipmentType({ ...nobody, ...known }, { ...nothing, vinTypes, ...evidence }, now)?.value;
    assert.equal(of({ vin: VAN }), 'van');
    assert.equal(of({ vin: VAN.replace('1UYV', '1UYF') }), 'flatbed');
    assert.equal(of({ vin: TRACTOR }), undefined, 'what drives is no equipment');
    const byPlate = [row({ isTrailer: true, equipmentType: 'semi-trailer', vin: '4ZZ' })];
    assert.equal(of({}, { byPlate }), 'semi-trailer');
    assert.equal(
      of({}, { byPlate: [row({ isTrailer: true, equipmentType: 'semi-trailer', vin: VAN })] }),
      'van',
    );
    const byTrailer = [row({ equipmentType: 'flatbed' })];
    assert.equal(of({ trailerNumber: 'JBHU235345' }, { byTrailer }), 'flatbed');
    assert.equal(of({ trailerNumber: '1001', usdotNumber: A }, { byTrailer }), undefined);
    assert.equal(vinBody('4ZZVS2538HU123456', vinTypes), 'trailer');
    assert.equal(vinBody('123', vinTypes), '');
  });

  test('a whole VIN is kept; the end of one that was read must be the end of what is found', () => {
    const rest = (vin: string) => {
      const byPlate = [row({ vin: TRACTOR })];
      return imputeRest({ ...nobody, vin }, { ...nothing, byPlate }, now).vin?.value;
    };
    assert.equal(rest(''), TRACTOR);
    assert.equal(rest(TRACTOR.slice(-8)), TRACTOR);
    assert.equal(rest('GJ473989'), undefined);
    assert.equal(rest(VAN), undefined);
  });

  test('what was read is not imputed', () => {
    const known = { ...nobody, usdotNumber: A, mcNumber: '9', cabNumber: '7', logo: 'acme', vin: TRACTOR };
    const byPlate = [row({ usdotNumber: A, cabNumber: '42', vin: TRACTOR })];
    const { mc_number, cab_number, equipment_logo, vin } = imputeRest(
      { ...known, trailerNumber: 'JBHU235345' },
      { ...nothing, byPlate, byTrailer: [row({ logo: 'x' })], carrierDockets: [docket(A, '5')] },
      now,
    );
    assert.deepEqual([mc_number, cab_number, equipment_logo, vin], [null, null, null, null]);
  });
});
