import {
  OBSERVATION_FIELDS,
  type ObservationFields,
  observationFields,
  type StoredObservation,
} from '../../contract/observation.ts';
import { regionCodeOrText } from '../../lib/identifiers/region-code.ts';

export type { ObservationKey, ObservationType } from '../../contract/observation.ts';
export type { OcrScore } from '../../contract/schema.ts';
export type Observation = StoredObservation;

/** The ids of federal records start here. */
export const FIRST_FEDERAL_ID = '1000000000000000';

/** The fields that a new observation must have; the others have defaults. */
export type NewObservation = Pick<StoredObservation, 'usdot_number' | 'time_captured' | 'type'> &
  Partial<Omit<ObservationFields, 'type'>> & {
    /** Taken in advance with `takeSightingIds`. */
    id?: number;
  };

/** A filter on one carrier's list. Days are inclusive, UTC, `YYYY-MM-DD`; locations are compared without case. */
export type ObservationFilter = {
  usdotNumber: number;
  state?: string | undefined;
  city?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

const { type: _, ...EMPTY_FIELDS } = Object.fromEntries(
  observationFields().map((name) => [name, OBSERVATION_FIELDS[name].empty]),
) as ObservationFields;
/** The empty value of each field but the type. */
export const EMPTY = EMPTY_FIELDS;

/** Only signals and searches read these. */
export type HiddenField =
  | 'is_usdot_confirmed'
  | 'is_plate_doubtful'
  | 'has_conflicting_name'
  | 'organization_id';

export function withoutHiddenFields<Fields extends Pick<ObservationFields, HiddenField>>({
  is_usdot_confirmed: _,
  is_plate_doubtful: __,
  has_conflicting_name: ___,
  organization_id: ____,
  ...fields
}: Fields): Omit<Fields, HiddenField> {
  return fields;
}

/** Confidence levels are null in the table where the API says N/A. */
export const NULL_AS_EMPTY = observationFields(({ empty }) => empty === 'N/A');

/** Fills in the defaults and normalizes the location: the state's two letters, the city without extra spaces. */
export function completeObservation(fields: NewObservation, id: number): Observation {
  return {
    ...EMPTY,
    ...fields,
    id,
    location_state: locationName(regionCodeOrText(fields.location_state ?? '')),
    location_city: locationName((fields.location_city ?? '').trim().replace(/\s+/g, ' ')),
  };
}

/** '*' means "any location" in the counts, so it cannot be a name. */
function locationName(name: string): string {
  return name === '*' ? '' : name;
}

/** The JSON that the writing statements read. Empty fields are left out to keep it small. */
export function toRow(observation: Observation): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(observation)) {
    if (value !== '' && value !== false && value !== null) row[name] = value;
  }
  for (const name of NULL_AS_EMPTY) if (row[name] === 'N/A') delete row[name];
  // json_to_recordset casts this form to an array.
  if (observation.view_image_ids) row.view_image_ids = `{${observation.view_image_ids.join(',')}}`;
  return row;
}

export function fromRow(row: Record<string, unknown>): Observation {
  for (const name of NULL_AS_EMPTY) row[name] ??= 'N/A';
  return row as unknown as Observation;
}

/** SQL of a time in ISO 8601, UTC, with this number of decimals of the second. */
export const isoTime = (column: string, decimals: 0 | 3 = 0) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS${decimals === 3 ? '.MS' : ''}"Z"')`;
