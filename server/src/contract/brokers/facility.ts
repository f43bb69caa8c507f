import Type, { type Static } from 'typebox';
import type { Problem } from '../problem.ts';
import { closed, converted, MAX_FORMATTED_LENGTH, named, oneOf, text } from '../schema.ts';

export const MAX_RADIUS_MILES = 150;
/** The radius of a search around a point that names none. */
const USUAL_RADIUS_MILES = 50;
/** Facilities of one page. A page with lanes reads the sightings near each of them. */
export const FACILITY_PAGE = 100;
export const FACILITY_PAGE_WITH_LANES = 20;
export const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export type Point = { latitude: number; longitude: number };

const words = (description: string, maxLength = 200) => Type.Optional(text({ maxLength, description }));

export const FacilitiesQuery = Type.Object({
  name: words('Part of the name, in upper or lower case.'),
  address: words('Part of the address.'),
  zip_code: Type.Optional(
    converted<string>('zip-code', { maxLength: 20, description: 'Around the center of this ZIP code.' }),
  ),
  city: words('With `state`: around this city. Without: facilities in a city of this name.', 100),
  state: Type.Optional(
    converted<string>('state', {
      maxLength: 60,
      description: 'With `city`: around this city. Without: facilities in this state.',
    }),
  ),
  website_domain: Type.Optional(
    converted<string>('website-host', {
      maxLength: MAX_FORMATTED_LENGTH,
      description: 'Part of the web address: a host name with its top-level domain. A path is ignored.',
      examples: ['acme.com'],
    }),
  ),
  location: Type.Optional(
    converted<Point>('position', {
      maxLength: 60,
      description: 'Around this point: latitude and longitude with a comma between them.',
      examples: ['32.7767,-96.797'],
    }),
  ),
  radius: Type.Number({
    minimum: 0,
    maximum: MAX_RADIUS_MILES,
    default: USUAL_RADIUS_MILES,
    description:
      'Miles around `location`, `zip_code`, or `city` and `state`. If several are given, the first in this order counts.',
  }),
  lot_size_category: words('Only this lot size, as it was imported.', 50),
  facility_type: words('Only these categories, separated by `|`.', 1_000),
  intermodal_drayage: Type.Optional(
    converted<boolean>('yes-no', {
      maxLength: 10,
      description: 'Only facilities with, or without, drayage.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'At most so many facilities on all pages.' }),
  ),
  include_lanes: Type.Boolean({ default: false, description: 'Adds `inbound_lanes` and `outbound_lanes`.' }),
  top_n: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Lanes of each direction.' }),
  min_distance: Type.Optional(
    Type.Number({ minimum: 0, maximum: 20_000, description: 'Only lanes of at least so many miles.' }),
  ),
  direction: Type.Optional(
    oneOf(DIRECTIONS, { description: 'Only lanes in this direction of the facility.' }),
  ),
  smart_search: Type.Boolean({
    default: false,
    description: 'Each word of `name` may be in the name or in the address. One page, without cursors.',
  }),
  cursor: Type.Optional(
    text({ maxLength: 1_000, description: 'From the header `Link` of the page before.' }),
  ),
});
export type FacilitiesQuery = Static<typeof FacilitiesQuery>;

const CRITERIA = 'name, address, zip_code, website_domain, location, or city and state are required';

export function facilitiesProblems(query: Partial<FacilitiesQuery>): Problem[] {
  const { name, address, zip_code, website_domain, location, city, state, smart_search, cursor } = query;
  const problems: Problem[] = [];
  const add = (type: string, field: string, msg: string) =>
    problems.push({ type, loc: ['query', field], msg, input: null });
  const isAlone = (city === undefined) !== (state === undefined);
  if (!(name || address || zip_code || website_domain || location || (city && state))) {
    if (isAlone) add('missing', city ? 'state' : 'city', 'A city needs its state, and a state a city');
    else add('missing', 'name', CRITERIA);
  }
  if (smart_search && cursor) add('value_error', 'cursor', 'There are no pages with smart_search');
  return problems;
}

const latitude = (of: string) =>
  Type.Number({ minimum: -90, maximum: 90, description: `Latitude of the ${of}.` });
const longitude = (of: string) =>
  Type.Number({ minimum: -180, maximum: 180, description: `Longitude of the ${of}.` });
const radius = (of: string) =>
  Type.Number({ minimum: 0, maximum: MAX_RADIUS_MILES, description: `Miles around the ${of}.` });

export const ShipperLanesQuery = Type.Object({
  origin_lat: latitude('origin'),
  origin_lon: longitude('origin'),
  destination_lat: latitude('destination'),
  destination_lon: longitude('destination'),
  origin_radius: radius('origin'),
  destination_radius: radius('destination'),
});

const facility = {
  id: Type.String({ description: 'For `GET /facility/{facility_id}/network-map`.' }),
  facility_name: Type.String(),
  formatted_address: Type.String(),
  lat: Type.Number(),
  lon: Type.Number(),
  place_category: Type.String({ description: 'Empty if none was imported.' }),
  contact_phone: Type.Optional(Type.String()),
  contact_url: Type.Optional(Type.String()),
  operating_hours: Type.Optional(Type.String()),
  equipment_pairings: Type.Array(Type.String(), { description: 'Equipment, as it was imported.' }),
};
export const Shipper = named('Shipper', facility);
export type Shipper = Static<typeof Shipper>;

export const FacilityLane = named('FacilityLane', {
  city: Type.String(),
  state: Type.String(),
  weight: Type.Number({ description: 'Visits of vehicles that were last seen, or next seen, there.' }),
  visit_share: Type.String({
    description: 'Their share of all visits in this direction, in steps of 5 percent.',
    examples: ['15-20%'],
  }),
  hexagon_id: Type.String({ description: 'H3 cell of resolution 5.', examples: ['8526cb17fffffff'] }),
  distance_miles: Type.Optional(Type.Number()),
  direction: Type.Optional(oneOf(DIRECTIONS, { description: 'From the facility.' })),
});
export type FacilityLane = Static<typeof FacilityLane>;

export const Facility = named('Facility', {
  ...facility,
  inbound_lanes: Type.Optional(Type.Array(FacilityLane, { description: 'Only with `include_lanes`.' })),
  outbound_lanes: Type.Optional(Type.Array(FacilityLane)),
});
export const Facilities = Type.Array(Facility, { $id: 'Facilities' });

export const ShipperLanes = named('ShipperLanes', {
  shippers_in_origin: Type.Array(Shipper, { description: 'The nearest first.' }),
  shippers_in_destination: Type.Array(Shipper),
});

export const FacilityParams = Type.Object({ facility_id: text({ minLength: 1, maxLength: 100 }) });

const Geometry = named('Geometry', {
  type: oneOf(['Point', 'LineString', 'Polygon']),
  coordinates: Type.Array(Type.Unknown(), { description: 'Longitude before latitude, as in RFC 7946.' }),
});
export const NetworkMap = named('NetworkMap', {
  type: oneOf(['FeatureCollection']),
  features: Type.Array(
    closed({
      type: oneOf(['Feature']),
      geometry: Geometry,
      properties: Type.Record(Type.String(), Type.Unknown(), {
        description: '`kind` is `facility`, `inbound_lane`, `outbound_lane` or `hexagon`.',
      }),
    }),
  ),
});
export type NetworkMap = Static<typeof NetworkMap>;
