import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import type { NewSighting } from '../../src/domain/observations/record-sightings.ts';
import { recordSightings, withdrawSightings } from '../../src/domain/observations/record-sightings.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { insertSightings, signedIn } from '../support/sightings/planted-sightings.ts';

const db = await testDatabase();
const api = await testApi({ db });
const READ = 'image-read-endpoint';
const QUALITY = 'carrier-observations-quality';
const VIN_ROLE = 'carrier-observations-vin-endpoint';
const insurer = await api.customer([READ, QUALITY, VIN_ROLE], 'insurance');
const partner = await api.customer([READ, VIN_ROLE], 'partner');

type Customer = typeof insurer;
type Query = Record<string, string>;
const headersOf = signedIn(api);
const search = async (query: Query, customer: Customer = insurer, path = '/sightings') => {
  const headers = await headersOf(customer);
  const response = await api.app.inject({ method: 'GET', url: path, query, headers });
  return { status: response.statusCode, text: response.body, response };
};
type Found = { sightings: Record<string, unknown>[]; next_cursor: string | null; total: number | null };
const found = async (query: Query, customer?: Customer): Promise<Found> => {
  const { status, text } = await search(query, customer);
  assert.equal(status, 200, text);
  return JSON.parse(text);
};
const plates = async (query: Query, customer?: Customer) =>
  (await found(query, customer)).sightings.map(({ alpr_plate_number }) => alpr_plate_number);

const HOUR = 3_600_000;
const NOW = Math.floor(Date.now() / 1_000) * 1_000 - HOUR;
const VIN = '1XKYDP9X3GJ473982';
const amarillo = { latitude: 35.19, longitude: -101.83, location_city: 'Amarillo', location_state: 'TX' };
const dallas = { latitude: 32.78, longitude: -96.8, location_city: 'Dallas', location_state: 'TX' };

/** The nth sighting is n hours old. */
const PLANTED: Partial<NewSighting>[] = [
  {
    alpr_plate_number: 'ABC1234',
    plate_state: 'TX',
    usdot_number: 101,
    ...amarillo,
    source: 'cam-1',
    route: 'I-40 WB',
  },
  {
    alpr_plate_number: 'ABC1Z34',
    plate_state: 'OK',
    usdot_number: 102,
    ...dallas,
    source: 'cam-2',
    route: 'I-35 NB',
  },
  { alpr_plate_number: 'XYC1234', usdot_number: 101, ...dallas, source: 'cam-2', equipment_type: 'reefer' },
  {
    alpr_plate_number: 'QQ77',
    vin: VIN,
    vin_ocr_score: 'High',
    cab_number: 'T-812',
    equipment_number: '530771',
  },
  {
    containers: ['MSCU1234565'],
    chassis: ['TSXZ401234'],
    equipment_logo: 'acme',
    lines: ['ROADRUNNER LINES'],
  },
];
const keys = await insertSightings(
  db,
  partner.organizationId,
  PLANTED.map((fields, n) => ({
    usdot_number: 0,
    ...fields,
    time_captured: new Date(NOW - n * HOUR),
  })),
);

suite('values with unknown characters', () => {
  test('finds a plate by its characters, in any spelling', async () => {
    assert.deepEqual(await plates({ plate: 'abc-12 34' }), ['ABC1234']);
    assert.deepEqual(await plates({ plate: 'ABC123' }), []);
  });

  test('finds a plate with one to three unknown characters, leading ones too', async () => {
    assert.deepEqual(await plates({ plate: 'ABC1?34' }), ['ABC1234', 'ABC1Z34']);
    assert.deepEqual(await plates({ plate: '??C1234' }), ['ABC1234', 'XYC1234']);
    assert.deepEqual(await plates({ plate: '?B?1?34' }), ['ABC1234', 'ABC1Z34']);
    assert.deepEqual(await plates({ plate: 'A?C1?3?' }), ['ABC1234', 'ABC1Z34']);
    assert.deepEqual(await plates({ plate: '?ABC1234' }), []);
  });

  test('finds a part with *', async () => {
    assert.deepEqual(await plates({ plate: '*C12*' }), ['ABC1234', 'XYC1234']);
    assert.deepEqual(await plates({ plate: 'ABC*' }), ['ABC1234', 'ABC1Z34']);
    assert.deepEqual(await plates({ plate: '*1234' }), ['ABC1234', 'XYC1234']);
  });

  test('finds a VIN, cab, trailer, container and chassis', async () => {
    const queries: Query[] = [
      { vin: VIN },
      { vin: '*473982' },
      { cab_number: 't812' },
      { trailer_number: '5307?1' },
    ];
    for (const query of queries) assert.deepEqual(await plates(query), ['QQ77'], JSON.stringify(query));
    const [, , , , last] = keys;
    for (const query of [
      { container_number: 'MSCU123456?' },
      { chassis_number: '*Z4012*' },
      { container_number: 'MSCU1234565', chassis_number: 'TSXZ401234' },
    ] as Query[]) {
      const { sightings } = await found(query);
      assert.deepEqual(
        sightings.map(({ sighting_id }) => sighting_id),
        [last?.id],
        JSON.stringify(query),
      );
    }
    assert.deepEqual(
      (await found({ container_number: 'MSCU1234565', chassis_number: 'OTHER99' })).sightings,
      [],
    );
  });

  test('finds confused characters on request, after those that fit exactly', async () => {
    const { sightings } = await found({ plate: 'ABC1Z34', similar: 'true' });
    assert.deepEqual(
      sightings.map(({ alpr_plate_number, is_exact }) => [alpr_plate_number, is_exact]),
      [
        ['ABC1Z34', true],
        ['ABC1234', false],
      ],
    );
    assert.deepEqual(await plates({ plate: 'A8CI?34', similar: 'true' }), ['ABC1234', 'ABC1Z34']);
    assert.deepEqual(await plates({ plate: 'A8CI?34' }), []);
  });

  test('compares the number of a container also where too many numbers fit to look up each', async () => {
    const [, , , , last] = keys;
    const ids = async (query: Query) => (await found(query)).sightings.map(({ sighting_id }) => sighting_id);
    assert.deepEqual(await ids({ container_number: '*M*U*6*' }), [last?.id]);
    assert.deepEqual(await ids({ container_number: '*M*U*S*' }), []);
    assert.deepEqual(await ids({ container_number: '*M*U*S*', similar: 'true' }), [last?.id]);
    assert.deepEqual(await ids({ container_number: '*M*U*7*', similar: 'true' }), []);
  });

  test('rejects too many unknown or too few known characters', async () => {
    for (const plate of ['A????1234', 'AB*', '*', '?', 'A_C', 'AB%12', '']) {
      const { status } = await search({ plate });
      assert.equal(status, plate === '' ? 200 : 400, plate);
    }
  });
});

suite('other filters', () => {
  const CASES: [Query, number[]][] = [
    [{ usdot_number: '101' }, [0, 2]],
    [{ usdot_number: '101', plate: 'XYC1234' }, [2]],
    [{ plate: 'ABC*', plate_state: 'OK' }, [1]],
    [{ camera: 'cam-2' }, [1, 2]],
    [{ latitude: '35.2', longitude: '-101.8', radius_miles: '20' }, [0]],
    [{ latitude: '35.2', longitude: '-101.8', radius_miles: '400' }, [0, 1, 2]],
    [{ latitude: '32.8', longitude: '-96.8', radius_miles: '30', direction: 'NB' }, [1]],
    [{ location_city: 'dallas', location_state: 'Texas' }, [1, 2]],
    [{ equipment_type: 'Reefer' }, [2]],
    [{ trailer_logo: 'ACME' }, [4]],
    [{ direction: 'WB' }, [0]],
    [{ start: new Date(NOW - 2 * HOUR).toISOString(), end: new Date(NOW).toISOString() }, [1, 2]],
    [{ vin: VIN, min_score: 'High' }, [3]],
    [{ usdot_number: '101', min_score: 'Low' }, []],
    [{}, [0, 1, 2, 3, 4]],
  ];
  for (const [query, expected] of CASES)
    test(`${JSON.stringify(Object.keys(query))} ${Object.values(query)[0] ?? 'none'}`, async () => {
      const { sightings } = await found(query);
      assert.deepEqual(
        sightings.map(({ sighting_id }) => keys.findIndex(({ id }) => id === sighting_id)),
        expected,
      );
    });

  test('finds text on the truck that a worker has indexed for previews', async () => {
    await db.transaction((tx) =>
      recordSightings(tx, [
        {
          organizationId: partner.organizationId,
          usdot_number: 0,
          time_captured: new Date(NOW - 9 * HOUR),
          alpr_plate_number: 'DOOR01',
          lines: ['BLUE MESA CARTAGE INC'],
        },
      ]),
    );
    await new Matcher({ database: db, clock: systemClock, wake: () => undefined }).drain();
    assert.deepEqual(await plates({ name: 'blue mesa' }), ['DOOR01']);
    assert.deepEqual(await plates({ name: 'blue 100%' }), []);
    await db.pool.query(`delete from recent_sightings`);
  });
});

suite('pages', () => {
  test('each sighting is on one page, in both parts of the list', async () => {
    for (const query of [
      {},
      { plate: '*C1?34', similar: 'true' },
      { camera: 'cam-2' },
      { usdot_number: '101' },
    ] as Query[]) {
      const whole = (await found({ ...query, page_size: '200' })).sightings;
      const paged: unknown[] = [];
      let cursor: string | null = null;
      do {
        const page: Found = await found({ ...query, page_size: '1', ...(cursor && { cursor }) });
        assert.ok(page.sightings.length <= 1);
        paged.push(...page.sightings);
        cursor = page.next_cursor;
      } while (cursor !== null);
      assert.deepEqual(paged, whole, JSON.stringify(query));
      assert.ok(whole.length > 1);
    }
  });

  test('counts on request, and says when it has not counted all', async () => {
    assert.equal((await found({ plate: 'ABC*', total: 'true' })).total, 2);
    assert.equal((await found({ plate: 'ABC*' })).total, null);
    const many = Array.from({ length: 1_001 }, (_, n) => ({
      usdot_number: 777,
      time_captured: new Date(NOW - 40 * HOUR - n * 1_000),
    }));
    const planted = await insertSightings(db, partner.organizationId, many);
    const { text } = await search({ usdot_number: '777', total: 'true' });
    const { total, is_total_exact } = JSON.parse(text);
    assert.deepEqual([total, is_total_exact], [1_000, false]);
    await db.transaction((tx) => withdrawSightings(tx, planted));
  });

  test('rejects a cursor that no page returned', async () => {
    for (const cursor of ['x', '2-1-1', '0-1', '0-99999999999999-1'])
      assert.equal((await search({ cursor })).status, 400, cursor);
  });
});
