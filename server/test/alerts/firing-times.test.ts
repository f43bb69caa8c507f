import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  dueMoment,
  type FiringState,
  lastMorning,
  lastQuarter,
  localDay,
} from '../../src/domain/alerts/fire/firing-times.ts';

const at = (text: string) => new Date(text);
const iso = (date: Date | null) => date?.toISOString() ?? null;
const never: FiringState = {
  alert_type: 'hot',
  timezone: 'America/Chicago',
  morning_minute: 420,
  fired_for: null,
  fired_day: null,
  fired_count: 0,
  cooldown_minutes: null,
  daily_cap: null,
  waiting_since: at('2026-01-01T00:00:00Z'),
};

/** Every minute of some days: when an alert with a match every minute would go off. */
function firings(state: Partial<FiringState>, from: string, to: string, stepMs = 60_000): string[] {
  const fired: string[] = [];
  const current = { ...never, ...state, waiting_since: at(from) };
  for (let now = at(from).getTime(); now < at(to).getTime(); now += stepMs) {
    const moment = dueMoment(current, new Date(now));
    if (!moment) continue;
    fired.push(new Date(now).toISOString());
    const day = localDay(moment, current.timezone);
    Object.assign(current, {
      fired_count: current.fired_day === day ? current.fired_count + 1 : 1,
      fired_day: day,
      fired_for: moment,
      waiting_since: new Date(now),
    });
  }
  return fired;
}

suite('daily firing times', () => {
  const cases: [zone: string, from: string, to: string, expected: string[]][] = [
    // Clocks go forward on 8 March 2026, back on 1 November.
    [
      'America/Chicago',
      '2026-03-06T20:00Z',
      '2026-03-10T00:00Z',
      ['2026-03-07T13:00:00.000Z', '2026-03-08T12:00:00.000Z', '2026-03-09T12:00:00.000Z'],
    ],
    [
      'America/Chicago',
      '2026-10-30T20:00Z',
      '2026-11-03T00:00Z',
      ['2026-10-31T12:00:00.000Z', '2026-11-01T13:00:00.000Z', '2026-11-02T13:00:00.000Z'],
    ],
    [
      'America/Los_Angeles',
      '2026-03-07T20:00Z',
      '2026-03-10T00:00Z',
      ['2026-03-08T14:00:00.000Z', '2026-03-09T14:00:00.000Z'],
    ],
    ['America/Phoenix', '2026-03-07T20:00Z', '2026-03-09T00:00Z', ['2026-03-08T14:00:00.000Z']],
    ['Asia/Kolkata', '2026-03-07T20:00Z', '2026-03-09T00:00Z', ['2026-03-08T01:30:00.000Z']],
    [
      'Europe/Berlin',
      '2026-10-24T00:00Z',
      '2026-10-26T12:00Z',
      ['2026-10-24T05:00:00.000Z', '2026-10-25T06:00:00.000Z', '2026-10-26T06:00:00.000Z'],
    ],
  ];
  for (const [timezone, from, to, expected] of cases) {
    test(`fires once a day at 07:00 in ${timezone} from ${from}`, () => {
      assert.deepEqual(firings({ alert_type: 'normal', timezone }, from, to), expected);
    });
  }

  test('a local time that is skipped moves later, and one that occurs twice counts once', () => {
    const halfPastTwo = { alert_type: 'normal' as const, morning_minute: 150 };
    assert.deepEqual(firings(halfPastTwo, '2026-03-07T12:00Z', '2026-03-09T12:00Z'), [
      '2026-03-08T08:30:00.000Z',
      '2026-03-09T07:30:00.000Z',
    ]);
    const halfPastOne = { alert_type: 'normal' as const, morning_minute: 90 };
    assert.deepEqual(firings(halfPastOne, '2026-10-31T12:00Z', '2026-11-02T12:00Z'), [
      '2026-11-01T06:30:00.000Z',
      '2026-11-02T07:30:00.000Z',
    ]);
  });

  test('has one morning per day of a year in every time zone', () => {
    for (const timezone of [
      'America/New_York',
      'America/Denver',
      'Pacific/Honolulu',
      'Australia/Lord_Howe',
    ]) {
      const seen = new Set<number>();
      for (
        let now = at('2026-01-01T12:00Z').getTime();
        now < at('2027-01-01T12:00Z').getTime();
        now += 1_800_000
      ) {
        const morning = lastMorning({ timezone, morning_minute: 420 }, new Date(now));
        assert.ok(morning.getTime() <= now && now - morning.getTime() < 26 * 3_600_000);
        seen.add(morning.getTime());
      }
      const days = [...seen].map((time) => localDay(new Date(time), timezone));
      assert.equal(new Set(days).size, days.length);
      assert.ok(days.length >= 365 && days.length <= 366, `${days.length} in ${timezone}`);
    }
  });

  test('fires once, late, after downtime', () => {
    const state = { alert_type: 'normal' as const, fired_for: at('2026-06-01T12:00Z') };
    const late = { ...never, ...state, waiting_since: at('2026-06-01T15:00Z') };
    assert.equal(iso(dueMoment(late, at('2026-06-02T10:59Z'))), null);
    assert.equal(iso(dueMoment(late, at('2026-06-02T17:20Z'))), '2026-06-02T12:00:00.000Z');
    const fired = { ...late, fired_for: at('2026-06-02T12:00Z'), waiting_since: at('2026-06-02T17:21Z') };
    assert.equal(dueMoment(fired, at('2026-06-02T23:00Z')), null);
    assert.equal(iso(dueMoment(fired, at('2026-06-03T12:00Z'))), '2026-06-03T12:00:00.000Z');
    // A match from before the moment that was committed after it waits for the next one.
    const straggler = { ...fired, waiting_since: at('2026-06-02T11:59:59Z') };
    assert.equal(dueMoment(straggler, at('2026-06-02T18:00Z')), null);
  });
});

suite('15-minute firing times', () => {
  test('fires every 15 minutes, not earlier', () => {
    const fired = firings({}, '2026-03-08T07:50Z', '2026-03-08T09:01Z');
    assert.deepEqual(fired, [
      '2026-03-08T08:00:00.000Z',
      '2026-03-08T08:15:00.000Z',
      '2026-03-08T08:30:00.000Z',
      '2026-03-08T08:45:00.000Z',
      '2026-03-08T09:00:00.000Z',
    ]);
    assert.equal(iso(lastQuarter(at('2026-03-08T08:14:59.999Z'))), '2026-03-08T08:00:00.000Z');
  });

  test('firings during the cooldown are skipped', () => {
    const fired = firings({ cooldown_minutes: 40 }, '2026-05-01T10:00Z', '2026-05-01T12:00Z');
    assert.deepEqual(
      fired.map((time) => time.slice(11, 16)),
      ['10:15', '11:00', '11:45'],
    );
  });

  test('a daily cap applies until the next local day', () => {
    const fired = firings({ daily_cap: 2 }, '2026-05-01T20:00Z', '2026-05-02T07:00Z');
    assert.deepEqual(fired, [
      '2026-05-01T20:15:00.000Z',
      '2026-05-01T20:30:00.000Z',
      '2026-05-02T05:00:00.000Z',
      '2026-05-02T05:15:00.000Z',
    ]);
  });
});
