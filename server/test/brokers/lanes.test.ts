import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LaneSearch } from '../../src/domain/lanes/conditions.ts';
import { LaneIndex } from '../../src/domain/lanes/lane-index.ts';
import { type LaneService, searchLanes } from '../../src/domain/lanes/search-lanes.ts';
import { deleteOldLanes, updateLanes } from '../../src/domain/lanes/update-lanes.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { changeAllLanes } from '../../src/domain/observations/lane-changes.ts';
import { completeObservation } from '../../src/domain/observations/observation.ts';
import {
  deleteObservations,
  recordObservations,
  replaceObservations,
} from '../../src/domain/observations/record-observations.ts';
import { testDatabase } from '../support/database.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import {
  addCompany,
  CITIES,
  DAY_MS,
  type Lane,
  lanesInPlainSql,
  NOW,
  randomWorld,
  seen,
  settleLanes,
} from '../support/lanes/lane-world.ts';
import { addCompanies } from '../support/lanes/many-companies.ts';

const LANES = process.env.LANES ? Number(process.env.LANES) : 200;

async function laneDatabase() {
  const db = await testDatabase(3);
  const months = [0, 30, 60, 91, 101].map((days) => new Date(NOW.getTime() - days * DAY_MS));
  await ensureMonths(db, months, NOW);
  return db;
}
const db = await laneDatabase();
/** One memory for all searches, as in a running process. */
const index = new LaneIndex();
const search = async (lane: LaneSearch) => (await searchLanes({ db, reader: db, index }, lane)).found;

const searchOf = (lane: Lane) => ({
  ...lane,
  organizationId: 1,
  today: NOW.toISOString().slice(0, 10),
  fleet: { min: lane.minFleet, max: lane.maxFleet },
  score: { min: lane.minScore, max: lane.maxScore },
  authorityMonths: lane.months,
  isPreferred: false,
});
const found = async (lane: Lane, service: LaneService = { db, reader: db, index }) =>
  (await searchLanes(service, searchOf(lane))).found.map((one) => ({
    usdot_number: one.usdot_number,
    lane: one.lane_points,
    equipment: one.equipment_points,
    company: one.company_points,
    origin_days: one.origin_days,
    destination_days: one.destination_days,
    runs: one.runs,
    runs_back: one.runs_back,
  }));
const ANY = {
  minFleet: 0,
  maxFleet: 1_000_000,
  cargo: null,
  equipment: null,
  months: 0,
  minScore: 0,
  maxScore: 100,
};
const NO_FLAGS = { isPowerOnly: false, isBroker: false, isBackhaul: false };
const near = (origin: { latitude: number; longitude: number }): Lane => ({
  ...{ ...ANY, ...NO_FLAGS, origin, destination: null, originMiles: 50, destinationMiles: 50 },
});
/** The derived tables, without what depends on the order of the changes. */
const derived = async () => {
  const { rows } = await db.pool.query(
    `select v.usdot_number, s.latitude, s.longitude, s.is_federal, s.equipment_type,
       (v.seen >> ($1::date - v.aligned_on))::text as seen
     from lane_visits v join lane_sites s on s.id = v.site_id order by 1, 2, 3, 4, 5`,
    [NOW.toISOString().slice(0, 10)],
  );
  return rows;
};

test(`equals a plain search over all observations on ${LANES} random lanes`, async () => {
  const world = randomWorld(5, { carriers: 60, observations: 4_000 });
  for (const { usdotNumber, company } of world.companies) await addCompany(db, usdotNumber, company);
  const keys = await recordObservations(db, world.sightings);
  await settleLanes(db);
  // From here on, searches have the sites in memory.
  for (let i = 0; i < 30; i++) await found(world.lane());
  // Some are deleted, and some are seen elsewhere on closer inspection.
  await db.transaction(async (tx) => {
    await deleteObservations(tx, keys.slice(0, 300));
    for (let i = 300; i < 340; i++) {
      const [key, moved] = [keys[i], world.sightings[i + 500]];
      if (key && moved) await replaceObservations(tx, [completeObservation(moved, key.id)], [key]);
    }
  });
  await settleLanes(db);
  let [recommended, both, filtered] = [0, 0, 0];
  for (let i = 0; i < LANES; i++) {
    const lane = world.lane();
    const expected = await lanesInPlainSql(db, lane);
    assert.deepEqual(await found(lane), expected, JSON.stringify(lane));
    recommended += expected.length;
    if (expected.length > 0 && lane.origin && lane.destination) both++;
    if (expected.length > 0 && (lane.equipment || lane.cargo)) filtered++;
  }
  assert.ok(
    recommended > LANES && both > LANES / 5 && filtered > LANES / 10,
    `${recommended} ${both} ${filtered}`,
  );
});

test('equals it where many more carriers are near than are recommended', async () => {
  const many = await laneDatabase();
  const service = { db: many, reader: many, index: new LaneIndex() };
  await addCompanies(many.pool, 7_000_001, 1_500);
  const world = randomWorld(6, { carriers: 1_500, observations: 20_000 });
  for (let from = 0; from < 20_000; from += 2_000)
    await recordObservations(many, world.sightings.slice(from, from + 2_000));
  await settleLanes(many);
  let cut = 0;
  for (let i = 0; i < LANES / 5; i++) {
    const lane = world.lane();
    const expected = await lanesInPlainSql(many, lane);
    assert.deepEqual(await found(lane, service), expected, JSON.stringify(lane));
    if (expected.length === 100) cut++;
  }
  assert.ok(cut > LANES / 20, `${cut}`);
});

test('a rebuild gives the same rows as the changes one by one', async () => {
  const before = await derived();
  assert.ok(before.length > 500);
  await changeAllLanes(db);
  await settleLanes(db);
  assert.deepEqual(
    (await derived()).filter(({ seen }) => seen.includes('1')),
    before.filter(({ seen }) => seen.includes('1')),
  );
});

test('a sighting that is deleted, or written again, leaves nothing behind', async () => {
  const lane = near(CITIES.chicago);
  await addCompany(db, 8_000_001);
  assert.deepEqual(await found(lane), []);
  const [key] = await recordObservations(db, [seen(8_000_001, CITIES.chicago, 3)]);
  await settleLanes(db);
  assert.deepEqual(
    (await found(lane)).map(({ origin_days }) => origin_days),
    [1],
  );
  assert.ok(key);
  await db.transaction((tx) =>
    replaceObservations(tx, [completeObservation(seen(8_000_001, CITIES.memphis, 3), key.id)], [key]),
  );
  await settleLanes(db);
  assert.deepEqual([(await found(lane)).length, (await found(near(CITIES.memphis))).length], [0, 1]);
  await db.transaction((tx) => deleteObservations(tx, [key]));
  await settleLanes(db);
  const rows = async () =>
    (
      await db.pool.query(
        'select bit_count(seen)::integer as days from lane_visits where usdot_number = 8000001',
      )
    ).rows;
  assert.deepEqual(await rows(), [{ days: 0 }, { days: 0 }]);
  await deleteOldLanes(db, new Date(NOW.getTime() + DAY_MS));
  assert.deepEqual(await rows(), []);
});

test('a day ends after 90 days without any change', async () => {
  await addCompany(db, 8_000_002);
  await recordObservations(db, [seen(8_000_002, CITIES.chicago, 85), seen(8_000_002, CITIES.chicago, 2)]);
  await settleLanes(db);
  const days = async (later: number) => {
    const today = new Date(NOW.getTime() + later * DAY_MS).toISOString().slice(0, 10);
    const rows = await search({ ...searchOf(near(CITIES.chicago)), today });
    return rows.map(({ usdot_number, origin_days }) => [usdot_number, origin_days]);
  };
  assert.deepEqual(await days(0), [[8_000_002, 2]]);
  assert.deepEqual(await days(4), [[8_000_002, 2]]);
  assert.deepEqual(await days(5), [[8_000_002, 1]]);
  assert.deepEqual(await days(88), []);
});

test('a record of a day to come counts on its day', async () => {
  await addCompany(db, 8_000_003);
  await recordObservations(db, [seen(8_000_003, { latitude: 45, longitude: -110 }, -2)]);
  const lane = searchOf(near({ latitude: 45, longitude: -110 }));
  await settleLanes(db);
  assert.equal((await search(lane)).length, 0);
  const later = new Date(NOW.getTime() + 2 * DAY_MS);
  await settleLanes(db, later);
  const today = later.toISOString().slice(0, 10);
  assert.equal((await search({ ...lane, today })).length, 1);
});

test('two processes at once apply each change once, and a killed one loses nothing', async () => {
  await addCompany(db, 8_000_004);
  const place = { latitude: 47, longitude: -105 };
  await recordObservations(
    db,
    Array.from({ length: 30 }, (_, i) => seen(8_000_004, place, i)),
  );
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.client.query('delete from lane_changes');
      throw new Error('killed');
    }),
  );
  await Promise.all([updateLanes(db, NOW), updateLanes(db, NOW)]);
  await settleLanes(db);
  assert.deepEqual(
    (await found(near(place))).map(({ origin_days }) => origin_days),
    [30],
  );
});

test('facts follow an import and the day, and carriers without a record are not recommended', async () => {
  const place = { latitude: 44, longitude: -120 };
  const lane = { ...near(place), months: 1 };
  await recordObservations(db, [seen(8_000_005, place, 1), seen(8_000_006, place, 1)]);
  await settleLanes(db);
  assert.deepEqual(await found(lane), []);
  await addCompany(db, 8_000_005, { authority: '2026-10-20' });
  await db.pool.query(
    `insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
       rows_repeated, rows_blank, cells_unread, is_current, seconds)
     values ('company-census', 'x', 1, 'x', '2026-11-09', 1, 1, 0, 0, 0, 0, true, 1)`,
  );
  await settleLanes(db);
  assert.deepEqual(await found(lane), [], 'the authority is three weeks old');
  assert.equal((await found({ ...lane, months: 0 })).length, 1);
  const today = '2026-11-20';
  assert.equal((await search({ ...searchOf(lane), today })).length, 1);
});

test('an import counts its records, and takes back those that a later file no longer has', async () => {
  const imported = await laneDatabase();
  const { datasets } = await testImporter(imported);
  const now = new Date();
  const crash = (id: number, county: number): Row => ({
    ...{
      CRASH_ID: id,
      REPORT_STATE: 'IN',
      REPORT_NUMBER: `IN${id}`,
      REPORT_SEQ_NO: 1,
      DOT_NUMBER: 8_000_008,
    },
    ...{ STATE: 'IN', COUNTY_CODE: county, FEDERAL_RECORDABLE: 'Y', TOW_AWAY: 'Y' },
    REPORT_DATE: new Date(now.getTime() - id * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''),
  });
  const days = async () => {
    await settleLanes(imported, now);
    const { rows } = await imported.pool.query(
      `select s.is_federal, bit_count(v.seen)::integer as days from lane_visits v join lane_sites s on s.id = v.site_id
       where v.usdot_number = 8000008 and bit_count(v.seen) > 0 order by s.latitude`,
    );
    return rows;
  };
  // Lake County is north of Marion County. The last record is too old.
  await datasets({ 'crash-file': [crash(3, 89), crash(10, 89), crash(4, 97), crash(120, 97)] });
  assert.deepEqual(await days(), [
    { is_federal: true, days: 1 },
    { is_federal: true, days: 2 },
  ]);
  await datasets({ 'crash-file': [crash(3, 89), crash(4, 89)] });
  assert.deepEqual(await days(), [{ is_federal: true, days: 2 }]);
});

test('what no search finds any more is deleted', async () => {
  const place = { latitude: 48, longitude: -118 };
  await recordObservations(db, [seen(8_000_007, place, 1)]);
  await settleLanes(db);
  const left = async () =>
    (
      await db.pool.query(
        `select (select count(*)::integer from lane_visits where usdot_number = 8000007) as visits,
           (select count(*)::integer from lane_sites where latitude = 48 and longitude = -118) as sites,
           (select count(*)::integer from lane_carriers where usdot_number = 8000007) as carriers`,
      )
    ).rows[0];
  await deleteOldLanes(db, new Date(NOW.getTime() + 88 * DAY_MS));
  assert.deepEqual(await left(), { visits: 1, sites: 1, carriers: 1 });
  await deleteOldLanes(db, new Date(NOW.getTime() + 91 * DAY_MS));
  assert.deepEqual(await left(), { visits: 0, sites: 0, carriers: 0 });
});
