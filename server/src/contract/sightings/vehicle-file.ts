import Type, { type Static } from 'typebox';
import {
  closed,
  converted,
  Day,
  MAX_FORMATTED_LENGTH,
  named,
  nullable,
  oneOf,
  Timestamp,
} from '../schema.ts';
import { FoundSighting } from './found-sighting.ts';

export const FILE_KINDS = ['plate', 'vin', 'cab', 'trailer', 'container', 'chassis'] as const;
/** Sightings in one file. */
export const MAX_FILE_SIGHTINGS = 1_000;
export const GAP_DAYS = 30;

const carrier = { usdot_number: Type.String(), carrier_name: Type.String() };
const stop = closed({
  sighting_id: Type.Integer(),
  time_captured: Timestamp,
  location_city: Type.String(),
  location_state: Type.String(),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
});
const seen = { first_seen: Day, last_seen: Day };

export const VehicleFile = named('VehicleFile', {
  kind: oneOf(FILE_KINDS),
  value: Type.String({ description: 'Letters and digits, in upper case.' }),
  sightings: Type.Array(FoundSighting, { description: `The newest ${MAX_FILE_SIGHTINGS}, newest first.` }),
  possible_sightings: Type.Array(FoundSighting, {
    description:
      'Sightings of a number that differs in one character that readers confuse, has at least 6 characters, was seen at most twice, has no inspection as a plate, and was where the vehicle could be then. Newest first.',
  }),
  is_complete: Type.Boolean({ description: 'false: there are older sightings. See `GET /sightings`.' }),
  inspections: Type.Array(
    closed({
      date: Day,
      ...carrier,
      report_number: Type.String(),
      state: Type.String(),
      plate_number: Type.String(),
      plate_state: Type.String(),
    }),
    { description: 'Of a VIN, or of a plate whose state is known. Newest first.' },
  ),
  crashes: Type.Array(closed({ date: Day, ...carrier, report_number: Type.String(), state: Type.String() }), {
    description: 'Of a VIN. Newest first.',
  }),
  carriers: Type.Array(
    closed({
      ...carrier,
      sightings: Type.Integer(),
      inspections: Type.Integer(),
      crashes: Type.Integer(),
      ...seen,
    }),
    { description: 'Every carrier of the vehicle, the latest first.' },
  ),
  gaps: Type.Array(closed({ from: stop, to: stop, days: Type.Integer() }), {
    description: `Times of at least ${GAP_DAYS} days without a sighting, newest first. Like moves, between sightings of one vehicle: plates with the same state, cab and trailer numbers with the same carrier.`,
  }),
  impossible_moves: Type.Array(
    closed({ from: stop, to: stop, miles: Type.Integer(), minutes: Type.Integer() }),
    {
      description:
        'Two sightings in a row that are too far apart for one truck, by the rule of the signal `vehicle_in_two_places`: inferred numbers, doubtful plates and numbers read below High do not count.',
    },
  ),
  seen_with: Type.Array(
    closed({
      kind: oneOf(['plate', 'cab', 'trailer'] as const),
      value: Type.String(),
      plate_state: Type.String(),
      sightings: Type.Integer(),
      ...seen,
    }),
    { description: 'What the same sightings also show: trailers of a tractor, tractors of a trailer.' },
  ),
  last_place: nullable(stop),
  next_cameras: Type.Array(
    closed({
      source: Type.String(),
      location_city: Type.String(),
      location_state: Type.String(),
      latitude: nullable(Type.Number()),
      longitude: nullable(Type.Number()),
      route: Type.String(),
      share: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the passages that were counted.' }),
      vehicles: Type.Integer({ description: 'Vehicles that passed it next.' }),
      median_minutes: Type.Integer({ description: 'Median time from the last camera.' }),
    }),
    {
      description:
        'Up to 5 cameras that it would pass next, the likeliest first: those that it and others passed within 12 hours after its last camera in its last direction. Empty if too little is known.',
    },
  ),
});
export type VehicleFile = Static<typeof VehicleFile>;
export type Stop = NonNullable<VehicleFile['last_place']>;

export const VehicleFileParams = Type.Object({
  kind: oneOf(FILE_KINDS),
  value: converted<string>('vehicle-value', {
    minLength: 1,
    maxLength: 60,
    description: 'The complete number. Spaces, dots and dashes are ignored.',
  }),
});
export const VehicleFileQuery = Type.Object({
  plate_state: Type.Optional(
    converted<string>('state', {
      minLength: 1,
      maxLength: MAX_FORMATTED_LENGTH,
      description: 'State of the plate: the same characters in two states are two vehicles.',
    }),
  ),
  usdot_number: Type.Optional(
    converted<number>('usdot-number', {
      minLength: 1,
      maxLength: MAX_FORMATTED_LENGTH,
      description: 'Only sightings with this carrier. Cab and trailer numbers repeat between carriers.',
    }),
  ),
});
