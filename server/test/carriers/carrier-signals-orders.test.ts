import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { signalWorld, type Values } from '../support/carriers/signal-world.ts';

const { db, insert, register, find } = await signalWorld();
let hash = 0;
const record = (table: string, usdot_number: number, values: Values) =>
  insert(table, {
    ...{ usdot_number, row_hash: ++hash, docket_prefix: 'MC', docket_number: usdot_number, ...values },
  });
const TYPE = 'MOTOR PROPERTY COMMON CARRIER';

/** An interstate for-hire carrier of Ohio whose common authority is inactive. */
async function inactiveCarrier(): Promise<number> {
  const usdot_number = await register({
    ...{ status_code: 'A', carrier_operation: 'A', classdef: 'AUTHORIZED FOR HIRE', power_units: 12 },
    ...{ add_date: '2010-03-01', mcs150_date: '2026-06-01', phy_state: 'OH' },
  });
  await insert('legacy_carriers', {
    ...{ usdot_number, docket_prefix: 'MC', docket_number: usdot_number, property: true },
    ...{ common_status: 'I', contract_status: 'N', broker_status: 'I' },
  });
  return usdot_number;
}
const revoke = (usdot: number, authority_type: string, served_date: string, effective_date: string) =>
  record('legacy_revocations', usdot, {
    ...{ authority_type, revocation_type: 'INVOLUNTARY REVOCATION', served_date, effective_date },
  });
const discontinue = (usdot: number, served: string, discontinued: string) =>
  record('legacy_authority_history', usdot, {
    ...{ authority_type: TYPE, original_action: 'INVOLUNTARY REVOCATION', original_served_date: served },
    ...{ final_action: 'DISCONTINUED REVOCATION', final_served_date: discontinued },
  });
const seenInDenver = (usdot_number: number, ...days: string[]) =>
  recordObservations(
    db,
    days.map((day) => ({
      ...{ usdot_number, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`) },
      ...{ usdot_number_ocr_score: 'High', location_city: 'Denver', location_state: 'CO' },
      ...{ latitude: 39.74, longitude: -104.99 },
    })),
  );

test('a discontinued revocation is not the reason why an authority is inactive', async () => {
  const usdot = await inactiveCarrier();
  await revoke(usdot, 'COMMON', '2026-02-01', '2026-03-05');
  assert.ok(await find('authority_revoked', usdot), 'the order took effect');
  await discontinue(usdot, '2026-02-01', '2026-02-20');
  assert.equal(await find('authority_revoked', usdot), null);
});

test('sightings are judged from the end of the authority to carry, not from orders that ended nothing of it', async () => {
  const usdot = await inactiveCarrier();
  await seenInDenver(usdot, '2026-03-20', '2026-04-20');
  await revoke(usdot, 'BROKER', '2026-01-10', '2026-02-10');
  assert.equal(await find('seen_without_authority', usdot), null, 'the order was about brokering');
  await revoke(usdot, 'COMMON', '2026-02-01', '2026-03-05');
  const found = await find('seen_without_authority', usdot);
  assert.equal(found?.evidence[0]?.without_since, '2026-03-05');
  await discontinue(usdot, '2026-02-01', '2026-02-20');
  assert.equal(await find('seen_without_authority', usdot), null, 'the order was discontinued');
});

test('an authority was not without force for a year after a discontinued revocation', async () => {
  const grantedAfter = async (isDiscontinued: boolean) => {
    const usdot = await inactiveCarrier();
    await revoke(usdot, 'COMMON', '2024-02-01', '2024-03-05');
    if (isDiscontinued) await discontinue(usdot, '2024-02-01', '2024-02-20');
    await record('motus_authority_history', usdot, {
      ...{ authority_type: TYPE, authority_status: 'Active', status_change_date: '2026-06-06' },
    });
    return find('authority_reinstated', usdot);
  };
  assert.equal((await grantedAfter(false))?.evidence[0]?.authority_ended, '2024-03-05');
  assert.equal(await grantedAfter(true), null);
});

test('an order of one authority stays pending when another authority is granted', async () => {
  const usdot = await inactiveCarrier();
  await record('motus_revocations', usdot, {
    ...{ authority_type: TYPE, order_type: 'Involuntary Suspension' },
    ...{ served_date: '2026-11-01', effective_date: '2026-12-01' },
  });
  await record('motus_authority_history', usdot, {
    ...{ authority_type: 'Broker of Property', authority_status: 'Active', status_change_date: '2026-11-06' },
  });
  assert.ok(await find('pending_suspension', usdot));
});
