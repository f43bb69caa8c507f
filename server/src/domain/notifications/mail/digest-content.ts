import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { FiredAlert, FiredMatch, Firing } from '../firing.ts';
import { viewPictures } from '../image-links.ts';
import type { DigestContent, DigestMatch, Reading } from './content.ts';

const MOST_SHOWN = 100;

const CRITERIA = {
  usdot_number: 'USDOT number',
  mc_number: 'MC number',
  license_plate: 'Plate',
  vin: 'VIN ends with',
  cab_number: 'Cab number',
  equipment_type: 'Equipment',
  trailer_logo: 'Trailer logo',
  trailer_number: 'Trailer number',
  deep_search: 'Anything read',
  location_state: 'State',
  location_city: 'City',
} as const satisfies Partial<Record<keyof FiredAlert, string>>;

export function digestContent({ alert, matches, firedAt }: Firing, timezone: string): DigestContent {
  return {
    alert_id: alert.id,
    alert_name: alert.alert_name,
    alert_type: alert.alert_type,
    email: alert.email,
    cc_emails: alert.cc_emails,
    criteria: (Object.keys(CRITERIA) as (keyof typeof CRITERIA)[]).flatMap((key) => {
      const value = alert[key];
      return value === null || value === '' ? [] : [{ label: CRITERIA[key], value }];
    }),
    fired_at: firedAt.toISOString(),
    timezone,
    total_matches: matches.length,
    matches: matches.slice(-MOST_SHOWN).reverse().map(digestMatch),
  };
}

function digestMatch({ sighting: s }: FiredMatch): DigestMatch {
  const sure = (score: string, imputed = false) => (imputed ? 'inferred' : score === 'N/A' ? '' : score);
  const readings: Reading[] = [
    {
      label: 'USDOT',
      value: s.usdot_number === 0 ? '' : String(s.usdot_number),
      sureness: sure(s.usdot_number_ocr_score, s.is_usdot_imputed),
    },
    { label: 'MC', value: s.mc_number, sureness: sure(s.mc_number_ocr_score, s.is_mc_imputed) },
    { label: 'Plate', value: [s.alpr_plate_number, s.plate_state].filter(Boolean).join(' '), sureness: '' },
    { label: 'VIN', value: s.vin, sureness: sure(s.vin_ocr_score, s.is_vin_imputed) },
    { label: 'Cab', value: s.cab_number, sureness: sure(s.cab_number_ocr_score, s.is_cab_imputed) },
    { label: 'Trailer', value: s.equipment_number, sureness: sure(s.trailer_number_ocr_score) },
    {
      label: 'Logo',
      value: s.equipment_logo,
      sureness: sure(s.trailer_logo_ocr_score, s.is_trailer_logo_imputed),
    },
    { label: 'Equipment', value: s.equipment_type, sureness: '' },
  ];
  return {
    time: s.time_captured.toISOString(),
    city: s.location_city,
    state: stateCode(s.location_state) ?? s.location_state,
    road: s.route,
    latitude: s.latitude,
    longitude: s.longitude,
    image_id: s.image_id,
    views: viewPictures(s),
    readings: readings.filter(({ value }) => value !== ''),
  };
}
