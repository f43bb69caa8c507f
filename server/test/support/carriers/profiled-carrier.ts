import { ensureMonths } from '../../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../../src/domain/observations/record-observations.ts';
import { runScores } from '../../../src/domain/safety/run/run-scores.ts';
import { testApi } from '../api.ts';
import { CARRIER, loadWholeCarrier, MOTUS_CARRIER, TRACTOR } from './whole-carrier.ts';

export const ISS = 'external-api-carrier-iss-score';
export const VIN = 'external-api-carrier-profile-vin';
export const PROFILE = '/carrier/profile/fmcsa';

/** An API with one carrier that has every kind of record, and callers with all permissions and with none. */
export async function profiledCarrier(deadlineMs = 10_000) {
  const clock = { now: () => new Date('2026-11-10T12:00:00Z') };
  const api = await testApi({ clock, env: { PROFILE_DEADLINE_MS: String(deadlineMs) } });
  const { db } = api;
  await loadWholeCarrier(db);
  await runScores(db, { method: 'current' });
  const full = await api.signIn(await api.customer([ISS, VIN]));
  const plain = await api.signIn(await api.customer());

  const seenAt = new Date('2026-10-20T08:00:00Z');
  await ensureMonths(db, [seenAt]);
  await recordObservations(db, [
    {
      ...{ usdot_number: MOTUS_CARRIER, type: 'Detection', time_captured: seenAt, vin: TRACTOR },
      ...{ location_state: 'IN', location_city: 'Gary', vin_ocr_score: 'High' },
    },
  ]);

  const get = async (query: Record<string, string>, headers = full) => {
    const response = await api.app.inject({ url: `${PROFILE}?${new URLSearchParams(query)}`, headers });
    return { status: response.statusCode, body: response.json() };
  };
  const whole = await get({ usdot_number: String(CARRIER), vin: TRACTOR });
  const profile = whole.body;
  return { api, db, full, plain, get, whole, profile };
}
