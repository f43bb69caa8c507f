import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NO_CRITERIA } from '../../src/contract/criteria.ts';
import type { AlertService } from '../../src/domain/alerts/alert-service.ts';
import { DueAlerts } from '../../src/domain/alerts/fire/fire-due.ts';
import { setMorning } from '../../src/domain/alerts/fire/fire-store.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import type { Firing } from '../../src/domain/notifications/firing.ts';
import { KeyedGate } from '../../src/lib/async/keyed-gate.ts';
import { noTracing } from '../../src/lib/telemetry/tracing.ts';
import { insertAlerts, insertSightings, organization } from '../support/alerts/alert-ground.ts';
import { seeded, sightingOf } from '../support/alerts/traffic.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';

const db = await testDatabase();
let now = new Date('2026-06-01T10:07:00Z');
const clock = { now: () => now };
const fired: Firing[] = [];
const service = (more: Partial<AlertService> = {}): AlertService => ({
  db,
  clock,
  notify: async (_tx, firing) => {
    fired.push(firing);
    return { deliveryIds: [], emailIds: [] };
  },
  previews: new KeyedGate<number>({ width: 1, widthPerKey: 1, queuePerKey: 1 }),
  tracing: noTracing,
  log: silent,
  maxAgeHours: 72,
  ...more,
});
const due = new DueAlerts(service());
const matcher = new Matcher({ database: db, clock, wake: () => undefined });
const random = seeded(3);
const signal = new AbortController().signal;
let counter = 0;

type Ground = { organizationId: number; id: number; cab: string };

async function ground(type: 'hot' | 'normal', settings = '', timezone = 'America/Chicago'): Promise<Ground> {
  const organizationId = await organization(db, timezone);
  const cab = `CAB${++counter}`;
  const [id = 0] = await insertAlerts(db, organizationId, [{ ...NO_CRITERIA, cab_number: cab }], type);
  if (settings) await db.pool.query(`update alerts set ${settings} where id = $1`, [id]);
  return { organizationId, id, cab };
}

async function seen({ organizationId, cab }: Ground, count = 1, time = now): Promise<number[]> {
  const sighting = () => ({ ...sightingOf(random, { carriers: 5, trucks: 50 }, time), cab_number: cab });
  const keys = await insertSightings(db, organizationId, Array.from({ length: count }, sighting));
  while ((await matcher.round()).sightings > 0);
  return keys.map(({ id }) => id);
}

/** What went off at this moment. */
async function goOff(time: string, by = due): Promise<Firing[]> {
  now = new Date(time);
  const before = fired.length;
  await by.run(signal);
  return fired.slice(before);
}

suite('firing', () => {
  test('alerts of a disabled organization neither match nor fire until it is enabled', async () => {
    const one = await ground('hot');
    const set = (value: string) =>
      db.pool.query(`update organizations set disabled_at = ${value} where id = $1`, [one.organizationId]);
    await seen(one);
    await set('now()');
    assert.deepEqual(await goOff('2026-06-01T10:00:30Z'), []);
    await seen(one);
    const { rows } = await db.pool.query(
      'select count(*)::int as count from alert_matches where alert_id = $1',
      [one.id],
    );
    assert.deepEqual(rows, [{ count: 1 }]);
    await set('null');
    await seen(one);
    const [firing] = (await goOff('2026-06-01T10:15:30Z')).filter(({ alert }) => alert.id === one.id);
    assert.equal(firing?.matches.length, 2);
    now = new Date('2026-06-01T10:07:00Z');
  });

  test('a hot alert fires every 15 minutes with all new matches, oldest first', async () => {
    now = new Date('2026-06-01T10:07:00Z');
    const alert = await ground('hot');
    const late = await seen(alert, 2, new Date('2026-06-01T10:06:00Z'));
    const early = await seen(alert, 1, new Date('2026-06-01T10:01:00Z'));
    assert.deepEqual(await goOff('2026-06-01T10:14:59Z'), []);
    const [firing, ...others] = await goOff('2026-06-01T10:15:01Z');
    assert.equal(others.length, 0);
    assert.deepEqual(
      firing?.matches.map(({ sighting }) => sighting.id),
      [...early, ...late],
    );
    assert.ok(firing.matches[0]?.sighting.time_captured instanceof Date);
    assert.equal('lines' in (firing.matches[0]?.sighting ?? {}), false);
    assert.equal(firing.alert.id, alert.id);
    assert.equal(firing.alert.usdot_number, null);
    assert.equal(firing.alert.cab_number, alert.cab);
    assert.deepEqual(await goOff('2026-06-01T10:30:01Z'), []);
  });

  test('a normal alert fires in the morning, at the time that its organization sets', async () => {
    now = new Date('2026-06-02T15:00:00Z');
    const usual = await ground('normal');
    const own = await ground('normal', '', 'America/New_York');
    await setMorning(db, own.organizationId, '09:30');
    await seen(usual);
    await seen(own);
    assert.deepEqual(await goOff('2026-06-03T11:59:59Z'), []);
    assert.deepEqual(
      (await goOff('2026-06-03T12:00:01Z')).map(({ alert }) => alert.id),
      [usual.id],
    );
    assert.deepEqual(
      (await goOff('2026-06-03T13:30:01Z')).map(({ alert }) => alert.id),
      [own.id],
    );
    await assert.rejects(setMorning(db, own.organizationId, '24:00'), /00:00 to 23:59/);
    await assert.rejects(setMorning(db, 999_999, '06:00'), /no organization/);
  });

  test('after downtime an alert fires once, late, with all matches', async () => {
    now = new Date('2026-06-05T03:00:00Z');
    const alert = await ground('normal');
    await seen(alert, 2);
    now = new Date('2026-06-05T18:00:00Z');
    await seen(alert, 1);
    const fresh = new DueAlerts(service());
    const [firing] = await goOff('2026-06-05T18:03:00Z', fresh);
    assert.equal(firing?.matches.length, 3);
    assert.deepEqual(await goOff('2026-06-05T18:30:00Z', fresh), []);
  });

  test('of four processes, one fires an alert', async () => {
    now = new Date('2026-06-06T10:07:00Z');
    const alerts = await Promise.all(Array.from({ length: 12 }, () => ground('hot')));
    for (const alert of alerts) await seen(alert, 3);
    now = new Date('2026-06-06T10:15:00Z');
    const before = fired.length;
    const others = Array.from({ length: 4 }, () => new DueAlerts(service()));
    await Promise.all(others.map((other) => other.run(signal)));
    const ids = fired.slice(before).map(({ alert }) => alert.id);
    assert.deepEqual(
      ids.sort((a, b) => a - b),
      alerts.map(({ id }) => id).sort((a, b) => a - b),
    );
    assert.ok(fired.slice(before).every(({ matches }) => matches.length === 3));
  });

  test('an alert whose notifications cannot be stored fires in the next round and does not delay others', async () => {
    now = new Date('2026-06-07T10:07:00Z');
    const [broken, sound] = [await ground('hot'), await ground('hot')];
    await seen(broken);
    await seen(sound);
    const failing = new DueAlerts(
      service({
        notify: async (_tx, firing) => {
          if (firing.alert.id === broken.id) throw new Error('disk full');
          fired.push(firing);
          return { deliveryIds: [], emailIds: [] };
        },
      }),
    );
    const before = fired.length;
    await assert.rejects(goOff('2026-06-07T10:15:10Z', failing), /disk full/);
    assert.deepEqual(
      fired.slice(before).map(({ alert }) => alert.id),
      [sound.id],
    );
    const [firing] = await goOff('2026-06-07T10:15:20Z');
    assert.equal(firing?.alert.id, broken.id);
    assert.equal(firing.matches.length, 1);
  });

  test('a cooldown and a daily cap delay matches and lose none', async () => {
    now = new Date('2026-06-08T10:07:00Z');
    const alert = await ground('hot', 'cooldown_minutes = 40, daily_cap = 2');
    await seen(alert);
    assert.equal((await goOff('2026-06-08T10:15:05Z')).length, 1);
    await seen(alert, 2);
    assert.equal((await goOff('2026-06-08T10:45:05Z')).length, 0);
    await seen(alert, 1);
    assert.deepEqual(
      (await goOff('2026-06-08T11:00:05Z')).map(({ matches }) => matches.length),
      [3],
    );
    await seen(alert, 4);
    assert.equal((await goOff('2026-06-08T12:15:05Z')).length, 0);
    assert.deepEqual(
      (await goOff('2026-06-09T05:00:05Z')).map(({ matches }) => matches.length),
      [4],
    );
  });

  test('a disabled alert keeps its waiting matches until it is enabled', async () => {
    now = new Date('2026-06-10T10:07:00Z');
    const alert = await ground('hot');
    await seen(alert);
    await db.pool.query('update alerts set disabled = true where id = $1', [alert.id]);
    assert.equal((await goOff('2026-06-10T10:15:05Z')).length, 0);
    await db.pool.query('update alerts set disabled = false where id = $1', [alert.id]);
    assert.equal((await goOff('2026-06-10T10:30:05Z')).length, 1);
  });

  test('a very large firing is split, with every match in one part', async () => {
    now = new Date('2026-06-11T10:07:00Z');
    const alert = await ground('hot');
    const { rows } = await db.pool.query(
      `insert into alert_matches (alert_id, sighting_id, organization_id, matched_at, sighting)
       select $1, n, $2, $3, jsonb_build_object('id', n, 'time_captured', '2026-06-11T10:00:00.000Z')
         from generate_series(1, 10001) n returning sighting_id`,
      [alert.id, alert.organizationId, now],
    );
    const firings = await goOff('2026-06-11T10:15:05Z');
    assert.deepEqual(
      firings.map(({ matches }) => matches.length),
      [10_000, 1],
    );
    const ids = new Set(firings.flatMap(({ matches }) => matches.map(({ sighting }) => sighting.id)));
    assert.equal(ids.size, rows.length);
    assert.equal(new Set(firings.map(({ id }) => id)).size, 2);
  });
});
