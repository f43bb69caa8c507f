import { PAYLOAD_CRITERIA, type PayloadMatch } from '../../../contract/webhook-payload.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { FiredAlert, FiredMatch, FiredSighting } from '../firing.ts';
import { viewImages } from '../image-links.ts';

export type AlertDetails = ReturnType<typeof alertDetails>;

export function alertDetails(alert: FiredAlert) {
  const { id, alert_name, email, trailer_logo, trailer_number } = alert;
  return {
    id,
    alert_name,
    email,
    description: null as string | null,
    is_active: true,
    ...Object.fromEntries(PAYLOAD_CRITERIA.map((name) => [name, alert[name]])),
    trailer_logo: trailer_logo === null ? [] : [trailer_logo],
    trailer_number: trailer_number ?? '',
  };
}

export function payloadMatch(
  alert: FiredAlert,
  { sighting }: FiredMatch,
  imageUrl: (imageId: string) => string,
): PayloadMatch {
  const url = (imageId: string | null | undefined) => (imageId ? imageUrl(imageId) : '');
  const views = viewImages(sighting);
  const known = {
    state: stateCode(sighting.location_state) ?? '',
    road: sighting.route,
    usdot: sighting.usdot_number === 0 ? '' : String(sighting.usdot_number),
    mc: sighting.mc_number,
    vin: sighting.vin,
    license_plate: sighting.alpr_plate_number,
    cab_number: sighting.cab_number,
    trailer_logo: sighting.equipment_logo,
    trailer_number: sighting.equipment_number,
    equipment_type: sighting.equipment_type,
    deep_search: alert.deep_search ?? '',
    result_url: url(sighting.image_id),
    front_view_url: url(views.front),
    side_view_url: url(views.side),
    rear_view_url: url(views.rear),
    confidence_score: sighting.plate_confidence,
  };
  return {
    alert_name: alert.alert_name,
    city: sighting.location_city,
    detected_logos: sighting.equipment_logo === '' ? null : [sighting.equipment_logo],
    lat_long: latLong(sighting),
    time: sighting.time_captured.toISOString().slice(0, 19),
    ...withoutEmpty(known),
    usdot_number_ocr_score: sighting.usdot_number_ocr_score,
    mc_number_ocr_score: sighting.mc_number_ocr_score,
    vin_ocr_score: sighting.vin_ocr_score,
    cab_number_ocr_score: sighting.cab_number_ocr_score,
    trailer_number_ocr_score: sighting.trailer_number_ocr_score,
    trailer_logo_ocr_score: sighting.trailer_logo_ocr_score,
    is_imputed: isImputed(sighting),
    is_dot_imputed: sighting.is_usdot_imputed,
    is_mc_number_imputed: sighting.is_mc_imputed,
    is_vin_imputed: sighting.is_vin_imputed,
    is_cab_imputed: sighting.is_cab_imputed,
    is_trailer_logo_imputed: sighting.is_trailer_logo_imputed,
  };
}

/** Unknown values are left out of the payload. */
function withoutEmpty<T extends object>(values: T): Partial<T> {
  const known = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined);
  return Object.fromEntries(known) as Partial<T>;
}

function isImputed(s: FiredSighting): boolean {
  return (
    s.is_usdot_imputed || s.is_mc_imputed || s.is_vin_imputed || s.is_cab_imputed || s.is_trailer_logo_imputed
  );
}

/** Whole degrees get a decimal too: "35.0, -101.83". */
function latLong({ latitude, longitude }: FiredSighting): string {
  if (latitude === null || longitude === null) return '';
  return [latitude, longitude].map(decimal).join(', ');
}

function decimal(degrees: number): string {
  const text = degrees.toFixed(6).replace(/0+$/, '');
  return text.endsWith('.') ? `${text}0` : text;
}
