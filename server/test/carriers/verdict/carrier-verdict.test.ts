import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testApi } from '../../support/api.ts';
import { companyRow, smsCarrier, smsInspectionRow } from '../../support/carriers/sms-rows.ts';
import { testImporter } from '../../support/federal/federal-files.ts';

const TODAY = '2026-11-18';
const clock = { now: () => new Date(`${TODAY}T12:00:00Z`) };
const api = await testApi({ clock });
const importer = await testImporter(api.db, clock.now());
const broker = await api.signIn(await api.customer());
const insurer = await api.signIn(await api.customer([], 'insurance'));

const [CLEAN, ORDERED, INACTIVE, RESCINDED] = [5_200_001, 5_200_002, 5_200_003, 5_200_004];
const carriers = [CLEAN, ORDERED, INACTIVE, RESCINDED];
await importer.datasets(
  {
    'sms-census': carriers.map((usdot) => smsCarrier(usdot)),
    'company-census': carriers.map((usdot) =>
      companyRow(usdot, usdot === INACTIVE ? { STATUS_CODE: 'I' } : {}),
    ),
    'sms-inspection': carriers.map((usdot) => smsInspectionRow(usdot, '2026-07-20', 1)),
  },
  { asOf: '2026-10-30' },
);

const verdictOf = async (usdot: number, headers = insurer, query = '') => {
  const response = await api.app.inject({ url: `/carrier/${usdot}/verdict${query}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};
const textOf = ({ reasons }: { reasons: { text: string }[] }) => reasons.map(({ text }) => text).join('\n');

suite('before the list of orders and the registers are loaded', () => {
  test('a carrier without a known problem is not clear: what is missing is named', async () => {
    const found = await verdictOf(CLEAN);
    assert.equal(found.verdict, 'look_closer');
    assert.match(textOf(found), /Status: unknown\. .*out-of-service-orders/i);
    assert.match(textOf(found), /Authority to carry: unknown/);
    assert.match(textOf(found), /Insurance: unknown/);
    const effects = new Set(found.reasons.map(({ effect }: { effect: string }) => effect));
    assert.ok(!effects.has('do_not_use'), 'what is not known is no fact against the carrier');
  });
  test('signals that could not be judged are reasons for an insurer, and not considered for a broker', async () => {
    const ofKind = (found: { reasons: { section: string }[] }) =>
      found.reasons.filter(({ section }) => section === 'signals').length;
    const [seen, unseen] = [await verdictOf(CLEAN), await verdictOf(CLEAN, broker)];
    assert.ok(ofKind(seen) > 0);
    assert.deepEqual(seen.not_considered, []);
    assert.equal(ofKind(unseen), 0);
    assert.match(unseen.not_considered[0], /insurance organizations only/);
  });
});

test('an order in force, an inactive number and a rescinded order', async () => {
  const order = (usdot: number, until: string) => ({
    ...{ DOT_NUMBER: String(usdot), LEGAL_NAME: 'X', OOS_DATE: '2026-08-01', OOS_REASON: 'Refusal' },
    RESCIND_DATE: until,
  });
  await importer.datasets(
    { 'out-of-service-orders': [order(ORDERED, ''), order(RESCINDED, '2026-09-10')] },
    { asOf: TODAY },
  );
  const ordered = await verdictOf(ORDERED);
  assert.equal(ordered.verdict, 'do_not_use');
  const { effect, kind, text, section } = ordered.reasons[0];
  assert.deepEqual(
    [effect, kind, text, section],
    [
      ...['do_not_use', 'order'],
      `An out-of-service order is in force, as of the list of out-of-service orders of ${TODAY}.`,
      'operating_status',
    ],
  );
  const inactive = await verdictOf(INACTIVE);
  assert.equal(inactive.verdict, 'do_not_use');
  assert.match(
    textOf(inactive),
    /The USDOT number is inactive, as of the daily company census of 2026-10-30\./,
  );
  assert.notEqual((await verdictOf(RESCINDED)).verdict, 'do_not_use');
  assert.equal((await verdictOf(RESCINDED, insurer, '?as_of=2026-08-15')).verdict, 'do_not_use');
});

test('a number without a federal record is not clear', async () => {
  const found = await verdictOf(9_999_999);
  assert.equal(found.verdict, 'look_closer');
  assert.deepEqual(
    found.reasons.map(({ text }: { text: string }) => text),
    ['No loaded federal record has this USDOT number.'],
  );
});
