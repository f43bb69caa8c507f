import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import type { ScriptedLine } from '../../support/recognition/read-lines.ts';
import type { Capture } from '../../support/recognition/recognition.ts';
import { testSightings } from '../../support/recognition/test-sightings.ts';

const api = await testApi();
const { db } = api;
const customer = await api.customer(['admin']);
const { see, sightingOf, carrierOf, correct, withdraw } = await testSightings(api, customer);

const [ACME, OTHER] = ['USDOT 5000060', 'USDOT 5000308'];
const VIN = '1XKYDP9X3GJ473982';
const PLATE = '7ABC123';
const unknown = ['', 'N/A', false];

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, image_labels, quota_usage`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name, docket1_prefix, docket1_number) values
       (5000060, 'ACME ROCKETS LLC', null, null), (5000308, 'THIRD INC', 'MC', 3000005)`,
  );
});

type Imputed = { field: string; rule: string; rows: { table: string; key: string }[] };
/** The rule behind each inferred field and the images of the sightings that it rests on. */
async function evidenceFor(id: string, ...sources: string[]) {
  const { readings } = await sightingOf(id);
  const keys = new Map<string, string>();
  for (const source of sources) keys.set(String((await sightingOf(source)).sighting_id), source);
  return (readings.imputed as Imputed[]).map(({ field, rule, rows }) => [
    field,
    rule,
    rows.map(({ table, key }) => (table === 'observations' ? keys.get(key) : table)),
  ]);
}

suite('the carrier of a truck of which only the plate was read', () => {
  type Seen = [lines: ScriptedLine[], capture: Capture & { days?: number }];
  const plate = { plate: PLATE };
  const truck = (days: number, lines: ScriptedLine[] = [ACME], more: Capture = {}): Seen => [
    lines,
    { ...plate, days, ...more },
  ];
  const cases: [name: string, sources: Seen[], dependent: Capture, isInferred: boolean][] = [
    ['is that of the plate 10 days before', [truck(10)], plate, true],
    ['is that of the plate 300 days before', [truck(300)], plate, true],
    ['is not that of the plate 400 days before', [truck(400)], plate, false],
    [
      'is not that of a number read with Medium',
      [truck(10, [{ text: ACME, confidence: 0.85 }])],
      plate,
      false,
    ],
    ['is not that of the same plate of another state', [truck(10)], { ...plate, plateState: 'TX' }, false],
    ['is not looked up by a plate with Low', [truck(10)], { ...plate, confidence: 0.3 }, false],
    ['is not that of a sighting whose plate is Low', [truck(10, [ACME], { confidence: 0.3 })], plate, false],
    ['is unknown if the plate was seen with two carriers', [truck(10), truck(9, [OTHER])], plate, false],
  ];
  for (const [name, sources, dependent, isInferred] of cases) {
    test(`${name}, whichever image arrives first`, async () => {
      for (const isFirst of [true, false]) {
        await db.pool.query(
          'truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence',
        );
        const ids: string[] = [];
        const seeDependent = () => see(['SOME TEXT'], dependent);
        const before = isFirst ? await seeDependent() : null;
        for (const source of sources) ids.push(await see(...source));
        const id = before ?? (await seeDependent());
        assert.deepEqual(await carrierOf(id), isInferred ? ['5000060', 'N/A', true] : unknown);
        assert.deepEqual(
          await evidenceFor(id, ...ids),
          isInferred ? [['usdot_number', 'carrier-by-plate', ids]] : [],
        );
        assert.deepEqual(await countDifferences(db), []);
      }
    });
  }

  test('is filled in by a later sighting of the truck', async () => {
    const earlier = await see(['SOME TEXT'], { ...plate, days: 30 });
    assert.deepEqual(await carrierOf(earlier), unknown);
    const later = await see([ACME], plate);
    assert.deepEqual(await carrierOf(earlier), ['5000060', 'N/A', true]);
    assert.deepEqual(await evidenceFor(earlier, later), [['usdot_number', 'carrier-by-plate', [later]]]);
  });
});

suite('the VIN of a truck', () => {
  const vinOf = async (id: string) => {
    const { vin, vin_ocr_score, is_vin_imputed } = await sightingOf(id);
    return [vin, vin_ocr_score, is_vin_imputed];
  };

  test('follows from the cab number within the carrier only', async () => {
    const source = await see([ACME, 'UNIT 4412', `VIN ${VIN}`], { days: 1 });
    const [own, other, none] = [
      await see([ACME, 'UNIT 4412']),
      await see([OTHER, 'UNIT 4412']),
      await see(['UNIT 4412']),
    ];
    assert.deepEqual(await vinOf(own), [VIN, 'N/A', true]);
    assert.deepEqual(await evidenceFor(own, source), [['vin', 'vin-by-cab', [source]]]);
    for (const id of [other, none]) assert.deepEqual(await vinOf(id), ['', 'N/A', false]);
    assert.deepEqual(await evidenceFor(other), [['mc_number', 'docket-by-carrier', ['carrier_dockets']]]);
  });

  test('of which the end was read must have this end', async () => {
    const source = await see([ACME, `VIN ${VIN}`], { plate: PLATE, days: 1 });
    const same = await see([ACME, `VIN ${VIN.slice(-8)}`], { plate: PLATE });
    const other = await see([ACME, 'VIN GJ473999'], { plate: PLATE });
    assert.deepEqual(await vinOf(same), [VIN, 'N/A', true]);
    assert.deepEqual(await evidenceFor(same, source), [['vin', 'vin-by-plate', [source]]]);
    assert.deepEqual(await vinOf(other), ['GJ473999', 'High', false]);
    assert.deepEqual(await evidenceFor(other), []);
  });
});

test('a USDOT number that a person removed falls back to the holder of the MC number', async () => {
  const id = await see([ACME, 'MC 3000005']);
  assert.deepEqual(await carrierOf(id), ['5000060', 'High', false]);
  await correct(id, 'usdot_number', null);
  assert.deepEqual(await carrierOf(id), ['5000308', 'N/A', true]);
  assert.deepEqual(await evidenceFor(id), [['usdot_number', 'carrier-by-docket', ['carrier_dockets']]]);
  await withdraw(id, 'usdot_number');
  assert.deepEqual(await carrierOf(id), ['5000060', 'High', false]);
  assert.deepEqual(await countDifferences(db), []);
});

test('SHARED_EVIDENCE=no keeps evidence within its organization, also when a correction decides a sighting', async () => {
  const other = await testSightings(api, await api.customer(['admin'], 'partner'));
  await other.see([ACME], { plate: PLATE, days: 1 });
  for (const [SHARED_EVIDENCE, carrier] of [
    ['yes', ['5000060', 'N/A', true]],
    ['no', unknown],
  ] as const) {
    const operated = await testApi({ db, env: { SHARED_EVIDENCE } });
    const own = await testSightings(operated, customer);
    const id = await own.see(['SOME TEXT'], { plate: PLATE });
    assert.deepEqual(await own.carrierOf(id), carrier);
    await own.correct(id, 'cab_number', '4511');
    assert.deepEqual(await own.carrierOf(id), carrier, 'after a correction');
  }
});
