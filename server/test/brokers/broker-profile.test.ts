import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { OBSERVATIONS, seenCarrier } from '../support/carriers/seen-carrier.ts';
import { BARE_CARRIER, UNKNOWN_CARRIER } from '../support/carriers/whole-carrier.ts';
import { seededRandom } from '../support/random.ts';

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

test('counts and equipment are those of plain SQL over all observations, for random carriers and periods', async () => {
  const random = seededRandom(35);
  const whole = (n: number) => Math.floor(random() * n);
  const carriers = Array.from({ length: 6 }, (_, n) => 6_950_001 + n);
  const start = Date.UTC(2024, 10, 10);
  const time = () => new Date(start + whole(730) * 86_400_000 + whole(86_400_000));
  await ensureMonths(db, monthsBetween(new Date(start), new Date('2026-11-10')));
  await recordObservations(
    db,
    Array.from({ length: 2_000 }, () => ({
      ...{ usdot_number: carriers[whole(6)] as number, time_captured: time() },
      type: (['Detection', 'Detection', 'Inspection', 'Crash'] as const)[whole(4)] as 'Detection',
      ...{ location_state: ['OH', 'TX', ''][whole(3)] as string },
      ...(random() < 0.9 && { latitude: 30 + random() * 10, longitude: -100 + random() * 15 }),
      equipment_type: ['', 'dry van', 'reefer', 'flatbed'][whole(4)] as string,
    })),
  );
  for (let i = 0; i < 60; i++) {
    const usdot = carriers[whole(6)] as number;
    const [one, other] = [time(), time()].map((at) => at.toISOString().slice(0, 10)).sort();
    const values = [usdot, one, other];
    const inPeriod = `usdot_number = $1 and (time_captured at time zone 'UTC')::date between $2 and $3`;
    const { rows: counts } = await db.pool.query(
      `select (time_captured at time zone 'UTC')::date::text as day, location_state as state, type <> 'Detection' as is_federal,
         count(*)::int as count from observations where ${inPeriod} group by 1, 2, 3`,
      values,
    );
    const { rows: equipment } = await db.pool.query(
      `select distinct type <> 'Detection' as is_federal, equipment_type as name from observations
        where ${inPeriod} and equipment_type <> ''`,
      values,
    );
    const { body } = await read({
      ...{ usdot_number: String(usdot), start_date: one ?? '', end_date: other ?? '' },
    });
    const { sightings, equipment_pairings } = body[String(usdot)];
    const found = new Map<string, number>();
    for (const row of sightings as Row[]) {
      const key = `${row.sighting_date} ${row.state_seen} ${row.source}`;
      found.set(key, (found.get(key) ?? 0) + row.sightings);
    }
    const source = (isFederal: boolean) => (isFederal ? 'fmcsa' : 'genlogs');
    const wanted = counts.map(({ day, state, is_federal, count }) => [
      `${day} ${state} ${source(is_federal)}`,
      count,
    ]);
    const byKey = (list: unknown[][]) => list.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
    assert.deepEqual(byKey([...found]), byKey(wanted), `${usdot} from ${one} to ${other}`);
    for (const name of ['genlogs', 'fmcsa'] as const)
      assert.deepEqual(
        equipment_pairings[name].toSorted(),
        equipment
          .filter((one) => source(one.is_federal) === name)
          .map((one) => one.name)
          .sort(),
      );
  }
});
