import { randomUUID } from 'node:crypto';
import { CRITERION_NAMES, type CriterionName } from '../../../src/contract/criteria.ts';
import type { FiredAlert, FiredSighting, Firing } from '../../../src/domain/notifications/firing.ts';

let sightings = 0;

export function sighting(over: Partial<FiredSighting> = {}): FiredSighting {
  return {
    id: ++sightings,
    usdot_number: 1234567,
    time_captured: new Date('2026-03-01T12:00:00.500Z'),
    source: 'camera-7',
    alpr_plate_number: 'ABC123',
    plate_state: 'OK',
    mc_number: '',
    vin: '',
    cab_number: '812',
    equipment_type: 'dry van',
    equipment_number: '',
    equipment_logo: 'acme freight',
    location_state: 'TX',
    location_city: 'Amarillo',
    latitude: 35,
    longitude: -101.83,
    route: 'I-40 Westbound',
    is_usdot_imputed: false,
    is_cab_imputed: true,
    is_mc_imputed: false,
    is_trailer_logo_imputed: false,
    is_vin_imputed: false,
    usdot_number_ocr_score: 'High',
    mc_number_ocr_score: 'N/A',
    vin_ocr_score: 'N/A',
    cab_number_ocr_score: 'N/A',
    trailer_number_ocr_score: 'N/A',
    trailer_logo_ocr_score: 'Medium',
    image_id: '0190b3a0-0000-7000-8000-000000000000',
    view_image_ids: null,
    ...over,
  };
}

export function firing(
  organizationId: number,
  over: Partial<FiredAlert> = {},
  sightings: FiredSighting[] = [sighting()],
): Firing {
  const matched_at = new Date('2026-03-01T12:00:03Z');
  return {
    id: randomUUID(),
    firedAt: new Date(),
    alert: {
      id: 7,
      organizationId,
      alert_name: 'Stolen trailers',
      email: 'dispatch@customer.example',
      cc_emails: [],
      alert_type: 'hot',
      notification_channels: ['webhook'],
      ...(Object.fromEntries(CRITERION_NAMES.map((name) => [name, null])) as Record<CriterionName, null>),
      usdot_number: '1234567',
      trailer_logo: 'acme freight',
      ...over,
    },
    matches: sightings.map((sighting) => ({ sighting, matched_at })),
  };
}
