import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateDueDates } from '../../src/domain/carriers/signals/authority-signals.ts';
import { coverageGaps } from '../../src/domain/carriers/signals/insurance-signals.ts';
import { recordInspectedFleets, signalWorld, type Values } from '../support/carriers/signal-world.ts';

const { db, insert, register, find, reason } = await signalWorld();
let hash = 0;
const record = (table: string, usdot_number: number, values: Values) =>
  insert(table, {
    ...{ usdot_number, row_hash: ++hash, docket_prefix: 'MC', docket_number: usdot_number, ...values },
  });

/** An interstate for-hire carrier with common authority. */
async function carrier(census: Values = {}, license: Values = {}): Promise<number> {
  const usdot_number = await register({
    ...{ status_code: 'A', carrier_operation: 'A', classdef: 'AUTHORIZED FOR HIRE', power_units: 12 },
    ...{ add_date: '2015-03-01', mcs150_date: '2026-06-01', ...census },
  });
  await insert('legacy_carriers', {
    ...{ usdot_number, docket_prefix: 'MC', docket_number: usdot_number, property: true },
    ...{ common_status: 'A', contract_status: 'N', broker_status: 'N', bipd_required_dollars: 750_000 },
    ...license,
  });
  return usdot_number;
}

test('finds an involuntary suspension that takes effect in the future', async () => {
  const order = {
    ...{ authority_type: 'MOTOR PROPERTY COMMON CARRIER', order_type: 'Involuntary Suspension' },
    ...{ served_date: '2026-11-01', effective_date: '2026-12-01' },
  };
  const pending = await carrier();
  await record('motus_revocations', pending, order);
  const found = await find('pending_suspension', pending);
  assert.deepEqual(
    found?.evidence.map((row) => [row.order_type, row.effective_date, row.source_dataset]),
    [['Involuntary Suspension', '2026-12-01', 'motus-revoke-suspend']],
  );
  const voluntary = await carrier();
  await record('motus_revocations', voluntary, { ...order, order_type: 'Voluntary Suspension' });
  assert.equal(await find('pending_suspension', voluntary), null, 'voluntary');
  const past = await carrier();
  await record('motus_revocations', past, { ...order, effective_date: '2026-11-05' });
  assert.equal(await find('pending_suspension', past), null, 'in effect already');
  await record('motus_authority_history', pending, {
    ...{ authority_type: order.authority_type, authority_status: 'Active', status_change_date: '2026-11-06' },
  });
  assert.equal(await find('pending_suspension', pending), null, 'active again after the order was served');
});

test('finds an authority that was revoked involuntarily, before the carrier is seen again', async () => {
  const revoke = (usdot: number, effective_date: string | null, revocation_type = 'INVOLUNTARY REVOCATION') =>
    record('legacy_revocations', usdot, {
      ...{ authority_type: 'COMMON', revocation_type, served_date: '2026-02-01', effective_date },
    });
  const lost = await carrier({}, { common_status: 'I' });
  assert.equal(await find('authority_revoked', lost), null, 'inactive, without an order');
  await revoke(lost, '2026-03-05');
  const found = await find('authority_revoked', lost);
  assert.deepEqual(
    found?.evidence.map((row) => [row.order_type, row.effective_date, row.source_dataset]),
    [['INVOLUNTARY REVOCATION', '2026-03-05', 'legacy-revocation']],
  );
  assert.equal(found?.register_date, '2026-05-14', 'the day of the register that has the authority');
  const none = async (usdot: number, why: string) =>
    assert.equal(await find('authority_revoked', usdot), null, why);
  await revoke(lost, '2026-04-01', 'VOLUNTARY REVOCATION');
  await none(lost, 'reinstated, and given up later');
  const reinstated = await carrier();
  await revoke(reinstated, '2026-03-05');
  await none(reinstated, 'the authority is active');
  const discontinued = await carrier({}, { common_status: 'I' });
  await revoke(discontinued, null);
  await none(discontinued, 'the revocation did not take effect');
  const longAgo = await carrier({}, { common_status: 'I' });
  await revoke(longAgo, '2024-03-05');
  await none(longAgo, 'before the period');
  const ownGoods = await carrier({ classdef: 'PRIVATE PROPERTY' }, { common_status: 'I' });
  await revoke(ownGoods, '2026-03-05');
  await none(ownGoods, 'a private carrier needs no authority');
});

test('finds the announced end of liability insurance or of a bond that nothing follows', async () => {
  const filing = (
    usdot: number,
    form: '91X' | '84',
    policy_number: string,
    from: string,
    to: string | null,
  ) => {
    const type_code = form === '84' ? '3' : '1';
    const same = { form_code: form, type_code, policy_number, effective_date: from, company_name: 'INS CO' };
    const amounts = { max_coverage_dollars: 750_000, underlying_limit_dollars: 0, class_code: 'P' };
    return Promise.all([
      record('motus_insurance', usdot, { ...same, ...amounts }),
      ...(to === null
        ? []
        : [record('motus_insurance_history', usdot, { ...same, ...amounts, cancel_effective_date: to })]),
    ]);
  };
  const announced = await carrier();
  await filing(announced, '91X', 'A-1', '2026-01-01', null);
  const name = 'liability_cancellation_announced';
  assert.equal(await find(name, announced), null, 'no end is announced');
  const ending = await carrier();
  await filing(ending, '91X', 'B-1', '2026-01-01', '2026-12-03');
  const found = await find(name, ending);
  assert.deepEqual(
    found?.evidence.map((row) => [row.kind, row.policy_number, row.cancel_effective_date]),
    [['BIPD', 'B-1', '2026-12-03']],
  );
  await filing(ending, '91X', 'B-2', '2026-12-03', null);
  assert.equal(await find(name, ending), null, 'the next policy is on file');
  const gap = await carrier();
  await filing(gap, '91X', 'C-1', '2026-01-01', '2026-12-03');
  await filing(gap, '91X', 'C-2', '2026-12-20', null);
  assert.ok(await find(name, gap), 'the next policy starts later');
  const ended = await carrier();
  await filing(ended, '91X', 'D-1', '2026-01-01', '2026-11-01');
  assert.equal(await find(name, ended), null, 'it has ended, which is no announcement');
  const inactive = await carrier({}, { common_status: 'I' });
  await filing(inactive, '91X', 'E-1', '2026-01-01', '2026-12-03');
  assert.equal(await find(name, inactive), null, 'without authority nothing is required');

  const broker = await carrier({}, { broker_status: 'A' });
  await filing(broker, '84', 'F-1', '2026-01-01', '2026-12-03');
  const bond = await find('security_cancellation_announced', broker);
  assert.deepEqual(
    bond?.evidence.map((row) => [row.kind, row.cancel_effective_date]),
    [['SURETY', '2026-12-03']],
  );
  await filing(broker, '84', 'F-2', '2026-11-20', null);
  assert.equal(await find('security_cancellation_announced', broker), null, 'another bond follows');
  assert.equal(await find('security_cancellation_announced', ending), null, 'not a broker');
});

test('finds an authority that was reinstated after a year or more', async () => {
  const revoked = { authority_type: 'COMMON', revocation_type: 'INVOLUNTARY REVOCATION' };
  const lapse = async (ended: string, again: string) => {
    const usdot = await carrier();
    const grant = { authority_type: 'MOTOR PROPERTY COMMON CARRIER', original_action: 'GRANTED' };
    await record('legacy_authority_history', usdot, { ...grant, original_served_date: '2015-04-01' });
    await record('legacy_revocations', usdot, { ...revoked, effective_date: ended });
    const reinstated = { ...grant, original_action: 'REINSTATED', original_served_date: again };
    await record('legacy_authority_history', usdot, reinstated);
    return find('authority_reinstated', usdot);
  };
  const found = await lapse('2024-02-01', '2026-03-01');
  assert.deepEqual(
    found?.evidence.map((row) => [row.authority_ended, row.authority_again, row.days_without]),
    [['2024-02-01', '2026-03-01', 759]],
  );
  assert.equal(await lapse('2026-01-10', '2026-03-01'), null, 'seven weeks later');
  assert.equal(await lapse('2020-02-01', '2023-03-01'), null, 'reinstated years ago');
});

test('finds a carrier that declares many trucks and that nobody has seen', async () => {
  const phantom = await carrier();
  assert.equal(await find('never_seen', phantom), null);
  assert.match((await reason('never_seen', phantom)) ?? '', /incomplete: they have 0 of /);
  await recordInspectedFleets(db, { fleets: 60 });
  const found = await find('never_seen', phantom);
  assert.deepEqual(
    found?.evidence.map((row) => [row.declared_power_units, row.searched_since]),
    [[12, '2024-11-10']],
  );
  assert.equal(await find('never_seen', await carrier({ power_units: 4 })), null, 'a small fleet');
  assert.equal(await find('never_seen', await carrier({ add_date: '2026-01-01' })), null, 'a new carrier');
  assert.equal(await find('never_seen', await carrier({ carrier_operation: 'C' })), null, 'intrastate');
  assert.equal(await find('never_seen', await carrier({}, { common_status: 'I' })), null, 'no authority');
  await insert('inspections', { inspection_id: 1, usdot_number: phantom, insp_date: '2025-02-01' });
  assert.equal(await find('never_seen', phantom), null, 'inspected once');
});

test('computes the gaps between liability filings', () => {
  const filing = (effective_date: string, cancel_effective_date: string | null) => ({
    effective_date,
    cancel_effective_date,
  });
  const gaps = (...list: ReturnType<typeof filing>[]) => coverageGaps(list, '2026-01-01', '2026-11-10');
  assert.deepEqual(gaps(), [], 'a carrier that never filed has no lapse');
  assert.deepEqual(gaps(filing('2020-01-01', null)), []);
  assert.deepEqual(gaps(filing('2020-01-01', '2026-03-01'), filing('2026-03-01', null)), []);
  assert.deepEqual(gaps(filing('2020-01-01', '2026-03-01'), filing('2026-04-01', null)), [
    { from: '2026-03-01', to: '2026-04-01', isOpen: false },
  ]);
  assert.deepEqual(gaps(filing('2020-01-01', '2026-12-01')), [], 'a future end is not a lapse yet');
  assert.deepEqual(gaps(filing('2020-01-01', '2026-11-01')), [
    { from: '2026-11-01', to: '2026-11-11', isOpen: true },
  ]);
  assert.deepEqual(
    gaps(filing('2010-01-01', '2015-01-01'), filing('2016-01-01', null)),
    [],
    'before the period',
  );
});

test('finds liability insurance below the required amount', async () => {
  const policy = (usdot: number, dollars: number | null, more: Values = {}) =>
    record('legacy_active_insurance', usdot, {
      ...{
        form_code: '91X',
        type_desc: 'BIPD/Primary',
        policy_number: `P${usdot}`,
        effective_date: '2026-01-01',
      },
      ...{ max_coverage_dollars: dollars, underlying_limit_dollars: 0, ...more },
    });
  const low = await carrier({}, { bipd_required_dollars: 5_000_000 });
  assert.equal(await find('bipd_below_required', low), null, 'a filing that is missing here is no evidence');
  await policy(low, 1_000_000);
  const found = await find('bipd_below_required', low);
  assert.deepEqual(
    found?.evidence.map((row) => [row.required_dollars, row.on_file_dollars, row.source_dataset]),
    [[5_000_000, 1_000_000, 'legacy-act-pend-insur']],
  );
  const excess = { type_desc: 'BIPD/Excess', policy_number: 'EXCESS', underlying_limit_dollars: 1_000_000 };
  await policy(low, 4_000_000, excess);
  assert.equal(await find('bipd_below_required', low), null, 'primary and excess filings add up');
  const unread = await carrier({}, { bipd_required_dollars: 5_000_000 });
  await policy(unread, null);
  assert.equal(await find('bipd_below_required', unread), null, 'the amount is not known');
  const ended = await carrier({}, { common_status: 'I', bipd_required_dollars: 5_000_000 });
  await policy(ended, 1_000_000);
  assert.equal(await find('bipd_below_required', ended), null, 'without authority nothing is required');
});

test('finds a broker whose security is below $75,000, and a carrier that is also a broker', async () => {
  const bond = (usdot: number, dollars: number, cancel: string | null = null) =>
    record('legacy_active_insurance', usdot, {
      ...{ form_code: '84', type_desc: 'SURETY', policy_number: `B${usdot}`, effective_date: '2025-01-01' },
      ...{ max_coverage_dollars: dollars, cancel_effective_date: cancel },
    });
  const low = await carrier({}, { broker_status: 'A' });
  assert.equal(await find('broker_security_below_required', low), null, 'no filing is known');
  await bond(low, 10_000);
  const found = await find('broker_security_below_required', low);
  assert.deepEqual(
    found?.evidence.map((row) => [row.kind, row.on_file_dollars, row.required_dollars]),
    [['SURETY', 10_000, 75_000]],
  );
  const ended = await carrier({}, { broker_status: 'A' });
  await bond(ended, 75_000, '2026-10-20');
  assert.equal((await find('broker_security_below_required', ended))?.evidence[0]?.on_file_dollars, 0);
  const sound = await carrier({}, { broker_status: 'A' });
  await bond(sound, 75_000);
  assert.equal(await find('broker_security_below_required', sound), null);
  const former = await carrier({}, { broker_status: 'I' });
  await bond(former, 10_000);
  assert.equal(await find('broker_security_below_required', former), null, 'not a broker any more');

  const both = await find('holds_broker_authority', sound);
  assert.deepEqual(both?.evidence.map((row) => row.authority).sort(), ['broker', 'common']);
  assert.equal(await find('holds_broker_authority', former), null);
  const broker = await carrier({}, { common_status: 'N', broker_status: 'A' });
  assert.equal(await find('holds_broker_authority', broker), null, 'a broker that does not carry');
});

test('finds an overdue registration update', async () => {
  // 49 CFR 390.19: the last digit is the month, the digit before it the parity of the year.
  assert.deepEqual(updateDueDates(1_234_567, '2026-11-10'), { last: '2026-07-31', previous: '2024-07-31' });
  assert.deepEqual(updateDueDates(1_234_570, '2026-11-10'), { last: '2025-10-31', previous: '2023-10-31' });
  assert.deepEqual(updateDueDates(1_234_562, '2026-02-28'), { last: '2026-02-28', previous: '2024-02-29' });
  const filed = async (mcs150_date: string | null, more: Values = {}) => {
    const usdot = await carrier({ mcs150_date, ...more });
    const { previous, last: due } = updateDueDates(usdot, '2026-10-11');
    return { found: await find('mcs150_overdue', usdot), previous, due };
  };
  const { found, due } = await filed('2020-01-01');
  assert.deepEqual(
    found?.evidence.map((row) => [row.mcs150_date, row.due_date]),
    [['2020-01-01', due]],
  );
  assert.equal((await filed('2025-12-01')).found, null);
  assert.equal((await filed(null)).found, null, 'the date is not known');
  assert.equal((await filed('2020-01-01', { status_code: 'I' })).found, null, 'an inactive number');
});

test('compares addresses by street and number, whatever their spelling', async () => {
  const key = async (street: string) =>
    (await db.pool.query('select street_key($1) as key', [street])).rows[0].key;
  assert.equal(await key('123 N. Main Street, Suite 4'), '123 N MAIN ST # 4');
  assert.equal(await key('123 NORTH MAIN ST #4'), '123 N MAIN ST # 4');
  assert.equal(await key('P.O. Box 17'), await key('PO BOX 17'));
  const old = await carrier({ phy_street: '8812 OAK RD, SUITE 5', phy_zip: '45402' }, { common_status: 'I' });
  await record('legacy_revocations', old, {
    ...{ revocation_type: 'INVOLUNTARY REVOCATION', effective_date: '2026-03-01' },
  });
  const started = { add_date: '2026-04-01' };
  const shares = async (phy_street: string, phy_zip: string) =>
    (
      await find('shared_with_revoked_carrier', await carrier({ phy_street, phy_zip, ...started }))
    )?.evidence.map((row) => [row.usdot_number, row.shares]);
  assert.deepEqual(await shares('8812 Oak Road Ste. 5', '45402-1200'), [[String(old), 'address']]);
  assert.equal(await shares('8812 OAK RD, SUITE 6', '45402'), undefined, 'another suite');
  assert.equal(await shares('8812 OAK AVE, SUITE 5', '45402'), undefined, 'another street');
  assert.equal(await shares('8812 OAK RD, SUITE 5', '45403'), undefined, 'another ZIP code');
});
