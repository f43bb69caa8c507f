import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { OBSERVATIONS, seenCarrier } from '../support/carriers/seen-carrier.ts';
import { BARE_CARRIER, UNKNOWN_CARRIER } from '../support/carriers/whole-carrier.ts';

const PROFILE = '/carrier/profile';
const { api, db, get, carrier, insurer } = await seenCarrier();
const broker = await api.signIn(await api.customer(['external-api-carrier-profile']));
const read = (query: Record<string, string>) => get(query, broker, PROFILE);

type Row = {
  sighting_date: string;
  state_seen: string;
  location_zip: string;
  sightings: number;
  source: string;
};

test('has the record of carrier observations', async () => {
  const { status, body } = await read({ usdot_number: carrier });
  assert.equal(status, 200);
  const { body: observed } = await get({ usdot_number: carrier }, insurer, OBSERVATIONS);
  assert.deepEqual(body[carrier].fmcsa_detail, observed.fmcsa_detail[0]);
});

test('counts every sighting, inspection and crash of the period once', async () => {
  const period = { start_date: '2024-11-10', end_date: '2026-11-10' };
  const { body } = await read({ usdot_numbers: carrier, ...period });
  const rows: Row[] = body[carrier].sightings;
  const { rows: stored } = await db.pool.query(
    `select type <> 'Detection' as is_federal, count(*)::int as count from observations
     where usdot_number = $1 and time_captured >= '2024-11-10Z' and time_captured < '2026-11-11Z' group by 1`,
    [carrier],
  );
  for (const { is_federal, count } of stored) {
    const source = is_federal ? 'fmcsa' : 'genlogs';
    const sum = rows.filter((row) => row.source === source).reduce((total, row) => total + row.sightings, 0);
    assert.equal(sum, count, source);
  }
  assert.equal(stored.length, 2);
  const days = rows.map((row) => row.sighting_date);
  assert.deepEqual(days, [...days].sort().reverse());
});

test('the rows of a day have its state and the nearest ZIP code', async () => {
  const { body } = await read({ usdot_number: carrier, start_date: '2026-11-09', end_date: '2026-11-09' });
  assert.deepEqual(body[carrier].sightings, [
    ...[
      {
        ...{ sighting_date: '2026-11-09', state_seen: 'OH', location_zip: '45423', sightings: 1 },
        source: 'genlogs',
      },
    ],
  ]);
  assert.deepEqual(body[carrier].equipment_pairings, { genlogs: ['dry van'], fmcsa: [] });
});

test('equipment is listed by how often it was seen, from cameras and from federal records', async () => {
  const [from, n] = [Date.UTC(2026, 9, 1), 3];
  await recordObservations(db, [
    ...Array.from({ length: n }, (_, i) => ({
      ...{ usdot_number: BARE_CARRIER, type: 'Detection' as const, equipment_type: 'reefer' },
      time_captured: new Date(from + i * 1_000),
    })),
    {
      ...{ usdot_number: BARE_CARRIER, type: 'Detection' as const, equipment_type: 'flatbed' },
      time_captured: new Date(from),
    },
    {
      ...{ usdot_number: BARE_CARRIER, type: 'Inspection' as const, equipment_type: 'cargo tank' },
      time_captured: new Date(from),
    },
  ]);
  const { body } = await read({ usdot_number: String(BARE_CARRIER) });
  const { equipment_pairings, sightings } = body[BARE_CARRIER];
  assert.deepEqual(equipment_pairings, { genlogs: ['reefer', 'flatbed'], fmcsa: ['cargo tank'] });
  assert.deepEqual(
    sightings.map((row: Row) => [row.location_zip, row.sightings, row.source]),
    [
      ['', 4, 'genlogs'],
      ['', 1, 'fmcsa'],
    ],
  );
});

test('several carriers may be in one parameter, in a repeated one, or in both', async () => {
  const numbers = [Number(carrier), BARE_CARRIER, UNKNOWN_CARRIER].sort((a, b) => a - b).map(String);
  const forms = [
    `usdot_numbers=${numbers.join(',')}`,
    numbers.map((number) => `usdot_number=${number}`).join('&'),
    `usdot_number=${numbers[0]}&usdot_numbers=${numbers.join('%2C%20')}`,
  ];
  for (const form of forms) {
    const response = await api.app.inject({ url: `${PROFILE}?${form}`, headers: broker });
    assert.equal(response.statusCode, 200, response.body);
    assert.deepEqual(Object.keys(response.json()), numbers, form);
  }
});

test('a carrier that nobody knows has no record and no sightings', async () => {
  const { body } = await read({ usdot_number: String(UNKNOWN_CARRIER) });
  assert.deepEqual(body[UNKNOWN_CARRIER], {
    fmcsa_detail: {},
    equipment_pairings: { genlogs: [], fmcsa: [] },
    sightings: [],
  });
});

test('rejects periods outside the last three years and carriers that are missing', async () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{}, /usdot_number: usdot_number or usdot_numbers is required/],
    [{ usdot_number: 'x' }, /usdot_number: /],
    [{ usdot_number: '1', start_date: '2023-11-09' }, /start_date: Must not be more than 3 years ago/],
    [{ usdot_number: '1', end_date: '2026-11-11' }, /end_date: Must not be in the future/],
    [
      { usdot_number: '1', start_date: '2026-02-02', end_date: '2026-02-01' },
      /start_date: The start must not/,
    ],
    [{ usdot_number: '1', start_date: '2026-02-30' }, /start_date: Must be a date/],
    [{ usdot_numbers: Array.from({ length: 51 }, (_, i) => i + 1).join(',') }, /at most 50/],
  ];
  for (const [query, message] of wrong) {
    const { status, body } = await read(query);
    assert.deepEqual([status, body.code], [400, 400]);
    assert.match(body.message, message);
  }
  assert.equal((await read({ usdot_number: '1', start_date: '2023-11-10' })).status, 200);
});

test('an administrator needs the licensed role too', async () => {
  const admin = await api.signIn(await api.customer(['admin'], 'insurance'));
  assert.equal((await get({ usdot_number: carrier }, admin, PROFILE)).status, 403);
});
