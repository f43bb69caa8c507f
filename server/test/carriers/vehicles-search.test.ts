import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VehicleList } from '../../src/contract/observation.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import type { NewObservation } from '../../src/domain/observations/observation.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { testApi } from '../support/api.ts';
import { CARRIER, loadWholeCarrier, MOTUS_CARRIER, TRACTOR } from '../support/carriers/whole-carrier.ts';

const api = await testApi();
await loadWholeCarrier(api.db);
const seen = (usdot_number: number, day: string, more: Partial<NewObservation>): NewObservation => ({
  ...{ usdot_number, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`), ...more },
});
await ensureMonths(api.db, [new Date('2026-09-01'), new Date('2026-10-01')]);
const plate = { alpr_plate_number: 'ZZ9123', plate_state: 'OH' };
await recordObservations(api.db, [
  seen(CARRIER, '2026-09-02', plate),
  seen(CARRIER, '2026-09-03', { ...plate, vin: TRACTOR }),
  seen(MOTUS_CARRIER, '2026-10-04', plate),
  seen(0, '2026-09-05', { alpr_plate_number: 'ZZ9123', plate_state: 'TX' }),
]);
const VIN_ROLE = 'carrier-observations-vin-endpoint';
const insurer = await api.signIn(await api.customer([], 'insurance'));

const find = async (query: string, headers = insurer) => {
  const url = `/vehicles?${new URLSearchParams({ query })}`;
  const response = await api.app.inject({ url, headers });
  return { status: response.statusCode, vehicles: (response.json() as VehicleList).vehicles };
};

test('a plate returns each carrier and state, the latest first', async () => {
  const { vehicles } = await find('zz9-123');
  assert.deepEqual(
    vehicles.map(({ usdot_number, plate_state, records }) => [usdot_number, plate_state, records]),
    [
      [String(MOTUS_CARRIER), 'OH', 1],
      ['', 'TX', 1],
      [String(CARRIER), 'OH', 2],
    ],
  );
  assert.deepEqual(
    [vehicles[2]?.legal_name, vehicles[2]?.last_seen, vehicles[2]?.kind],
    ['HALVORSEN FREIGHT LLC', '2026-09-03T15:00:00.000Z', 'plate'],
  );
  assert.deepEqual((await find('ZZ9')).vehicles, [], 'the plate must be complete');
});

test('a VIN requires the role for VINs', async () => {
  assert.deepEqual((await find(TRACTOR)).vehicles, []);
  const { vehicles } = await find(TRACTOR, await api.signIn(await api.customer([VIN_ROLE], 'insurance')));
  assert.ok(vehicles.some(({ usdot_number, kind }) => usdot_number === String(CARRIER) && kind === 'vin'));
});

test('organizations that may not read observations get 403', async () => {
  assert.equal((await find('ZZ9123', await api.signIn(await api.customer()))).status, 403);
});
