import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertState, periodText, scheduleText } from '../src/pages/alerts/alert-state.ts';
import { noticeOf } from '../src/pages/alerts/silence.ts';

const TODAY = '2026-11-17';
const dated = (start_date: string | null, end_date: string | null, disabled = false) => ({
  start_date,
  end_date,
  disabled,
});
const labelOf = (alert: ReturnType<typeof dated>) => alertState(alert, TODAY).label;

test('an alert has ended on the day after its last day, whether it is paused or not', () => {
  assert.equal(labelOf(dated(null, '2026-10-27')), 'Ended');
  assert.equal(labelOf(dated(null, '2026-10-27', true)), 'Ended');
  assert.equal(labelOf(dated(null, TODAY)), 'Active');
  assert.equal(labelOf(dated(null, TODAY, true)), 'Paused');
});

test('an alert whose first day is later is scheduled, not active', () => {
  assert.equal(labelOf(dated('2026-11-18', null)), 'Scheduled');
  assert.equal(labelOf(dated(TODAY, null)), 'Active');
});

test('the first and last day are shown', () => {
  assert.equal(periodText(dated('2026-10-01', '2026-10-27')), 'Oct 1, 2026 to Oct 27, 2026');
  assert.equal(periodText(dated(null, '2026-10-27')), 'Until Oct 27, 2026');
  assert.equal(periodText(dated('2026-10-01', null)), 'From Oct 1, 2026');
  assert.equal(periodText(dated(null, null)), null);
});

test('the schedule says whether an email is sent, and nothing about webhooks', () => {
  for (const notification_channels of [['email'], ['email', 'webhook']] as ('email' | 'webhook')[][])
    assert.equal(scheduleText({ alert_type: 'normal', notification_channels }), 'Email once a day');
  assert.equal(
    scheduleText({ alert_type: 'hot', notification_channels: ['webhook'] }),
    'No email, every 15 minutes',
  );
});

test('a match that was not sent says why, and one that waits says so', () => {
  const silent = { is_silent: true, fired_at: null };
  assert.equal(noticeOf({ ...silent, silent_reason: 'history' }), 'Before the alert');
  assert.match(
    noticeOf({ ...silent, silent_reason: 'captured_long_before' }) ?? '',
    /^Not notified: captured/,
  );
  const sent = { is_silent: false, silent_reason: null };
  assert.equal(noticeOf({ ...sent, fired_at: null }), 'Waiting for the next firing');
  assert.equal(noticeOf({ ...sent, fired_at: '2026-11-17T00:00:00Z' }), null);
});
