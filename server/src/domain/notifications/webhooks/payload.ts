import { CRITERION_NAMES, criterion } from '../../../contract/criteria.ts';
import type { OcrScore } from '../../../contract/schema.ts';
import { type TruckFieldName, truckField, truckFieldNames } from '../../../contract/truck-fields.ts';
import {
  LEVEL_WITHOUT_READING,
  PAYLOAD_CRITERIA,
  PAYLOAD_NUMBERS,
  type PayloadMatch,
  READ_LEVELS,
} from '../../../contract/webhook-payload.ts';
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
    description: '',
    is_active: true,
    ...Object.fromEntries(PAYLOAD_CRITERIA.map((name) => [name, alert[name]])),
    trailer_logo: trailer_logo === null ? [] : [trailer_logo],
    trailer_number: trailer_number ?? '',
    ...numbersOf(alert),
  };
}

/** The chassis and the container that an alert searches for. */
function numbersOf(alert: FiredAlert): Record<string, string> {
  return Object.fromEntries(PAYLOAD_NUMBERS.flatMap((name) => (alert[name] ? [[name, alert[name]]] : [])));
}

export function payloadMatch(
  alert: FiredAlert,
  { sighting }: FiredMatch,
  imageUrl: (imageId: string) => string,
): PayloadMatch {
  const url = (imageId: string | null | undefined) => (imageId ? imageUrl(imageId) : '');
  const views = viewImages(sighting);
  const { values, scores, flags } = truckKeys(sighting);
  const known = {
    state: stateCode(sighting.location_state) ?? '',
    road: sighting.route,
    ...values,
    ...numbersOf(alert),
    deep_search: alert.deep_search ?? '',
    result_url: url(sighting.image_id),
    front_view_url: url(views.front),
    side_view_url: url(views.side),
    rear_view_url: url(views.rear),
    confidence_score: lowestLevel(alert, sighting),
  };
  return {
    alert_name: alert.alert_name,
    city: sighting.location_city,
    detected_logos: sighting.equipment_logo === '' ? null : [sighting.equipment_logo],
    lat_long: latLong(sighting),
    time: sighting.time_captured.toISOString().slice(0, 19),
    ...withoutEmpty(known),
    ...scores,
    is_imputed: Object.values(flags).includes(true),
    ...flags,
  };
}

/** The fields of the truck under the keys of the payload. */
function truckKeys(sighting: FiredSighting) {
  const values: Record<string, string> = {};
  const scores: Record<string, OcrScore> = {};
  const flags: Record<string, boolean> = {};
  for (const name of truckFieldNames()) {
    const { score, imputedFlag, payload } = truckField(name);
    if (!payload) continue;
    values[payload.value] = String(sighting[name] || '');
    if (score && (sighting[score] !== 'N/A' || score === LEVEL_WITHOUT_READING))
      scores[score] = sighting[score];
    if (imputedFlag && payload.imputed) flags[payload.imputed] = sighting[imputedFlag];
  }
  return { values, scores, flags };
}

type ReadLevel = (typeof READ_LEVELS)[number];
/** From these confidences on, a plate counts as read with High or Medium. Plates have no level of their own. */
const HIGH_PLATE = 0.9;
const MEDIUM_PLATE = 0.7;

/** The lowest level of the values that the criteria of the alert compare; undefined if none of them has a level. */
function lowestLevel(alert: FiredAlert, sighting: FiredSighting): ReadLevel | undefined {
  const used = CRITERION_NAMES.flatMap((name) =>
    alert[name] ? levelOf(criterion(name).source, sighting) : [],
  );
  return READ_LEVELS.findLast((level) => used.includes(level));
}

function levelOf(source: string, sighting: FiredSighting): OcrScore | [] {
  if (!(truckFieldNames() as string[]).includes(source)) return [];
  const { score } = truckField(source as TruckFieldName);
  if (score) return sighting[score];
  const { plate_confidence: confidence } = sighting;
  if (source !== 'alpr_plate_number' || confidence === undefined) return [];
  return confidence >= HIGH_PLATE ? 'High' : confidence >= MEDIUM_PLATE ? 'Medium' : 'Low';
}

/** Unknown values are left out of the payload. */
function withoutEmpty<T extends object>(values: T): Partial<T> {
  const known = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined);
  return Object.fromEntries(known) as Partial<T>;
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
