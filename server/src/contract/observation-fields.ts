import Type, { type TSchema, type TStringOptions } from 'typebox';
import { nullable, type OcrScore, oneOf, SCORES } from './schema.ts';

const OBSERVATION_TYPES = ['Crash', 'Inspection', 'Detection'] as const;
export type ObservationType = (typeof OBSERVATION_TYPES)[number];

type Column = 'text' | 'float8' | 'boolean' | 'integer' | 'uuid' | 'uuid[]';

/**
 * One field of an observation: how it is stored, shown and searched. An entry here and a migration add the field to
 * storage, to the API and to deep search.
 */
type Field<S extends TSchema, Value> = {
  schema: S;
  column: Column;
  /** The value of a field that is not known. */
  empty: Value;
  /** `quality` fields need the permission `carrier-observations-quality`; `internal` fields are never in a list. */
  access: 'always' | 'quality' | 'internal';
  /** Whether deep search looks at it. */
  isSearched: boolean;
  /** The name that emails and the console print. */
  label: string;
};

function text(label: string, options: TStringOptions = {}) {
  const schema = Type.String(options);
  const empty = '' as string;
  return { schema, column: 'text', empty, access: 'always', isSearched: true, label } as const;
}

function degrees(label: string) {
  const schema = nullable(Type.Number());
  const empty = null as number | null;
  return { schema, column: 'float8', empty, access: 'always', isSearched: false, label } as const;
}

function imputed(label: string) {
  const schema = Type.Boolean({
    description: 'true: the value was inferred, not read. Requires `carrier-observations-quality`.',
  });
  const empty = false as boolean;
  return { schema, column: 'boolean', empty, access: 'quality', isSearched: false, label } as const;
}

function score(label: string) {
  const schema = oneOf(SCORES, {
    description: 'Confidence level of the reading. Requires `carrier-observations-quality`.',
  });
  const empty = 'N/A' as OcrScore;
  return { schema, column: 'text', empty, access: 'quality', isSearched: false, label } as const;
}

function internal<Value>(column: Column, empty: Value) {
  return { schema: Type.Unknown(), column, empty, access: 'internal', isSearched: false, label: '' } as const;
}

/** Every field but the key, in the order of the API. */
export const OBSERVATION_FIELDS = {
  alpr_plate_number: text('Plate'),
  mc_number: text('MC'),
  vin: text('VIN'),
  cab_number: text('Cab'),
  equipment_type: text('Equipment', { examples: ['reefer', 'dry van'] }),
  equipment_number: text('Trailer'),
  equipment_logo: text('Logo'),
  location_city: text('City', { description: 'A county where the record is federal.' }),
  location_state: text('State'),
  latitude: degrees('Latitude'),
  longitude: degrees('Longitude'),
  route: text('Route'),
  source: text('Source'),
  type: {
    schema: oneOf(OBSERVATION_TYPES),
    column: 'text',
    empty: 'Detection' as ObservationType,
    access: 'always',
    isSearched: false,
    label: 'Type',
  },
  is_usdot_imputed: imputed('USDOT'),
  is_cab_imputed: imputed('Cab'),
  is_mc_imputed: imputed('MC'),
  is_trailer_logo_imputed: imputed('Logo'),
  is_vin_imputed: imputed('VIN'),
  usdot_number_ocr_score: score('USDOT'),
  mc_number_ocr_score: score('MC'),
  vin_ocr_score: score('VIN'),
  cab_number_ocr_score: score('Cab'),
  trailer_number_ocr_score: score('Trailer'),
  trailer_logo_ocr_score: score('Logo'),
  plate_state: { ...text('Plate state'), access: 'internal' },
  image_id: internal('uuid', null as string | null),
  view_image_ids: internal('uuid[]', null as string[] | null),
  /** The name or the docket on the same door, or the history of the vehicle, confirms the USDOT number. */
  is_usdot_confirmed: internal('boolean', false as boolean),
  /** Our reading of the plate differs from the partner's, or is not certain. */
  is_plate_doubtful: internal('boolean', false as boolean),
  /** The name of another carrier is beside the USDOT number. */
  has_conflicting_name: internal('boolean', false as boolean),
  /** Whose camera saw it; 0 for a federal record. */
  organization_id: internal('integer', 0 as number),
} as const satisfies Record<string, Field<TSchema, unknown>>;

type Fields = typeof OBSERVATION_FIELDS;
export type ObservationFieldName = keyof Fields;
/** Names of the fields that deep search looks at. */
export type SearchedFieldName = {
  [Name in ObservationFieldName]: Fields[Name]['isSearched'] extends true ? Name : never;
}[ObservationFieldName];

/** The primary key. USDOT number 0 means that the carrier is not known. */
export type ObservationKey = { usdot_number: number; time_captured: Date; id: number };
/** An observation as it is stored. */
export type ObservationFields = { [Name in ObservationFieldName]: Fields[Name]['empty'] };
export type StoredObservation = ObservationKey & ObservationFields;

type ObservationField = Field<TSchema, unknown>;

export function observationFields(
  isWanted: (field: ObservationField, name: ObservationFieldName) => boolean = () => true,
): ObservationFieldName[] {
  const entries = Object.entries(OBSERVATION_FIELDS) as [ObservationFieldName, ObservationField][];
  return entries.flatMap(([name, field]) => (isWanted(field, name) ? [name] : []));
}
