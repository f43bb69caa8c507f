import Type, { type Static, type TProperties } from 'typebox';
import { OBSERVATION_FIELDS, observationFields, SightingImage } from '../observation.ts';
import {
  converted,
  MAX_FORMATTED_LENGTH,
  named,
  nullable,
  oneOf,
  SCORES,
  Timestamp,
  text,
} from '../schema.ts';
import { identifyingFieldNames, type ParameterOfKind, TRUCK_FIELDS } from '../truck-fields.ts';

const fieldsOf = (access: 'always' | 'quality'): TProperties =>
  Object.fromEntries(
    observationFields((field, name) => field.access === access && name !== 'type').map((name) => [
      name,
      OBSERVATION_FIELDS[name].schema,
    ]),
  );

export const FoundSighting = named('FoundSighting', {
  sighting_id: Type.Integer(),
  usdot_number: Type.String({ description: 'Empty when the carrier is not known.' }),
  carrier_name: Type.String({ description: 'Legal name of the carrier; empty when it is not known.' }),
  time_captured: Timestamp,
  ...fieldsOf('always'),
  plate_state: Type.String(),
  ...Type.Partial(Type.Object(fieldsOf('quality'))).properties,
  is_own: Type.Boolean({ description: 'Seen by a camera of your organization.' }),
  is_exact: Type.Boolean({
    description: 'false: it fits only with characters that are easily confused (`similar`).',
  }),
  images: Type.Array(SightingImage, {
    description: 'The stored images of your own cameras. Those of other organizations are never linked.',
  }),
});
export type FoundSighting = Static<typeof FoundSighting>;

export const SightingList = named('SightingList', {
  sightings: Type.Array(FoundSighting),
  next_cursor: nullable(
    Type.String({ description: 'The value of `cursor` for the next page. Null on the last page.' }),
  ),
  searched_from: nullable(
    Type.String({
      format: 'date-time',
      description:
        'Set when the time for one page ended: all sightings after this time were searched. Continue with `next_cursor`.',
    }),
  ),
  total: nullable(Type.Integer({ description: 'At most 1,000. Null without `total=true`.' })),
  is_total_exact: Type.Boolean({
    description: 'false: there are more than `total`, or it was not asked for.',
  }),
});
export type SightingList = Static<typeof SightingList>;

const pattern = (description: string) =>
  Type.Optional(converted<string>('vehicle-pattern', { minLength: 1, maxLength: 60, description }));
const time = (description: string) =>
  Type.Optional(converted<Date>('date-time', { minLength: 1, trim: true, description }));
const place = (description: string, limit: number) =>
  Type.Optional(Type.Number({ minimum: -limit, maximum: limit, description }));

/** The parameter of each kind of vehicle number. */
export const VEHICLE_PARAMETERS = {
  ...(Object.fromEntries(
    identifyingFieldNames().map((name) => {
      const { kind, parameter } = TRUCK_FIELDS[name].identifies;
      return [kind, parameter];
    }),
  ) as ParameterOfKind),
  container: 'container_number',
  chassis: 'chassis_number',
} as const;

const RULES = '`?` is one unknown character, `*` any number; at most three `?`, at least three known.';
const VIN_RULES = 'Requires `carrier-observations-vin-endpoint` where sightings of others are searched.';
const vehicleNumbers = Object.fromEntries(
  identifyingFieldNames().map((name) => {
    const { title, identifies } = TRUCK_FIELDS[name];
    return [identifies.parameter, pattern(`${title}. ${RULES}${name === 'vin' ? ` ${VIN_RULES}` : ''}`)];
  }),
) as Record<ParameterOfKind[keyof ParameterOfKind], ReturnType<typeof pattern>>;

const filters = {
  ...vehicleNumbers,
  plate_state: Type.Optional(
    converted<string>('state', {
      minLength: 1,
      maxLength: MAX_FORMATTED_LENGTH,
      description: 'State of the plate.',
    }),
  ),
  container_number: pattern('Number of a container (ISO 6346), as in `plate`.'),
  chassis_number: pattern('Number of a container chassis, as in `plate`.'),
  usdot_number: Type.Optional(
    converted<number>('usdot-number', {
      minLength: 1,
      maxLength: MAX_FORMATTED_LENGTH,
      description: 'USDOT number of the carrier.',
    }),
  ),
  name: Type.Optional(
    text({
      minLength: 3,
      description: 'Text on the truck, such as the name on the door. Searches the last 30 days.',
    }),
  ),
  equipment_type: Type.Optional(text({ minLength: 1, examples: ['reefer'] })),
  trailer_logo: Type.Optional(text({ minLength: 1, description: 'Company logo on the trailer.' })),
  camera: Type.Optional(text({ minLength: 1, description: 'The `source` of the camera.' })),
  location_state: Type.Optional(
    converted<string>('state', {
      minLength: 1,
      maxLength: MAX_FORMATTED_LENGTH,
      description: 'State of the camera.',
    }),
  ),
  location_city: Type.Optional(text({ minLength: 1 })),
  direction: Type.Optional(oneOf(['NB', 'SB', 'EB', 'WB'], { description: 'Direction of travel.' })),
  latitude: place('Center of a circle, with `longitude` and `radius_miles`.', 90),
  longitude: place('See `latitude`.', 180),
  radius_miles: Type.Optional(Type.Number({ minimum: 0.1, maximum: 500 })),
  start: time('First time, inclusive. ISO 8601.'),
  end: time('Last time, exclusive. ISO 8601.'),
  min_score: Type.Optional(
    oneOf(['High', 'Medium', 'Low'], {
      description:
        'Least confidence of the VIN, cab, trailer and logo that are searched, and of the USDOT number if it or none of these is. Requires `carrier-observations-quality`.',
    }),
  ),
  similar: Type.Boolean({
    default: false,
    description:
      'Also finds values in which O and 0, I and 1, L and 1, S and 5, B and 8, Z and 2, D and 0, or Q and 0 are confused. Exact ones come first.',
  }),
};

export const SightingsQuery = Type.Object({
  ...filters,
  total: Type.Boolean({ default: false, description: 'Counts the sightings, up to 1,000.' }),
  cursor: Type.Optional(
    Type.String({
      format: 'sighting-cursor',
      minLength: 1,
      maxLength: MAX_FORMATTED_LENGTH,
      description: '`next_cursor` of the page before.',
    }),
  ),
  page_size: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
});
export type SightingsQuery = Static<typeof SightingsQuery>;

export const MAX_EXPORTED = 100_000;
export const SightingsExportQuery = Type.Object(filters);
export type SightingsExportQuery = Static<typeof SightingsExportQuery>;

export const SCORES_FROM = (least: 'High' | 'Medium' | 'Low') => SCORES.slice(0, SCORES.indexOf(least) + 1);
