import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testApi } from '../../support/api.ts';
import type { ScriptedLine } from '../../support/recognition/read-lines.ts';
import type { Capture } from '../../support/recognition/recognition.ts';
import { testSightings } from '../../support/recognition/test-sightings.ts';

const api = await testApi();
const { see, sightingOf, carrierOf } = await testSightings(api, await api.customer(['admin']));

await api.db.pool.query(
  `insert into company_census (usdot_number, legal_name) values (5000060, 'ACME ROCKETS LLC'), (5000308, 'BLUE MESA INC');
   insert into logos (name) values ('blue mesa')`,
);

const DOOR = ['ACME ROCKETS LLC', 'USDOT 5000060'];
const nothingElse = {
  ...{ cab_number: '', equipment_number: '', equipment_type: '', vin: '', mc_number: '' },
  alpr_plate_number: '',
};

suite('text beside the number of a carrier', () => {
  const cases: [name: string, text: string, expected: object, readings?: object][] = [
    ['a permit of Kentucky', 'KYU 446502', {}, { permits: [{ kind: 'KYU', value: '446502' }] }],
    ['a permit of Texas', 'TXDMV 006123456', {}, { permits: [{ kind: 'TXDMV', value: '6123456' }] }],
    ['a permit of California', 'CA# 412345', {}, { permits: [{ kind: 'CA', value: '412345' }] }],
    ['a phone number', '800-555-0142', {}],
    ['a phone number with an area code in brackets', '(330) 555-0142', {}],
    ['a phone number with a country code', '1-800-555-0142', {}],
    ['a labeled weight', 'GVW 80,000', {}],
    ['a labeled weight without a comma', 'GVWR 80000 LBS', {}],
    ['a labeled year', 'SINCE 1985', {}],
    ['a labeled year of foundation', 'EST. 1985', {}],
    ['a placard', 'UN 1203', {}, { placards: ['1203'] }],
    [
      'a container number',
      'CSQU 305438 3',
      { equipment_number: 'CSQU3054383', trailer_number_ocr_score: 'High', equipment_type: 'container' },
      { containers: ['CSQU3054383'] },
    ],
    ['a VIN with a wrong check digit', 'VIN 1XKYDP9X1JY839406', {}],
    ['a VIN with a wrong check digit and without a label', '1XKYDP9X1JY839406', {}],
  ];
  for (const [name, text, expected, readings = { permits: [], placards: [] }] of cases) {
    test(`${name}: ${text}`, async () => {
      const id = await see([...DOOR, text]);
      assert.deepEqual(await carrierOf(id), ['5000060', 'High', false]);
      const sighting = await sightingOf(id);
      const pick = (from: Record<string, unknown>, like: object) =>
        Object.fromEntries(Object.keys(like).map((key) => [key, from[key]]));
      const all = { ...nothingElse, ...expected };
      assert.deepEqual(pick(sighting, all), all);
      assert.deepEqual(pick(sighting.readings, readings), readings);
    });
  }

  test('a container number with a wrong check digit is a trailer number with Low, and no container', async () => {
    const { equipment_number, trailer_number_ocr_score, equipment_type, readings } = await sightingOf(
      await see(['CSQU3054384']),
    );
    assert.deepEqual(
      [equipment_number, trailer_number_ocr_score, equipment_type, readings.containers],
      ['CSQU3054384', 'Low', '', undefined],
    );
  });
});

test('the logo of a leased trailer does not change the carrier of the tractor', async () => {
  const place = { source: 'gate', plate: '7ABC123' };
  await see(DOOR, place);
  const id = await see(['BLUE MESA', 'TRAILER 53391211'], { ...place, seconds: 4 });
  assert.deepEqual(await carrierOf(id), ['5000060', 'High', false]);
  const { equipment_logo, trailer_logo_ocr_score, equipment_number, image_ids, readings } =
    await sightingOf(id);
  assert.deepEqual(
    [equipment_logo, trailer_logo_ocr_score, equipment_number, image_ids.length],
    ['blue mesa', 'High', '53391211', 2],
  );
  assert.equal(readings.conflicts, undefined);
});

suite('the partner’s plate', () => {
  /** A plate of Texas. */
  const plate = (text: string): ScriptedLine[] => [
    { text: 'TEXAS', x: 220, y: 200, height: 16 },
    { text, x: 200, y: 222, height: 60 },
  ];
  const cases: [name: string, lines: ScriptedLine[], capture: Capture, expected: unknown[]][] = [
    [
      'is confirmed by our own reading',
      plate('ABC2345'),
      { plate: 'ABC2345', plateState: 'TX', confidence: 0.95 },
      ['ABC2345', 'TX', 'confirmed', 'ABC2345'],
    ],
    [
      'stays when our own reading differs, and is marked',
      plate('ABC2346'),
      { plate: 'ABC2345', plateState: 'TX', confidence: 0.95 },
      ['ABC2345', 'TX', 'contradicted', 'ABC2346'],
    ],
    [
      'with 0.40 gives way to the plate that we read with High',
      plate('ABC2346'),
      { plate: 'ABC2345', plateState: 'TX', confidence: 0.4 },
      ['ABC2346', 'TX', undefined, undefined],
    ],
    [
      'with 0.01 gives way to the plate that we read with High, which is no cab number',
      plate('VJW8831'),
      { plate: 'XXX0000', plateState: 'OK', confidence: 0.01 },
      ['VJW8831', 'TX', undefined, undefined],
    ],
    [
      'is a sighting without any text',
      [],
      { plate: 'ABC2345', plateState: 'TX' },
      ['ABC2345', 'TX', undefined, undefined],
    ],
  ];
  for (const [name, lines, capture, expected] of cases) {
    test(name, async () => {
      const { alpr_plate_number, plate_state, usdot_number, cab_number, readings } = await sightingOf(
        await see(lines, capture),
      );
      assert.deepEqual(
        [alpr_plate_number, plate_state, readings.plate_agreement, readings.plate_read],
        expected,
      );
      assert.deepEqual([usdot_number, cab_number], ['', '']);
    });
  }
});
