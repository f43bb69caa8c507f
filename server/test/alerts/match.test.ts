import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Criteria, NO_CRITERIA } from '../../src/contract/criteria.ts';
import type { Database } from '../../src/db/database.ts';
import { AlertFeed } from '../../src/domain/alerts/match/alert-feed.ts';
import { newestChange, pruneChanges } from '../../src/domain/alerts/match/feed-store.ts';
import { refreshPairs } from '../../src/domain/alerts/match/match-store.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { sightingView } from '../../src/domain/alerts/match/sighting-view.ts';
import { fetchSightings } from '../../src/domain/alerts/preview/fetch-sightings.ts';
import { systemClock } from '../../src/lib/clock.ts';
import {
  insertAlerts,
  insertSightings,
  organization,
  pairName,
  reviseSighting,
  writtenPairs,
} from '../support/alerts/alert-ground.ts';
import { seeded, sightingOf } from '../support/alerts/traffic.ts';
import { testDatabase } from '../support/database.ts';
import { untilLockWait } from '../support/db/lock-waits.ts';

const db = await testDatabase();
const organizationId = await organization(db);
const random = seeded(1);
const world = { carriers: 10, trucks: 100 };
const woken: string[] = [];
const matcherOn = (database: Database) =>
  new Matcher({ database, clock: systemClock, wake: (table) => woken.push(table) });
const matcher = matcherOn(db);

const alert = async (criteria: Partial<Criteria>) =>
  (await insertAlerts(db, organizationId, [{ ...NO_CRITERIA, ...criteria }]))[0] as number;
const sighting = (fields: object, time = new Date(Date.now() - 60_000)) => ({
  ...sightingOf(random, world, time),
  ...fields,
});
const seen = async (fields: object, time?: Date) =>
  (await insertSightings(db, organizationId, [sighting(fields, time)]))[0] as {
    usdot_number: number;
    time_captured: Date;
    id: number;
  };
const isPair = async (alertId: number, sightingId: number) =>
  (await writtenPairs(db)).includes(pairName(alertId, sightingId));

suite('changes of alerts reach the next batch', () => {
  test('creates, edits and deletes', async () => {
    const id = await alert({ cab_number: 'NEXT1' });
    const first = await seen({ cab_number: 'NEXT1' });
    await matcher.round();
    assert.ok(await isPair(id, first.id));
    assert.ok(woken.includes('alert_matches'));

    await db.pool.query(`update alerts set cab_number = 'NEXT2' where id = $1`, [id]);
    const [second, third] = [await seen({ cab_number: 'NEXT1' }), await seen({ cab_number: 'NEXT2' })];
    await matcher.round();
    assert.equal(await isPair(id, second.id), false);
    assert.ok(await isPair(id, third.id));

    await db.pool.query(`update alerts set disabled = true where id = $1`, [id]);
    const fourth = await seen({ cab_number: 'NEXT2' });
    await matcher.round();
    assert.equal(await isPair(id, fourth.id), false);

    await db.pool.query(`delete from alerts where id = $1`, [id]);
    await seen({ cab_number: 'NEXT2' });
    await matcher.round();
    assert.equal((await writtenPairs(db)).filter((pair) => pair.startsWith(`${id}:`)).length, 0);
  });

  test('an alert whose transaction began first and committed last is not skipped', async () => {
    const feed = new AlertFeed();
    await feed.upToDate(db);
    const client = await db.pool.connect();
    await client.query('begin');
    const { rows } = await client.query(
      `insert into alerts (organization_id, email, alert_type, disabled, alert_name, cab_number)
       values ($1, 'a@example.com', 'hot', false, 'slow', 'GAP1') returning id`,
      [organizationId],
    );
    // The other one cannot take the next number before the first has committed.
    const quick = alert({ cab_number: 'GAP2' });
    const ids = async () => {
      const index = await feed.upToDate(db);
      return ['GAP1', 'GAP2'].flatMap((cab_number) => index.match(sightingView(sighting({ cab_number }))));
    };
    await untilLockWait(db);
    assert.deepEqual(await ids(), []);
    await client.query('commit');
    client.release();
    assert.deepEqual(await ids().then((found) => found.includes(rows[0].id)), true);
    const second = await quick;
    assert.deepEqual(await ids(), [rows[0].id, second]);
  });

  test('a feed misses no change of fifty concurrent writers, some of which roll back', async () => {
    const feed = new AlertFeed();
    let done = false;
    const reader = (async () => {
      while (!done) await feed.upToDate(db);
    })();
    const made: number[] = [];
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        db
          .transaction(async ({ client }) => {
            const { rows } = await client.query(
              `insert into alerts (organization_id, email, alert_type, disabled, alert_name, cab_number)
               values ($1, 'a@example.com', 'hot', false, 'many', 'MANY') returning id`,
              [organizationId],
            );
            if (n % 5 === 0) throw new Error('rolled back');
            made.push(rows[0].id);
          })
          .catch(() => undefined),
      ),
    );
    done = true;
    await reader;
    const found = (await feed.upToDate(db)).match(sightingView(sighting({ cab_number: 'MANY' })));
    assert.deepEqual(
      found.sort((a, b) => a - b),
      made.sort((a, b) => a - b),
    );
    assert.equal(found.length, 40);
    await db.pool.query(`delete from alerts where cab_number = 'MANY'`);
  });

  test('a feed reloads all alerts when the log no longer reaches back to its position', async () => {
    const feed = new AlertFeed();
    await feed.upToDate(db);
    const [a, b] = [await alert({ cab_number: 'CUT1' }), await alert({ cab_number: 'CUT2' })];
    await db.pool.query(`update alert_changes set changed_at = now() - interval '2 days'`);
    assert.ok((await pruneChanges(db)) > 0);
    assert.ok((await newestChange(db)) > 0);
    const index = await feed.upToDate(db);
    assert.deepEqual(index.match(sightingView(sighting({ cab_number: 'CUT1' }))), [a]);
    assert.deepEqual(index.match(sightingView(sighting({ cab_number: 'CUT2' }))), [b]);
  });
});

suite('pairs', () => {
  test('a sighting that gains fields is matched again and adds only new pairs', async () => {
    const [byPlate, byCab] = [await alert({ license_plate: 'REV1' }), await alert({ cab_number: 'REVCAB' })];
    const key = await seen({ alpr_plate_number: 'REV1', cab_number: '' });
    await matcher.round();
    assert.ok(await isPair(byPlate, key.id));
    const before = (await writtenPairs(db)).length;
    await reviseSighting(db, organizationId, key, { cab_number: 'revcab' });
    await matcher.round();
    assert.ok(await isPair(byCab, key.id));
    assert.equal((await writtenPairs(db)).length, before + 1);
  });

  test('a sighting is compared as it was queued, with every line of its text, also if its observation cannot be written', async () => {
    const byText = await alert({ deep_search: 'ONLY ON THE DOOR' });
    const key = await seen({ lines: ['Only on the door', 'USDOT 1'], cab_number: 'QUEUED' });
    await db.pool.query('alter table observations rename to hidden_observations');
    try {
      await matcher.round();
    } finally {
      await db.pool.query('alter table hidden_observations rename to observations');
    }
    assert.ok(await isPair(byText, key.id));
    const { rows } = await db.pool.query('select sighting from alert_matches where sighting_id = $1', [
      key.id,
    ]);
    assert.deepEqual([rows[0].sighting.cab_number, 'lines' in rows[0].sighting], ['QUEUED', false]);
  });

  test('a waiting match shows the current sighting, a fired match the sighting at its firing', async () => {
    const ids = [await alert({ cab_number: 'NOW' }), await alert({ cab_number: 'NOW' })];
    const [waits = 0, goes = 0] = ids;
    const key = await seen({ cab_number: 'NOW', vin: '' });
    await matcher.round();
    const revise = async (vin: string) => {
      await reviseSighting(db, organizationId, key, { vin });
      assert.equal((await matcher.round()).pairs, 0);
    };
    const vins = async () => {
      const text = `select sighting->>'vin' as vin from alert_matches where alert_id = any($1) order by alert_id`;
      return (await db.pool.query(text, [ids])).rows.map(({ vin }) => vin);
    };
    await revise('FIRST');
    assert.deepEqual(await vins(), ['FIRST', 'FIRST']);
    await db.pool.query(
      'update alert_matches set firing_id = gen_random_uuid(), fired_at = now() where alert_id = $1',
      [goes],
    );
    await revise('SECOND');
    assert.deepEqual(await vins(), ['SECOND', 'FIRST']);

    const pairs = { alertIds: [waits], sightingIds: [key.id] };
    const sightings = await fetchSightings(db, [key]);
    const refresh = () => refreshPairs(db, pairs, sightings, new Date());
    const firing = await db.pool.connect();
    await firing.query('begin');
    await firing.query('select from alert_matches where alert_id = $1 for update', [waits]);
    assert.equal(await refresh(), 0, 'nobody waits for a firing with rows in hand');
    await firing.query('rollback');
    firing.release();
    assert.equal(await refresh(), 1);
  });

  test('a sighting that changes while a matcher holds it is matched in its new form only', async () => {
    const [old, fresh] = [await alert({ cab_number: 'HELD1' }), await alert({ cab_number: 'HELD2' })];
    const key = await seen({ cab_number: 'HELD1' });
    const revising = matcherOn({
      ...db,
      // Between the comparison and the commit, somebody revises the sighting.
      async transaction(work) {
        await reviseSighting(db, organizationId, key, { cab_number: 'HELD2' });
        return db.transaction(work);
      },
    });
    await revising.round();
    assert.equal(await isPair(old, key.id), false);
    await matcher.round();
    assert.deepEqual([await isPair(old, key.id), await isPair(fresh, key.id)], [false, true]);
  });

  test('deleting an alert while its pair is being written affects no other pair', async () => {
    const [gone, kept] = [await alert({ cab_number: 'WAY1' }), await alert({ cab_number: 'WAY1' })];
    const key = await seen({ cab_number: 'WAY1' });
    const deleting = matcherOn({
      ...db,
      async transaction(work) {
        await db.pool.query('delete from alerts where id = $1', [gone]);
        return db.transaction(work);
      },
    });
    await deleting.round();
    assert.deepEqual([await isPair(gone, key.id), await isPair(kept, key.id)], [false, true]);
  });

  test('start_date and end_date are days in the time zone of the organization, by capture time', async () => {
    const id = await alert({ cab_number: 'DAYS1' });
    await db.pool.query(
      `update alerts set start_date = '2026-03-07', end_date = '2026-03-08' where id = $1`,
      [id],
    );
    // Chicago: clocks go forward on the 8th; the 9th begins at 05:00 UTC.
    const expected: [string, boolean][] = [
      ['2026-03-07T05:59:59Z', false],
      ['2026-03-07T06:00:00Z', true],
      ['2026-03-09T04:59:59Z', true],
      ['2026-03-09T05:00:00Z', false],
    ];
    for (const [time, matches] of expected) {
      const key = await seen({ cab_number: 'DAYS1' }, new Date(time));
      await matcher.round();
      assert.equal(await isPair(id, key.id), matches, time);
    }
    await db.pool.query(`update organizations set timezone = 'UTC' where id = $1`, [organizationId]);
    const key = await seen({ cab_number: 'DAYS1' }, new Date('2026-03-07T00:00:00Z'));
    await matcher.round();
    assert.ok(await isPair(id, key.id));
  });

  test('a failed round returns its sightings to the queue at once', async () => {
    const id = await alert({ cab_number: 'FAIL1' });
    const key = await seen({ cab_number: 'FAIL1' });
    const failing = matcherOn({ ...db, transaction: () => Promise.reject(new Error('no connection')) });
    await assert.rejects(failing.round(), /no connection/);
    await matcher.round();
    assert.ok(await isPair(id, key.id));
  });
});
