import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { testApi } from '../support/api.ts';
import { companyRow, smsCarrier, smsInspectionRow, smsViolationRow } from '../support/carriers/sms-rows.ts';
import { testImporter } from '../support/federal/federal-files.ts';

const TODAY = '2026-11-18';
const SMS_DAY = '2026-10-30';
const clock = { now: () => new Date(`${TODAY}T12:00:00Z`) };
const api = await testApi({ clock });
const importer = await testImporter(api.db, clock.now());
const headers = await api.signIn(await api.customer(['external-api-carrier-iss-score']));

/** Orders as [day, rescission]. Every carrier has a clean record, except the last one, which was never inspected. */
const ORDERS: Record<number, [string, string][]> = {
  5100001: [['2026-11-17', '']],
  5100002: [['2026-11-18', '']],
  5100003: [['2026-11-19', '']],
  5100004: [['2026-12-24', '']],
  5100005: [['2026-08-01', '2026-11-18']],
  5100006: [['2026-08-01', '2026-11-19']],
  5100007: [['2026-08-20', '2026-09-10']],
  5100008: [
    ['2026-08-20', '2026-09-10'],
    ['2026-11-05', ''],
  ],
  5100009: [['2026-10-01', '2026-10-01']],
  5100010: [['2026-11-05', '']],
};
const carriers = Object.keys(ORDERS).map(Number);
const UNINSPECTED = 5_100_010;
const inspections = carriers
  .filter((usdot) => usdot !== UNINSPECTED)
  .flatMap((usdot) => Array.from({ length: 6 }, () => smsInspectionRow(usdot, '2026-07-20', 1)));
const [first] = inspections;
await importer.datasets(
  {
    'sms-census': carriers.map((usdot) => smsCarrier(usdot)),
    'company-census': carriers.map((usdot) => companyRow(usdot)),
    'sms-inspection': inspections,
    'sms-violation': first ? [smsViolationRow(first, 'Vehicle Maintenance', 2)] : [],
  },
  { asOf: SMS_DAY },
);
await runScores(api.db, { method: 'current', asOf: '2026-08-28' });
await runScores(api.db, { method: 'current' });
// Imported after the run, which does not start again.
const orders = Object.entries(ORDERS).flatMap(([usdot, list]) =>
  list.map(([from, until]) => ({
    ...{ DOT_NUMBER: usdot, LEGAL_NAME: 'X', OOS_DATE: from, OOS_REASON: 'Refusal', RESCIND_DATE: until },
  })),
);
await importer.datasets({ 'out-of-service-orders': orders }, { asOf: TODAY });

const profileOf = async (usdot: number, asOf: string | null) => {
  const url = `/carrier/profile/fmcsa?usdot_number=${usdot}${asOf === null ? '' : `&as_of=${asOf}`}`;
  return (await api.app.inject({ url, headers })).json();
};
const isInForce = (usdot: number, day: string) =>
  (ORDERS[usdot] ?? []).some(([from, until]) => from <= day && (until === '' || until > day));

test('an order in force on the day is OUT-OF-SERVICE and ISS 100, and any other order is neither', async () => {
  const days = ['2026-08-28', '2026-09-09', '2026-09-10', '2026-11-04', '2026-11-05', '2026-11-17', null];
  for (const usdot of carriers)
    for (const asOf of days) {
      const { operating_status, oos, iss_basics } = await profileOf(usdot, asOf);
      const about = `${usdot} on ${asOf ?? TODAY}`;
      const isOut = isInForce(usdot, asOf ?? TODAY);
      assert.equal(operating_status.dot_status.dot_status === 'OUT-OF-SERVICE', isOut, about);
      assert.equal(oos.iss_score === 100, isOut, `${about}: ISS ${oos.iss_score}`);
      assert.equal(iss_basics.header.recommendation === 'Inspect', isOut, about);
      assert.equal(iss_basics.header.score, String(oos.iss_score));
    }
});

test('an order does not change the score of the days on which it is not in force', async () => {
  for (const usdot of [5_100_003, 5_100_005]) {
    const { oos, iss_basics } = await profileOf(usdot, null);
    assert.equal(iss_basics.header.recommendation, 'Pass');
    assert.ok(oos.iss_score >= 1 && oos.iss_score <= 49, `${oos.iss_score}`);
  }
});

test('an order gives ISS 100 on a day before the first stored run too', async () => {
  const { oos, unknown_fields } = await profileOf(5_100_007, '2026-08-20');
  assert.equal(oos.iss_score, 100);
  assert.ok(!unknown_fields.some(({ field }: { field: string }) => field === 'oos.iss_score'));
});

test('the history has ISS 100 for the runs on whose day an order was in force', async () => {
  const scores = async (usdot: number) => {
    const response = await api.app.inject({ url: `/carrier/${usdot}/scores/history`, headers });
    return response.json().runs.map(({ iss_score }: { iss_score: number }) => iss_score === 100);
  };
  assert.deepEqual(await scores(5_100_007), [true, false]);
  assert.deepEqual(await scores(5_100_001), [false, false]);
  assert.deepEqual(await scores(5_100_006), [true, true]);
});
