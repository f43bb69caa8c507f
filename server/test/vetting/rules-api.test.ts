import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { allRules } from '../../src/domain/vetting/rules/all-rules.ts';
import { paramProblems, withDefaults } from '../../src/domain/vetting/rules/rule.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import {
  GOOD,
  INACTIVE,
  loadVettingWorld,
  NEW,
  OVERDUE,
  plantSighting,
  TODAY,
  UNKNOWN_CARRIER,
} from '../support/vetting/vetting-world.ts';

const clock = { now: () => new Date(`${TODAY}T12:00:00Z`) };
const api = await testApi({ clock });
await loadVettingWorld(api, await testImporter(api.db, clock.now()));
await plantSighting(api, GOOD, '2026-10-01T10:00:00Z');

type Headers = Record<string, string>;
type Listed = { id: string; rule_name: string; status: string; param_values: Record<string, unknown> };
const newCustomer = async () => {
  const customer = await api.customer(['admin']);
  return { customer, headers: await api.signIn(customer) };
};
const rulesOf = async (headers: Headers): Promise<Listed[]> =>
  (await api.app.inject({ url: '/customer-compliance-rules', headers })).json().rules;
const ruleNamed = async (headers: Headers, name: string) =>
  (await rulesOf(headers)).find(({ rule_name }) => rule_name === name) as Listed;
async function change(headers: Headers, name: string, payload: object) {
  const { id } = await ruleNamed(headers, name);
  return api.app.inject({ method: 'PATCH', url: `/customer-compliance-rules/${id}`, headers, payload });
}
async function check(headers: Headers, query: string) {
  const response = await api.app.inject({ url: `/compliance-rules?${query}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
type Shown = { rule_result_description: string; status: string; incomplete?: boolean };
const of = (rules: Shown[], name: string) =>
  rules.find(({ rule_result_description: text }) => text.startsWith(name));

test('the defaults of every rule are valid, and the example of the reference is one of them', async () => {
  for (const rule of allRules) assert.deepEqual(paramProblems(rule, withDefaults(rule, {})), [], rule.key);
  const { headers } = await newCustomer();
  const { status, param_values } = await ruleNamed(headers, 'Observed by GenLogs');
  assert.equal(status, 'enabled');
  assert.deepEqual(param_values, {
    date_interval: '2_years',
    decision_matrix: { false: 'review', true: 'pass' },
    ...{ fail_message: false, pass_message: true },
  });
});

suite('a change of a rule', () => {
  test('changes what is named and keeps the rest, for this organization only', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    const before = await ruleNamed(first.headers, 'Safety rating');
    const response = await change(first.headers, 'Safety rating', {
      param_values: { decision_matrix: { not_rated: 'fail' } },
    });
    assert.deepEqual(response.json(), { status_code: '200', message: 'The rule Safety rating was changed.' });
    await change(first.headers, 'Safety rating', {
      param_values: { decision_matrix: { conditional: 'fail' } },
    });
    const after = await ruleNamed(first.headers, 'Safety rating');
    assert.deepEqual(after, {
      ...before,
      param_values: {
        ...before.param_values,
        decision_matrix: {
          ...(before.param_values.decision_matrix as object),
          ...{ not_rated: 'fail', conditional: 'fail' },
        },
      },
    });
    const { rules } = await check(first.headers, `usdot_number=${GOOD}`);
    assert.equal(of(rules, 'Safety rating')?.status, 'FAIL');
    const other = await check(second.headers, `usdot_number=${GOOD}`);
    assert.equal(of(other.rules, 'Safety rating')?.status, 'PASS');
  });

  test('a disabled rule does not apply, and another organization cannot change it', async () => {
    const [own, stranger] = [await newCustomer(), await newCustomer()];
    const { id } = await ruleNamed(own.headers, 'Fleet size');
    const url = `/customer-compliance-rules/${id}`;
    const payload = { status: 'disabled' };
    const foreign = await api.app.inject({ method: 'PATCH', url, headers: stranger.headers, payload });
    assert.deepEqual([foreign.statusCode, foreign.json()], [404, { message: 'There is no such rule.' }]);
    await api.app.inject({ method: 'PATCH', url, headers: own.headers, payload });
    const { rules } = await check(own.headers, `usdot_number=${GOOD}`);
    assert.equal(of(rules, 'Fleet size'), undefined);
  });

  test('reports every invalid parameter and changes nothing', async () => {
    const { headers } = await newCustomer();
    const before = await rulesOf(headers);
    const response = await change(headers, 'Authority age', {
      ...{ status: 'off', colour: 1 },
      param_values: { review_below_days: -1, fail_below_days: 'x', toString: 1 },
    });
    assert.equal(response.statusCode, 400);
    for (const name of [
      'status',
      ...['review_below_days', 'fail_below_days', 'toString'].map((n) => `values.${n}`),
    ])
      assert.match(response.json().detail, new RegExp(`${name}: Must be`));
    assert.match(response.json().detail, /colour: Unknown field/);
    const cases = await change(headers, 'USDOT registration', {
      param_values: { decision_matrix: { pending: 'perhaps', sleeping: 'fail' } },
    });
    assert.match(cases.json().detail, /Has no sleeping; .*\. Each of its values must be one of/);
    assert.deepEqual(await rulesOf(headers), before);
  });

  test('concurrent changes of different parameters are all kept', async () => {
    const { headers } = await newCustomer();
    const { param_values: cases } = await ruleNamed(headers, 'Signals');
    const names = Object.keys(cases.decision_matrix as object).slice(0, 8);
    await Promise.all(
      names.map((name) =>
        change(headers, 'Signals', { param_values: { decision_matrix: { [name]: 'fail' } } }),
      ),
    );
    const { param_values } = await ruleNamed(headers, 'Signals');
    for (const name of names)
      assert.equal((param_values.decision_matrix as Record<string, string>)[name], 'fail', name);
  });
});

suite('the result in the form of the reference', () => {
  test('counts the statuses, and shows the reason unless the rule says otherwise', async () => {
    const { headers } = await newCustomer();
    const { rules, rule_status } = await check(headers, `usdot_number=${INACTIVE}`);
    assert.equal(rule_status.pass.total + rule_status.fail.total + rule_status.review.total, rules.length);
    assert.match(
      of(rules, 'USDOT registration')?.rule_result_description ?? '',
      /^USDOT registration: The USDOT registration is inactive\. As of the daily company census of [\d-]+\.$/,
    );
    // Not seen: fail_message is false.
    assert.deepEqual(
      [of(rules, 'Observed')?.rule_result_description, of(rules, 'Observed')?.status],
      ['Observed by GenLogs', 'REVIEW'],
    );
    await change(headers, 'USDOT registration', { param_values: { fail_message: false } });
    const again = await check(headers, `usdot_number=${INACTIVE}`);
    assert.equal(of(again.rules, 'USDOT')?.rule_result_description, 'USDOT registration');
  });

  test('fifty carriers are in the order of the request, with those that nobody knows', async () => {
    const { headers } = await newCustomer();
    const { results } = await check(
      headers,
      `usdot_numbers=${OVERDUE},${UNKNOWN_CARRIER},${GOOD}&usdot_number=x`,
    );
    assert.deepEqual(
      results.map((one: { usdot_number: string; found: boolean }) => [one.usdot_number, one.found]),
      [
        [String(OVERDUE), true],
        [String(UNKNOWN_CARRIER), false],
        [String(GOOD), true],
      ],
    );
    const { rules } = await check(headers, `usdot_number=${GOOD}`);
    assert.deepEqual(results[2].rules, rules);
    assert.deepEqual(Object.keys(results[1]), ['usdot_number', 'found']);
  });
});

suite('own lists', () => {
  const put = (headers: Headers, usdot: number, payload: object) =>
    api.app.inject({ method: 'PUT', url: `/vetting/carriers/${usdot}`, headers, payload });

  test('a blocked carrier fails with the note, until it is removed', async () => {
    const { headers } = await newCustomer();
    await put(headers, GOOD, { list: 'block', note: 'Double brokered' });
    const blocked = of((await check(headers, `usdot_number=${GOOD}`)).rules, 'Own block list');
    assert.equal(blocked?.status, 'FAIL');
    assert.match(blocked?.rule_result_description ?? '', /Double brokered/);
    const listed = (await api.app.inject({ url: '/vetting/carriers?list=block', headers })).json();
    assert.deepEqual(
      listed.carriers.map(({ usdot_number }: { usdot_number: string }) => usdot_number),
      [String(GOOD)],
    );
    const remove = () => api.app.inject({ method: 'DELETE', url: `/vetting/carriers/${GOOD}`, headers });
    assert.deepEqual([(await remove()).statusCode, (await remove()).statusCode], [204, 404]);
    const { rules } = await check(headers, `usdot_number=${GOOD}`);
    assert.equal(of(rules, 'Own block list')?.status, 'PASS');
  });

  test('with the allow list enabled, other carriers are reviewed', async () => {
    const { headers } = await newCustomer();
    await change(headers, 'Own allow list', { status: 'enabled' });
    await put(headers, NEW, { list: 'block' });
    assert.equal((await put(headers, GOOD, { list: 'allow' })).json().list, 'allow');
    const { results } = await check(headers, `usdot_numbers=${GOOD},${NEW}`);
    assert.deepEqual(
      results.map(({ rules }: { rules: Shown[] }) => of(rules, 'Own allow list')?.status),
      ['PASS', 'REVIEW'],
    );
  });

  test('the quota counts carriers, not changes of one', async () => {
    const { customer, headers } = await newCustomer();
    await setQuota(api.db, customer.organizationId, 'vetting_list', 1);
    const statuses = [];
    for (const [usdot, list] of [
      [GOOD, 'allow'],
      [GOOD, 'block'],
      [NEW, 'block'],
    ] as const)
      statuses.push((await put(headers, usdot, { list })).statusCode);
    assert.deepEqual(statuses, [200, 200, 429]);
  });
});
