import Type, { type Static, type TSchema, type TStringOptions } from 'typebox';
import { FmcsaDetail } from './carrier.ts';
import { Pagination, pageQuery, ShortPagination } from './pagination.ts';
import type { Problem } from './problem.ts';
import { converted, named, nullable, type OcrScore, oneOf, SCORES, Timestamp } from './schema.ts';

export const OBSERVATION_TYPES = ['Crash', 'Inspection', 'Detection'] as const;
export type ObservationType = (typeof OBSERVATION_TYPES)[number];

type Column = 'text' | 'float8' | 'boolean' | 'uuid' | 'uuid[]' | 'jsonb';

/**
 * One field of an observation: how it is stored, shown and searched. Adding an entry here and a migration adds the
 * field to storage, to the API and to deep search.
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
  readings: internal('jsonb', null as unknown),
} as const satisfies Record<string, Field<TSchema, unknown>>;

type Fields = typeof OBSERVATION_FIELDS;
export type ObservationFieldName = keyof Fields;
/** Names of the fields that deep search looks at. */
export type SearchedFieldName = {
  [Name in ObservationFieldName]: Fields[Name]['isSearched'] extends true ? Name : never;
}[ObservationFieldName];

/** What finds one observation: the primary key. USDOT number 0 means that the carrier is not known. */
export type ObservationKey = { usdot_number: number; time_captured: Date; id: number };
/** An observation as it is stored. */
export type ObservationFields = { [Name in ObservationFieldName]: Fields[Name]['empty'] };
export type StoredObservation = ObservationKey & ObservationFields;

const entries = Object.entries(OBSERVATION_FIELDS) as [ObservationFieldName, Field<TSchema, unknown>][];

export function observationFields(
  isWanted: (field: Field<TSchema, unknown>, name: ObservationFieldName) => boolean = () => true,
): ObservationFieldName[] {
  return entries.flatMap(([name, field]) => (isWanted(field, name) ? [name] : []));
}

export const observationField = (name: ObservationFieldName): Field<TSchema, unknown> =>
  OBSERVATION_FIELDS[name];

/** Column and SQL type of every field with the key first, for statements that read or write whole rows. */
export const OBSERVATION_COLUMNS: Record<keyof StoredObservation, string> = {
  usdot_number: 'bigint',
  time_captured: 'timestamptz',
  id: 'bigint',
  ...(Object.fromEntries(entries.map(([name, { column }]) => [name, column])) as Record<
    ObservationFieldName,
    Column
  >),
};

type Schemas = { [Name in ObservationFieldName]: Fields[Name]['schema'] };
type NamesWith<Access> = {
  [Name in ObservationFieldName]: Fields[Name]['access'] extends Access ? Name : never;
}[ObservationFieldName];

function schemasOf<Access extends 'always' | 'quality'>(access: Access): Pick<Schemas, NamesWith<Access>> {
  const names = observationFields((field) => field.access === access);
  return Object.fromEntries(names.map((name) => [name, OBSERVATION_FIELDS[name].schema])) as never;
}

const { alpr_plate_number, ...shown } = schemasOf('always');
const quality = Type.Partial(Type.Object(schemasOf('quality'))).properties;

export const Observation = named('Observation', {
  alpr_plate_number,
  usdot_number: Type.String({ description: 'Empty when the carrier is not known.' }),
  time_captured: Timestamp,
  ...shown,
  ...quality,
});
export type Observation = Static<typeof Observation>;

const { type: _, ...sighted } = shown;

/** A sighting in the response of an alert route: an observation without its gated fields. */
export const MatchedSighting = named('MatchedSighting', {
  usdot_number: Type.String({ description: 'Empty when the carrier is not known.' }),
  time_captured: Timestamp,
  alpr_plate_number,
  ...sighted,
});
export type MatchedSighting = Static<typeof MatchedSighting>;

/** The fields of a sighting that `GET /images/{image_id}` adds to its own. */
export const sightingFields = {
  alpr_plate_number,
  usdot_number: Type.String(),
  time_captured: Timestamp,
  ...shown,
  plate_state: Type.String(),
  ...schemasOf('quality'),
};

export const LastSeenImage = named('LastSeenImage', {
  image_url: Type.String({ description: 'Signed link; it needs no header and expires.' }),
  time_captured: Timestamp,
  location_city: Type.String(),
  location_state: Type.String(),
  expires_at: Timestamp,
});

const carrierFields = {
  fmcsa_detail: FmcsaDetail,
  observations: Type.Array(Observation),
  last_seen_image: Type.Optional(nullable(LastSeenImage)),
};

/** A search for one carrier. */
export const CarrierObservations = named('CarrierObservations', { ...carrierFields, pagination: Pagination });
/** A search for a list of carriers; the page applies to each. */
export const CarriersObservations = named('CarriersObservations', {
  carriers: Type.Array(named('CarrierObservationsEntry', { usdot_number: Type.String(), ...carrierFields })),
  pagination: ShortPagination,
});
export const VinObservations = named('VinObservations', {
  vins: Type.Array(
    named('VinObservationsEntry', {
      vin: Type.String(),
      observations: Type.Array(Observation),
      total: Type.Integer(),
    }),
  ),
  pagination: ShortPagination,
});

const paging = pageQuery({ maxPage: Number.MAX_SAFE_INTEGER, maxSize: 200, size: 100 });
const place = (description: string) =>
  Type.String({ format: 'plain-text', default: '', maxLength: 200, description });
const day = (description: string) => Type.String({ format: 'date', default: '', description });

export const ObservationsQuery = Type.Object({
  usdot_number: converted<number[]>('usdot-numbers', {
    minLength: 1,
    maxLength: 2_000,
    description: 'One USDOT number, or up to 50 separated by commas.',
  }),
  location_city: place('City where the record was captured; upper and lower case are equal.'),
  location_state: place('State where the record was captured: its name or two letters.'),
  sighting_start_date: day('First day, YYYY-MM-DD, UTC.'),
  sighting_end_date: day('Last day, YYYY-MM-DD, UTC.'),
  last_seen_image: Type.Boolean({ default: false, description: 'Adds the newest image of each carrier.' }),
  ...paging,
});
export const VinObservationsQuery = Type.Object({
  vin: converted<string[]>('vins', {
    minLength: 1,
    maxLength: 2_000,
    description: 'One VIN, or up to 50 separated by commas. Spaces, dots and dashes are ignored.',
  }),
  ...paging,
});

export function dayRangeProblems(query: {
  sighting_start_date?: string;
  sighting_end_date?: string;
}): Problem[] {
  const { sighting_start_date: start, sighting_end_date: end } = query;
  if (!start || !end || start <= end) return [];
  const msg = 'The start must not be after the end';
  return [{ type: 'value_error', loc: ['query', 'sighting_start_date'], msg, input: start }];
}
