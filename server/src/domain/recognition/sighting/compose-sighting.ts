import type { NewObservation } from '../../observations/observation.ts';
import { correctedFields } from '../labels/label.ts';
import type { Reading } from '../readings/reading.ts';
import type { Decision } from './decide-sighting.ts';
import type { MergedFields, View } from './view.ts';

export type Composed = Omit<NewObservation, 'type'>;

/** The `readings` of an observation. */
export type SightingReadings = ReturnType<typeof readingsOf>;

/** The observation of a sighting. Its time and place are those of the first image. */
export function composeSighting(views: readonly View[], decision: Decision): Composed {
  const first = views[0] as View;
  const { fields, usdot, carrier, imputed } = decision;
  const isForwarder = fields.mc.docket === 'FF';
  return {
    usdot_number: Number(usdot.value || carrier?.value || 0),
    time_captured: first.timeCaptured,
    source: first.source,
    alpr_plate_number: fields.plate.value,
    plate_state: fields.plate.state,
    mc_number: (isForwarder ? '' : fields.mc.value) || (imputed.mc_number?.value ?? ''),
    vin: imputed.vin?.value ?? fields.vin.value,
    cab_number: fields.cabNumber.value || (imputed.cab_number?.value ?? ''),
    equipment_type: isContainer(fields) ? 'container' : (imputed.equipment_type?.value ?? ''),
    equipment_number: fields.trailerNumber.value,
    equipment_logo: fields.wordmark.value || (imputed.equipment_logo?.value ?? ''),
    location_state: first.state,
    location_city: first.city,
    latitude: first.latitude,
    longitude: first.longitude,
    route: joinedRoute(first.route, first.trafficDirection),
    is_usdot_imputed: carrier !== null,
    is_cab_imputed: imputed.cab_number !== null,
    is_mc_imputed: imputed.mc_number !== null,
    is_trailer_logo_imputed: imputed.equipment_logo !== null,
    is_vin_imputed: imputed.vin !== null,
    usdot_number_ocr_score: usdot.score,
    mc_number_ocr_score: isForwarder ? 'N/A' : fields.mc.score,
    vin_ocr_score: fields.vin.score,
    cab_number_ocr_score: fields.cabNumber.score,
    trailer_number_ocr_score: fields.trailerNumber.score,
    trailer_logo_ocr_score: fields.wordmark.score,
    image_id: bestImage(views, decision),
    view_image_ids: views.length > 1 ? views.map(({ imageId }) => imageId) : null,
    readings: readingsOf(views, decision),
  };
}

/** The first image with the USDOT number of the sighting, otherwise the first image. */
function bestImage(views: readonly View[], { fields }: Decision): string {
  const best = views.find(({ read }) => read.fields.usdot.value === fields.usdot.value);
  return (best ?? (views[0] as View)).imageId;
}

function readingsOf(views: readonly View[], { fields, usdot, carrier, imputed }: Decision) {
  const evidence = { usdot_number: carrier, ...imputed };
  const corrected = correctedFields(fields);
  return {
    // Listed key by key: jsonb returns keys in another order, which would change the fingerprint.
    lines: views.flatMap(({ imageId, read }) =>
      read.lines.map(({ text, confidence, quad }) => ({ text, confidence, quad, image_id: imageId })),
    ),
    views: views.map(({ imageId, timeCaptured, read }) => ({
      image_id: imageId,
      shows: read.fields.view,
      time_captured: timeCaptured.toISOString(),
    })),
    usdot_number: {
      read: usdot.read,
      outcome: usdot.outcome,
      witnesses: usdot.witnesses,
      carrier_name: usdot.carrier?.legal_name ?? null,
    },
    plates: platesOf(views),
    plate_confidence: fields.plate.confidence,
    plate_read: fields.plate.own,
    plate_agreement: fields.plate.agreement,
    placards: fields.placards.map(({ value }) => value),
    permits: fields.permits.map(({ kind, value }) => ({ kind, value })),
    // Left out otherwise, so that the fingerprints of other sightings stay the same.
    ...(corrected.length > 0 && { corrected }),
    containers: valuesOf(fields.containers),
    chassis: valuesOf(fields.chassis),
    imputed: Object.entries(evidence).flatMap(([field, found]) => {
      if (!found) return [];
      const rows = found.rows.map(({ table, key, seenAt }) => ({
        table,
        key,
        seen_at: seenAt?.toISOString() ?? null,
      }));
      return [{ field, ...found, rows }];
    }),
  };
}

/** The check digit is right, and both readers agree. */
function isContainer({ containers }: MergedFields): boolean {
  return (containers ?? []).some(({ score }) => score === 'High' || score === 'Medium');
}

/** Undefined when there are none: the fingerprint of a sighting from before these fields does not change. */
function valuesOf(readings: readonly Reading[] = []): string[] | undefined {
  return readings.length === 0 ? undefined : readings.map(({ value }) => value);
}

/** The plates of all images, the chosen ones first. */
function platesOf(views: readonly View[]): string[] {
  const chosen = views.map(({ read }) => read.fields.plate.value);
  const others = views.flatMap(({ read }) => read.fields.plate.others ?? []);
  return [...new Set([...chosen, ...others])].filter((plate) => plate !== '');
}

const DIRECTIONS = new Map(
  ['NORTH', 'SOUTH', 'EAST', 'WEST'].flatMap((word) => {
    const short = `${word[0]}B`;
    return [word.charAt(0), short, word, `${word}BOUND`, `${word} BOUND`].map(
      (form) => [form, short] as const,
    );
  }),
);

/** Route and direction of travel as one text: `I-40` and `Westbound` become `I-40 WB`. Other directions are kept as is. */
export function joinedRoute(route: string, trafficDirection: string): string {
  const plain = trafficDirection.trim().replace(/[\s-]+/g, ' ');
  const direction = DIRECTIONS.get(plain.toUpperCase().replace(/\.$/, '')) ?? plain;
  const road = route.trim().replace(/\s+/g, ' ');
  const isIncluded = road.toUpperCase().split(' ').includes(direction.toUpperCase());
  return isIncluded ? road : `${road} ${direction}`.trim();
}
