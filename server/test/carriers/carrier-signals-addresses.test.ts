import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registeredTogether } from '../../src/domain/carriers/signals/address-signals.ts';
import { signalWorld, type Values } from '../support/carriers/signal-world.ts';

const { insert, register, find } = await signalWorld();
let house = 100;
let phone = 2_165_550_100;

type Member = Values & { add_date: string };

/** Carriers at one new address, each with its own phone and officer unless it says otherwise. Returns their numbers. */
async function atOneAddress(members: Member[]): Promise<number[]> {
  const address = { phy_zip: '44114', phy_city: 'CLEVELAND', phy_state: 'OH' };
  const street = `${++house} LAKE RD, SUITE 4`;
  const numbers: number[] = [];
  for (const [n, member] of members.entries()) {
    // The same address in another spelling.
    const phy_street = n % 2 === 0 ? street : street.replace('RD, SUITE', 'Road Ste.');
    const own = { phone: String(++phone), company_officer_1: `PERSON N${phone}` };
    numbers.push(await register({ status_code: 'A', ...address, phy_street, ...own, ...member }));
  }
  return numbers;
}

const day = (start: string, plus: number) =>
  new Date(Date.parse(start) + plus * 86_400_000).toISOString().slice(0, 10);
const series = (
  count: number,
  start: string,
  step: number,
  more: (n: number) => Values = () => ({}),
): Member[] => Array.from({ length: count }, (_, n) => ({ add_date: day(start, n * step), ...more(n) }));

test('finds a burst of registrations at one address', async () => {
  const burst = await atOneAddress(series(6, '2025-03-01', 12));
  for (const usdot of burst) {
    const found = await find('numbers_registered_together', usdot);
    assert.equal(found?.evidence_total, 5, `${usdot}`);
    assert.equal(found?.evidence[0]?.numbers_at_address, 6);
  }
  const none = async (members: Member[], why: string) => {
    for (const usdot of await atOneAddress(members))
      assert.equal(await find('numbers_registered_together', usdot), null, why);
  };
  await none(
    series(4, '2025-03-01', 0, () => ({ phone: '2165550001' })),
    'a company that splits into four',
  );
  await none(series(6, '2025-03-01', 40), 'tenants who come one by one');
  await none(
    [...series(5, '2025-03-01', 12), ...series(14, '2010-01-01', 150)],
    'an agent with a steady flow',
  );
  await none(series(6, '2019-03-01', 12), 'years ago');
});

test('a burst is looked for on both sides of the own registration', () => {
  const days = ['2025-01-01', '2025-02-10', '2025-03-01', '2025-06-01', '2025-06-20'];
  assert.deepEqual(registeredTogether('2025-02-20', days, 90), ['2025-01-01', '2025-02-10', '2025-03-01']);
  assert.deepEqual(
    registeredTogether('2025-05-01', days, 90),
    ['2025-03-01', '2025-06-01', '2025-06-20'].slice(1),
  );
  assert.deepEqual(registeredTogether('2024-01-01', days, 90), []);
});

test('finds an address of more than ten numbers that share phones or officers', async () => {
  const mill = await atOneAddress(
    series(13, '2023-06-01', 70, (n) =>
      n % 2 ? { company_officer_1: 'STRAW PERSON' } : { phone: '2165550009' },
    ),
  );
  const found = await find('address_of_many_numbers', mill[3] as number);
  assert.equal(found?.evidence_total, 12);
  assert.deepEqual(
    found?.evidence.slice(0, 2).map(({ shares }) => shares),
    ['', 'officer'],
  );
  const none = async (members: Member[], why: string) => {
    const [first] = await atOneAddress(members);
    assert.equal(await find('address_of_many_numbers', first as number), null, why);
  };
  await none(series(20, '2023-06-01', 50), 'tenants of an office, each with an own phone and officer');
  const group = () => ({ phone: '2165550010', company_officer_1: 'GROUP OWNER' });
  await none(series(12, '1995-06-01', 900, group), 'a group of companies that grew over decades');
  await none(series(9, '2023-06-01', 50, group), 'nine numbers');
});

test('finds an authority granted after an order against a number with the same contact', async () => {
  let hash = 0;
  const key = (usdot_number: number) => ({
    ...{ usdot_number, row_hash: ++hash, docket_prefix: 'MC', docket_number: usdot_number },
  });
  const grant = (usdot: number, on: string) =>
    insert('motus_authority_history', {
      ...{ ...key(usdot), authority_type: 'Motor Carrier of Property', authority_status: 'Active' },
      ...{ reason: 'Granted', status_change_date: on },
    });
  const pair = async (order: Values, granted: string, contact: Values = { phone: String(++phone) }) => {
    const ordered = await register({ add_date: '2015-01-01', ...contact });
    await insert('out_of_service_orders', { usdot_number: ordered, row_hash: ++hash, ...order });
    const usdot = await register({ add_date: '2012-01-01', ...contact });
    await grant(usdot, granted);
    return { usdot, ordered, found: await find('new_authority_after_order', usdot) };
  };
  const order = { oos_date: '2026-03-01', oos_reason: 'NOP', rescind_date: null };
  const { found, ordered, usdot } = await pair(order, '2026-06-01');
  assert.deepEqual(
    found?.evidence.map((row) => [
      row.usdot_number,
      row.shares,
      row.out_of_service_since,
      row.authority_granted,
    ]),
    [[String(ordered), 'phone', '2026-03-01', '2026-06-01']],
  );
  assert.equal(found?.severity, 'medium', 'one contact');
  assert.equal(await find('shared_with_revoked_carrier', usdot), null, 'the number itself is old');
  const two = await pair(order, '2026-06-01', { phone: String(++phone), email_address: 'a@two.example' });
  assert.equal(two.found?.severity, 'high', 'two contacts');
  assert.equal((await pair(order, '2026-02-01')).found, null, 'granted before the order');
  assert.equal((await pair({ ...order, rescind_date: '2026-05-01' }, '2026-06-01')).found, null, 'rescinded');
  assert.equal((await pair({ ...order, oos_date: '2024-01-01' }, '2026-06-01')).found, null, 'years later');
  const agent = { phone: '2165559999' };
  for (let n = 0; n < 12; n++) await register(agent);
  assert.equal((await pair(order, '2026-06-01', agent)).found, null, 'the phone of a filing agent');
});
