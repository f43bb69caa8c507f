import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { readSignals } from '../../src/domain/carriers/signals/read-signals.ts';
import { fileDay, missingFile, signalFiles } from '../../src/domain/carriers/signals/signal-files.ts';
import { type SignalName, signalRules } from '../../src/domain/carriers/signals/signal-rules.ts';
import { allDatasets } from '../../src/domain/federal/datasets/all-datasets.ts';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { testApi } from '../support/api.ts';
import {
  everyFile,
  recordInspectedFleets,
  recordLoads,
  TODAY,
  type Values,
} from '../support/carriers/signal-world.ts';
import { insertRow } from '../support/db/insert-row.ts';

const clock = { now: () => new Date(`${TODAY}T12:00:00Z`) };
const api = await testApi({ clock });
const { db } = api;
const headers = await api.signIn(await api.customer([], 'insurance'));
await ensureMonths(db, monthsBetween(new Date('2026-01-01'), new Date(TODAY)));
let last = 6_500_000;

type Body = Awaited<ReturnType<typeof readSignals>>;
const read = async (usdot: number): Promise<Body> => {
  const response = await api.app.inject({ url: `/carrier/${usdot}/signals`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};
const one = async (usdot: number, name: SignalName) =>
  (await read(usdot)).signals.find((signal) => signal.name === name);
const reason = async (usdot: number, name: SignalName) =>
  (await read(usdot)).not_judged.find((signal) => signal.name === name)?.reason;

async function carrier(census: Values = {}, common_status = 'A'): Promise<number> {
  const usdot_number = ++last;
  await insertRow(db, 'company_census', {
    ...{ usdot_number, legal_name: 'CARRIER LLC', status_code: 'A', carrier_operation: 'A', phy_state: 'OH' },
    ...{
      classdef: 'AUTHORIZED FOR HIRE',
      power_units: 12,
      add_date: '2015-03-01',
      mcs150_date: '2026-06-01',
    },
    ...census,
  });
  const docket = { docket_prefix: 'MC', docket_number: usdot_number };
  await insertRow(db, 'legacy_carriers', { usdot_number, ...docket, property: true, common_status });
  return usdot_number;
}

/** One load of each dataset, with other days for some; null: not loaded. */
async function loads(days: Record<string, string | null> = {}): Promise<void> {
  await db.pool.query('delete from federal_loads');
  await recordLoads(db);
  for (const [dataset, day] of Object.entries(days)) {
    if (day === null) await db.pool.query('delete from federal_loads where dataset = $1', [dataset]);
    else await db.pool.query('update federal_loads set as_of = $2 where dataset = $1', [dataset, day]);
  }
}

const see = (usdot_number: number, ...days: string[]) =>
  recordObservations(
    db,
    days.map((day) => ({
      ...{ usdot_number, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`) },
      ...{ location_city: 'Denver', location_state: 'CO', usdot_number_ocr_score: 'High' },
    })),
  );

const SEEN_ONLY = ['vin_under_several_carriers', 'plate_under_several_carriers', 'vehicle_in_two_places'];

test('without federal files, signals that rest on them are not judged, and the response says why', async () => {
  await db.pool.query('delete from federal_loads');
  const body = await read(await carrier({ mcs150_date: '2010-01-01' }));
  assert.deepEqual(body.signals, []);
  const names = body.not_judged.map(({ name }) => name);
  assert.deepEqual(
    names,
    Object.keys(signalRules).filter((name) => !SEEN_ONLY.includes(name)),
  );
  for (const { reason: why, title } of body.not_judged)
    assert.ok(/^No .+ is loaded\.$/.test(why) && title, why);
  await loads();
  assert.deepEqual(
    (await read(await carrier())).not_judged.map(({ name }) => name),
    ['never_seen'],
  );
});

test('every signal names files that exist, and an old one is not enough', () => {
  const known = new Set(allDatasets.map(({ name }) => name));
  assert.ok([...everyFile().keys()].every((name) => known.has(name)));
  for (const name of Object.keys(signalRules) as SignalName[]) {
    assert.equal(missingFile(name, everyFile(), TODAY), null, name);
    const old = new Map([...everyFile().keys()].map((dataset) => [dataset, '2025-10-20']));
    const isDated = signalFiles[name].every((group) => group === 'dated_census');
    assert.equal(missingFile(name, old, TODAY) === null, isDated, name);
  }
  assert.equal(fileDay(everyFile(), 'authority'), '2026-11-09', 'Motus, although the legacy file is older');
  const legacyOnly = new Map([...everyFile()].filter(([dataset]) => !dataset.startsWith('motus')));
  assert.match(
    missingFile('bipd_below_required', legacyOnly, TODAY) ?? '',
    /^The register of authorities is of 2026-05-14/,
  );
});

test('the biennial update is judged on the day of the census file', async () => {
  // The number ends in 23 or the like: due at the end of the month of its last digit.
  last = 6_500_122;
  const usdot = await carrier({ mcs150_date: '2023-02-01' });
  assert.equal(usdot % 100, 23, 'due in March of even years');
  await loads({ 'company-census': '2025-10-20', 'sms-census': null });
  assert.equal(
    await one(usdot, 'mcs150_overdue'),
    undefined,
    'the update of March 2026 is not in a file of 2025',
  );
  await loads({ 'company-census': '2026-10-20', 'sms-census': null });
  const found = await one(usdot, 'mcs150_overdue');
  assert.equal(found?.title, 'The biennial registration update is overdue, as of the register of 2026-10-20');
  assert.deepEqual([found?.register_date, found?.evidence[0]?.due_date], ['2026-10-20', '2026-03-31']);
});

test('never_seen needs the inspections of the country and of two years', async () => {
  await loads();
  const usdot = await carrier();
  const clear = () =>
    db.pool.query(`delete from inspections; delete from company_census where usdot_number > 6900000;
      delete from legacy_carriers where usdot_number > 6900000`);
  await recordInspectedFleets(db, { fleets: 40, inspected: 11 });
  assert.match(
    (await reason(usdot, 'never_seen')) ?? '',
    /incomplete: they have 11 of 4\d fleets/,
    'a daily extract',
  );
  await clear();
  await recordInspectedFleets(db, { fleets: 40, states: 1 });
  assert.match((await reason(usdot, 'never_seen')) ?? '', /from 1 states only/, 'the file of one state');
  await clear();
  await recordInspectedFleets(db, { fleets: 40, since: '2025-05-01' });
  assert.match(
    (await reason(usdot, 'never_seen')) ?? '',
    /do not reach back to 2024-11-10/,
    'a file of some months',
  );
  await clear();
  await recordInspectedFleets(db, { fleets: 40 });
  assert.equal(await reason(usdot, 'never_seen'), undefined);
  const found = await one(usdot, 'never_seen');
  assert.match(found?.title ?? '', /as of the register of 2026-11-09$/);
  await loads({ 'vehicle-inspection': '2026-07-01', 'sms-inspection': null });
  assert.equal(await one(usdot, 'never_seen'), undefined);
  assert.match((await reason(usdot, 'never_seen')) ?? '', /^The inspection file is of 2026-07-01/);
});

test('a sighting after the day of the list of orders, or of the register, accuses nobody', async () => {
  const usdot = await carrier({}, 'I');
  await insertRow(db, 'out_of_service_orders', { usdot_number: usdot, row_hash: 1, oos_date: '2026-04-01' });
  await insertRow(db, 'legacy_revocations', {
    ...{ usdot_number: usdot, row_hash: 1, docket_prefix: 'MC', docket_number: usdot },
    ...{ revocation_type: 'INVOLUNTARY REVOCATION', effective_date: '2026-04-01' },
  });
  await see(usdot, '2026-10-20', '2026-10-25');
  await loads({ 'out-of-service-orders': '2026-10-10', 'motus-carrier': '2026-10-10' });
  assert.equal(await one(usdot, 'seen_out_of_service'), undefined, 'the order may have been rescinded since');
  assert.equal(
    await one(usdot, 'seen_without_authority'),
    undefined,
    'the authority may have been granted since',
  );
  await loads();
  assert.match((await one(usdot, 'seen_out_of_service'))?.title ?? '', /, as of the register of 2026-11-09$/);
  const without = await one(usdot, 'seen_without_authority');
  assert.equal(
    without?.title,
    'Seen moving while its operating authority was inactive, as of the register of 2026-05-14',
    'the legacy register has its authority',
  );
  assert.equal(without?.severity, 'medium', 'that register is frozen');
});

test('loads within the state, exempt commodities and unknown carriers are not seen without authority', async () => {
  await loads();
  const seen = async (census: Values, place: Values) => {
    const usdot = await carrier(census, 'I');
    const docket = { row_hash: 1, docket_prefix: 'MC', docket_number: usdot };
    await insertRow(db, 'legacy_revocations', {
      usdot_number: usdot,
      ...docket,
      effective_date: '2026-04-01',
    });
    await recordObservations(
      db,
      ['2026-09-01', '2026-10-01'].map((day) => ({
        ...{ usdot_number: usdot, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`), ...place },
      })),
    );
    return one(usdot, 'seen_without_authority');
  };
  const denver = { location_state: 'CO', location_city: 'Denver' };
  assert.ok(await seen({}, denver));
  assert.equal(
    await seen({}, { location_state: 'OH', location_city: 'Dayton' }),
    undefined,
    'in its own state',
  );
  const covington = { location_state: 'KY', latitude: 39.08, longitude: -84.51 };
  assert.equal(await seen({}, covington), undefined, 'in the commercial zone of Cincinnati');
  const exempt = { classdef: 'AUTHORIZED FOR HIRE;EXEMPT FOR HIRE' };
  assert.equal(await seen(exempt, denver), undefined, 'exempt commodities need no authority');
});
