import { ensureMonths } from '../../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../../src/domain/observations/record-observations.ts';
import { testApi } from '../api.ts';
import { CARRIER, loadWholeCarrier, TRACTOR } from './whole-carrier.ts';

export const QUALITY = 'carrier-observations-quality';
export const OBSERVATIONS = '/visual_sightings/carrier-observations';

/** An API with one carrier that has every kind of record and 40 sightings, and two insurers. */
export async function seenCarrier() {
  const clock = { now: () => new Date('2026-11-10T12:00:00Z') };
  const api = await testApi({ clock, env: { PUBLIC_URL: 'https://sightings.example' } });
  const { db } = api;
  await loadWholeCarrier(db);
  const insurer = await api.signIn(await api.customer([], 'insurance'));
  const graded = await api.signIn(
    await api.customer([QUALITY, 'carrier-observations-vin-endpoint'], 'insurance'),
  );

  /** One every five hours, alternating between two cities. */
  const sightings = Array.from({ length: 40 }, (_, n) => ({
    ...{ usdot_number: CARRIER, type: 'Detection' as const, source: 'sensor-7', route: 'I-80 W' },
    time_captured: new Date(Date.UTC(2026, 10, 9) - n * 5 * 3_600_000),
    location_state: n % 2 ? 'IL' : 'OH',
    location_city: n % 2 ? 'Chicago' : 'Dayton',
    ...{ latitude: n % 2 ? 41.88 : 39.76, longitude: n % 2 ? -87.63 : -84.19 },
    ...{ alpr_plate_number: 'PWR1', mc_number: '700700', vin: TRACTOR, cab_number: '105' },
    ...{ equipment_type: 'dry van', equipment_number: 'T9', equipment_logo: 'halvo' },
    ...{ is_cab_imputed: true, usdot_number_ocr_score: 'High' as const },
  }));
  await ensureMonths(
    db,
    sightings.map((s) => s.time_captured),
  );
  await recordObservations(db, sightings);

  const get = async (query: Record<string, string>, headers = insurer, path = OBSERVATIONS) => {
    const response = await api.app.inject({ url: `${path}?${new URLSearchParams(query)}`, headers });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  };
  const carrier = String(CARRIER);
  return { api, db, insurer, graded, sightings, get, carrier };
}
