import { OBSERVATION_FIELDS, type ObservationFields, observationFields } from '../../contract/observation.ts';
import { stateCodeOrText } from '../../lib/identifiers/state-code.ts';
import type { NewObservation, Observation } from './observation.ts';

const { type: _, ...EMPTY } = Object.fromEntries(
  observationFields().map((name) => [name, OBSERVATION_FIELDS[name].empty]),
) as ObservationFields;

/** Stored as null instead of N/A. */
const SCORES = observationFields((_, name) => name.endsWith('_ocr_score')) as (keyof Observation)[];

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
  for (const name of SCORES) row[name] ??= 'N/A';
  return row as unknown as Observation;
}

/** '*' stands for "any place" in the counts and cannot be a place. */
function placeName(name: string): string {
  return name === '*' ? '' : name;
}
