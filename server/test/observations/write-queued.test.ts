import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import { NO_CRITERIA } from '../../src/contract/criteria.ts';
import { hasCitus } from '../../src/db/distribute.ts';
import { takeMatches } from '../../src/domain/alerts/fire/fire-store.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import type { ObservationKey } from '../../src/domain/observations/observation.ts';
import {
  type NewSighting,
  recordSightings,
  replaceSightings,
  withdrawSightings,
} from '../../src/domain/observations/record-sightings.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { insertAlerts, organization } from '../support/alerts/alert-ground.ts';
import { countDifferences } from '../support/carriers/observation-counts.ts';
import { testDatabase } from '../support/database.ts';
import { writeWaiting } from '../support/observations/write-waiting.ts';

const db = await testDatabase();
const organizationId = await organization(db);
const delayed: unknown[] = [];
const matcher = new Matcher({
  database: db,
  clock: systemClock,
  wake: () => undefined,
  onDelayed: (error) => delayed.push(error),
});
const NOW = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_000);
await ensureMonths(db, [NOW]);

const record = async (fields: Partial<NewSighting> = {}): Promise<ObservationKey> => {
  const sighting = { organizationId, usdot_number: 101, time_captured: NOW, location_state: 'IL', ...fields };
  const [key] = await db.transaction((tx) => recordSightings(tx, [sighting]));
  return key as ObservationKey;
};
const again = (former: ObservationKey, fields: Partial<NewSighting>) =>
  record({ id: former.id, former, isDecidedAgain: true, ...fields });
const stored = async () =>
  (
    await db.pool.query<ObservationKey>(
      'select usdot_number, time_captured, id from observations order by usdot_number, id',
    )
  ).rows;
const queued = async () =>
  (await db.pool.query('select * from unmatched_sightings order by (sighting->>$1)::int', ['usdot_number']))
    .rows;

afterEach(async () => {
  assert.deepEqual(await countDifferences(db), []);
  await db.pool.query(
    'truncate observations, observation_counts, unmatched_sightings; delete from alert_matches; delete from alerts',
  );
  delayed.length = 0;
});

suite('a queued sighting', () => {
  test('has no observation and no count until a worker writes both', async () => {
    const key = await record();
    const counted = () => db.pool.query('select from observation_counts');
    assert.deepEqual([await stored(), (await counted()).rowCount], [[], 0]);
    await matcher.round();
    assert.deepEqual([await stored(), (await counted()).rowCount, await queued()], [[key], 2, []]);
  });

  test('that is written a second time changes nothing', async () => {
    const key = await record();
    for (let times = 0; times < 3; times++) await writeWaiting(db);
    const moved = await again(key, { usdot_number: 102, location_city: 'Joliet' });
    for (let times = 0; times < 3; times++) await writeWaiting(db);
    assert.deepEqual(await stored(), [moved]);
    assert.deepEqual(await countDifferences(db), []);
    await matcher.round();
    assert.deepEqual(await stored(), [moved]);
  });

  test('moves when it is decided again, wherever earlier versions of it stand', async () => {
    const written = await record();
    await matcher.round();
    const earlier = new Date(NOW.getTime() - 60_000);
    // A worker wrote the second version to another node and crashed: its row is still in the queue.
    const second = await again(written, { usdot_number: 102 });
    await writeWaiting(db);
    const third = await again(second, { usdot_number: 103 });
    const fourth = await again(third, { usdot_number: 103, time_captured: earlier });
    await matcher.round();
    assert.deepEqual(await stored(), [fourth]);
    const back = await again(fourth, { location_state: 'IN' });
    await matcher.round();
    assert.deepEqual(await stored(), [back]);
  });

  test('that is replaced leaves nothing, whether it was written or not', async () => {
    const [written, waiting] = [await record(), await record()];
    await writeWaiting(db, [written.id]);
    const gone = [written, waiting].map((key) => ({ ...key, organization_id: organizationId }));
    await db.transaction((tx) => replaceSightings(tx, gone));
    await matcher.round();
    assert.deepEqual([await stored(), await queued()], [[], []]);
  });

  test('that is deleted is not written afterward, and its former observation is deleted', async () => {
    const [fresh, former] = [await record(), await record()];
    await writeWaiting(db, [former.id]);
    const moved = await again(former, { usdot_number: 102 });
    await db.transaction((tx) => withdrawSightings(tx, [fresh, moved]));
    await matcher.round();
    assert.deepEqual([await stored(), await queued()], [[], []]);
  });

  test('that is deleted while a worker writes it is not written', async () => {
    const key = await record();
    const deleting = new Matcher({
      database: {
        ...db,
        // Between the claim and the transaction of the worker.
        async transaction(work) {
          await db.transaction((tx) => withdrawSightings(tx, [key]));
          return db.transaction(work);
        },
      },
      clock: systemClock,
      wake: () => undefined,
    });
    await deleting.round();
    assert.deepEqual([await stored(), await queued()], [[], []]);
  });
});

/** Every insert of an observation of carrier 102 fails. `times`: how often. */
async function failing(code: string, times = 1_000_000): Promise<() => Promise<unknown>> {
  await db.pool.query(`
    create sequence failures;
    create function fail() returns trigger language plpgsql as $$ begin
      if new.usdot_number = 102 and nextval('failures') <= ${times} then raise 'planted' using errcode = '${code}'; end if;
      return new;
    end $$;
    create trigger fail before insert on observations for each row execute function fail()`);
  const repair = () =>
    db.pool.query(
      'drop trigger if exists fail on observations; drop function if exists fail; drop sequence if exists failures',
    );
  return repair;
}

const skip =
  (await hasCitus(db)) && 'A distributed table has no triggers, which make the failures of these tests.';
suite('observations that cannot be written', { skip }, () => {
  for (const code of ['08006', '40001', '53100', '57P03', '25P02'])
    test(`delay only their carrier after the fault ${code}, and no alert`, async () => {
      const [alertId = 0] = await insertAlerts(db, organizationId, [{ ...NO_CRITERIA, cab_number: 'AWAY' }]);
      const cab_number = 'AWAY';
      const keys = [101, 102, 103].map((usdot_number) => record({ usdot_number, cab_number }));
      const [first, away, last] = (await Promise.all(keys)) as [
        ObservationKey,
        ObservationKey,
        ObservationKey,
      ];
      const repair = await failing(code);
      try {
        assert.deepEqual(await matcher.round(), { sightings: 3, pairs: 3 });
        assert.deepEqual(await stored(), [first, last]);
        assert.equal(delayed.length, 1);
        const [row, ...others] = await queued();
        assert.deepEqual(others, []);
        assert.deepEqual([row.id, row.attempts, row.is_matched, row.died_at], [away.id, 0, true, null]);
        assert.match(row.failure, new RegExp(code));
        assert.ok(row.due_at > NOW && row.delayed_since !== null);
        const fired = await takeMatches(db, alertId, crypto.randomUUID(), new Date(), 10);
        assert.deepEqual(
          fired.map(({ sighting }) => sighting.id).sort(),
          [first.id, away.id, last.id].sort(),
        );
      } finally {
        await repair();
      }
      await db.pool.query('update unmatched_sightings set due_at = now()');
      assert.deepEqual(await matcher.round(), { sightings: 1, pairs: 0 });
      assert.deepEqual(await stored(), [first, away, last]);
      assert.deepEqual(await queued(), []);
      const { rows } = await db.pool.query('select from alert_matches where silent_reason is not null');
      assert.deepEqual(rows, [], 'a sighting that is matched already is not settled again');
    });

  test('are matched again after a change, also while they are delayed', async () => {
    await insertAlerts(db, organizationId, [{ ...NO_CRITERIA, cab_number: 'LATER' }]);
    const key = await record({ usdot_number: 102, cab_number: 'FIRST' });
    const repair = await failing('53100');
    try {
      await matcher.round();
      await again(key, { usdot_number: 102, cab_number: 'LATER' });
      assert.equal((await matcher.round()).pairs, 1);
    } finally {
      await repair();
    }
    await db.pool.query('update unmatched_sightings set due_at = now()');
    await matcher.round();
    assert.deepEqual(await stored(), [key]);
  });

  test('fail alone and count an attempt when their values are at fault', async () => {
    const [good, bad] = [await record(), await record({ usdot_number: 102 })];
    const repair = await failing('23514');
    try {
      await matcher.round();
      assert.deepEqual(await stored(), [good]);
      const [row] = await queued();
      assert.deepEqual([row.id, row.attempts, row.delayed_since, row.is_matched], [bad.id, 1, null, true]);
    } finally {
      await repair();
    }
  });

  test('are tried again at once after a deadlock', async () => {
    const keys = [await record(), await record({ usdot_number: 102 })];
    const repair = await failing('40P01', 2);
    try {
      await matcher.round();
      assert.deepEqual([await stored(), await queued(), delayed], [keys, [], []]);
    } finally {
      await repair();
    }
  });
});
