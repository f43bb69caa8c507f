import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate } from '../../src/domain/vetting/evaluate.ts';
import { testApi } from '../support/api.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { GOOD, loadVettingWorld, ORDERED, TODAY } from '../support/vetting/vetting-world.ts';

/** What rests on a file, and cannot pass without it. */
const NEEDED: Record<string, string[]> = {
  'motus-carrier': ['authority_active', 'authority_age'],
  'legacy-carrier': ['authority_active', 'authority_age'],
  'motus-auth-hist': ['authority_age'],
  'legacy-auth-hist': ['authority_age'],
  'motus-insur': ['insurance_liability', 'insurance_cancellation'],
  'legacy-act-pend-insur': ['insurance_liability', 'insurance_cancellation'],
  'motus-ins-hist': ['insurance_liability', 'insurance_cancellation'],
  'out-of-service-orders': ['out_of_service_order', 'iss', 'signals'],
  'motus-revoke-suspend': ['signals'],
};

let now = new Date(`${TODAY}T12:00:00Z`);

for (const [file, rules] of Object.entries(NEEDED))
  test(`without ${file}, what rests on it is incomplete and never a pass`, async () => {
    const api = await testApi({ clock: { now: () => now } });
    await loadVettingWorld(api, await testImporter(api.db, now), [file]);
    const { organizationId } = await api.customer();
    const { carriers } = await evaluate(
      api.services.vetting,
      { organizationId, isLicensed: false },
      { usdotNumbers: [GOOD], asOf: null, classes: [], forFile: false },
    );
    const [{ decided } = { decided: null }] = carriers;
    for (const rule of rules) {
      const found = decided?.results.find((one) => one.rule === rule);
      assert.equal(found?.result, 'INCOMPLETE', `${rule}: ${found?.reason}`);
    }
    assert.equal(decided?.result, 'INCOMPLETE');
  });

test('files that are too old count as missing; an order in force is a fact all the same', async () => {
  const api = await testApi({ clock: { now: () => now } });
  await loadVettingWorld(api, await testImporter(api.db, now));
  const { organizationId } = await api.customer();
  const check = async (usdot: number) => {
    const { carriers } = await evaluate(
      api.services.vetting,
      { organizationId, isLicensed: false },
      { usdotNumbers: [usdot], asOf: null, classes: [], forFile: false },
    );
    return new Map(carriers[0]?.decided.results.map(({ rule, result }) => [rule, result]));
  };
  assert.equal((await check(GOOD)).get('out_of_service_order'), 'PASS');
  now = new Date('2027-03-01T12:00:00Z');
  const [good, ordered] = [await check(GOOD), await check(ORDERED)];
  now = new Date(`${TODAY}T12:00:00Z`);
  const old = [
    'out_of_service_order',
    'authority_active',
    'insurance_liability',
    'registration',
    'basics',
    'iss',
  ];
  for (const rule of old) assert.equal(good.get(rule), 'INCOMPLETE', rule);
  assert.equal(ordered.get('out_of_service_order'), 'FAIL');
});
