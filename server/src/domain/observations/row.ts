import { stateCodeOrText } from '../../lib/identifiers/state-code.ts';
import type { NewObservation, Observation, OcrScore } from './observation.ts';

const EMPTY: Omit<Observation, 'usdot_number' | 'time_captured' | 'id' | 'type'> = {
  source: '',
  alpr_plate_number: '',
  plate_state: '',
  mc_number: '',
  vin: '',
  cab_number: '',
  equipment_type: '',
  equipment_number: '',
  equipment_logo: '',
  location_state: '',
  location_city: '',
  latitude: null,
  longitude: null,
  route: '',
  is_usdot_imputed: false,
  is_cab_imputed: false,
  is_mc_imputed: false,
  is_trailer_logo_imputed: false,
  is_vin_imputed: false,
  usdot_number_ocr_score: 'N/A',
  mc_number_ocr_score: 'N/A',
  vin_ocr_score: 'N/A',
  cab_number_ocr_score: 'N/A',
  trailer_number_ocr_score: 'N/A',
  trailer_logo_ocr_score: 'N/A',
  image_id: null,
  view_image_ids: null,
  readings: null,
};

const SCORES = [
  'usdot_number_ocr_score',
  'mc_number_ocr_score',
  'vin_ocr_score',
  'cab_number_ocr_score',
  'trailer_number_ocr_score',
  'trailer_logo_ocr_score',
] as const satisfies (keyof Observation)[];

/** Defaults filled in and the place in one spelling: the state's two letters, the city trimmed. */
export function completeObservation(given: NewObservation, id: number): Observation {
  return {
    ...EMPTY,
    ...given,
    id,
    location_state: placeName(stateCodeOrText(given.location_state ?? '')),
    location_city: placeName((given.location_city ?? '').trim().replace(/\s+/g, ' ')),
  };
}

/** As the writing statements take it: empty fields are left out, and so is a score of N/A. */
export function toRow(observation: Observation): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(observation)) {
    if (value !== '' && value !== false && value !== null) row[name] = value;
  }
  for (const name of SCORES) if (row[name] === 'N/A') delete row[name];
  // A list in the form that json_to_recordset casts to an array.
  if (observation.view_image_ids) row.view_image_ids = `{${observation.view_image_ids.join(',')}}`;
  return row;
}

export function fromRow(row: Record<string, unknown>): Observation {
  for (const name of SCORES) row[name] = (row[name] as OcrScore | null) ?? 'N/A';
  return row as unknown as Observation;
}

/** '*' stands for "any place" in the counts and cannot be a place. */
function placeName(name: string): string {
  return name === '*' ? '' : name;
}
