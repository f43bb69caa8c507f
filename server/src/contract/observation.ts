import Type, { type Static } from 'typebox';
import { FmcsaDetail } from './carrier.ts';
import {
  OBSERVATION_FIELDS,
  type ObservationFieldName,
  observationFields,
  type StoredObservation,
} from './observation-fields.ts';
import { Pagination, pageQuery, ShortPagination } from './pagination.ts';
import type { Problem } from './problem.ts';
import { converted, MAX_FORMATTED_LENGTH, named, nullable, oneOf, Timestamp, text, Uuid } from './schema.ts';

export * from './observation-fields.ts';

/** Column and SQL type of every field with the key first, for statements that read or write whole rows. */
export const OBSERVATION_COLUMNS = {
  usdot_number: 'bigint',
  time_captured: 'timestamptz',
  id: 'bigint',
  ...Object.fromEntries(observationFields().map((name) => [name, OBSERVATION_FIELDS[name].column])),
} as Record<keyof StoredObservation, string>;

type Fields = typeof OBSERVATION_FIELDS;
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
  time_captured: Type.String({
    format: 'date-time',
    description:
      'UTC. Inspections and crashes of federal files have the local time of the place, labeled `Z`: the files have no time zone.',
  }),
  ...shown,
  ...quality,
});
export type Observation = Static<typeof Observation>;

/** Names of the fields in a list of observations, in the order of the API. */
export function listedFields(access: 'always' | 'quality'): (keyof Observation)[] {
  const names = Object.keys(Observation.properties) as (keyof Observation)[];
  return names.filter((name) => name in quality === (access === 'quality'));
}

const { type: _, ...sighted } = shown;

/** An image of a sighting. The links need no header. */
export const SightingImage = named('SightingImage', {
  image_id: Uuid,
  shows: Type.String({
    description: 'The part of the truck in the image; empty when unknown.',
    examples: ['cab'],
  }),
  image_url: Type.String({ description: 'Signed link to the image; it needs no header and expires.' }),
  thumbnail_url: Type.String({ description: 'Signed link to a JPEG of at most 400 × 400 pixels.' }),
  expires_at: Timestamp,
});
export type SightingImage = Static<typeof SightingImage>;

/** A sighting in the response of an alert route: an observation without its gated fields. */
export const MatchedSighting = named('MatchedSighting', {
  usdot_number: Type.String({ description: 'Empty when the carrier is not known.' }),
  time_captured: Timestamp,
  alpr_plate_number,
  ...sighted,
  carrier_name: Type.String({ description: 'Legal name of the carrier; empty when it is not known.' }),
  images: Type.Array(SightingImage, {
    description: 'Its stored images, the one with the number first. Empty after they are deleted.',
  }),
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
export type LastSeenImage = Static<typeof LastSeenImage>;

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
const location = (description: string) =>
  Type.String({ format: 'plain-text', default: '', maxLength: 200, description });
const day = (description: string) =>
  Type.String({ format: 'date', maxLength: MAX_FORMATTED_LENGTH, default: '', description });

export const ObservationsQuery = Type.Object({
  usdot_number: converted<number[]>('usdot-numbers', {
    minLength: 1,
    maxLength: 2_000,
    description: 'One USDOT number, or up to 50 separated by commas.',
  }),
  location_city: location('City where the record was captured; upper and lower case are equal.'),
  location_state: location('State where the record was captured: its name or two letters.'),
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

export const MAX_VEHICLES = 10;
export const VehicleList = named('VehicleList', {
  vehicles: Type.Array(
    named('VehicleSummary', {
      kind: oneOf(['vin', 'plate']),
      value: Type.String({ description: 'The VIN or the plate.' }),
      plate_state: Type.String(),
      usdot_number: Type.String({ description: 'Empty when the carrier is not known.' }),
      legal_name: Type.String(),
      records: Type.Integer(),
      last_seen: Timestamp,
    }),
    { maxItems: MAX_VEHICLES },
  ),
});
export type VehicleList = Static<typeof VehicleList>;
export const VehiclesQuery = Type.Object({
  query: text({
    minLength: 1,
    maxLength: 40,
    description: 'A complete plate or VIN. Spaces, dots and dashes are ignored.',
  }),
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
