import type { ReferenceOperation } from './operations.ts';
import { listOf, number, object, type Shape, text, words } from './shapes.ts';

const facility = {
  ...{
    id: text,
    facility_name: text,
    formatted_address: text,
    lat: number,
    lon: number,
    place_category: text,
  },
  ...{ contact_phone: text, contact_url: text, operating_hours: text, equipment_pairings: listOf(text) },
};
const optional = ['contact_phone', 'contact_url', 'operating_hours', 'equipment_pairings'];
const lanes = listOf(
  object(
    {
      ...{ city: text, state: text, weight: number, hexagon_id: text, distance_miles: number },
      visit_share: { type: 'string', pattern: '^\\d+-\\d+%$' },
      direction: words('N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW'),
    },
    ['distance_miles', 'direction'],
  ),
);
const coordinates: Shape = { type: 'array' };

export const facilityOperations: ReferenceOperation[] = [
  {
    endpoint: 'GET /facilities',
    permission: 'external-api-shipper-facilities',
    query: {
      ...{ name: {}, address: {}, city: {}, state: {}, website_domain: {}, location: {}, zip_code: {} },
      ...{ radius: { maximum: 150 }, lot_size_category: {}, limit: {}, facility_type: {} },
      ...{
        intermodal_drayage: {},
        include_lanes: {},
        top_n: { default: 10 },
        min_distance: {},
        direction: {},
      },
      ...{ cursor: {}, smart_search: {} },
    },
    success: {
      status: 200,
      shape: listOf(
        object({ ...facility, inbound_lanes: lanes, outbound_lanes: lanes }, [
          ...optional,
          'inbound_lanes',
          'outbound_lanes',
        ]),
      ),
    },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'GET /facility/{facility_id}/network-map',
    permission: 'external-api-shipper-network-map',
    success: {
      status: 200,
      shape: object({
        type: { const: 'FeatureCollection' },
        features: listOf(
          object({
            type: { const: 'Feature' },
            geometry: object({
              type: words('Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'),
              coordinates,
            }),
            properties: { type: 'object' },
          }),
        ),
      }),
    },
    // 404 is ours: the reference does not say what an unknown facility is.
    errors: [401, 403, 404, 500],
    errorForm: 'subcode',
  },
  {
    endpoint: 'GET /shipper/lanes',
    permission: 'external-api-shipper-lanes',
    query: Object.fromEntries(
      [
        'origin_lat',
        'origin_lon',
        'destination_lat',
        'destination_lon',
        'origin_radius',
        'destination_radius',
      ].map((name) => [name, { required: true as const }]),
    ),
    success: {
      status: 200,
      shape: object({
        shippers_in_origin: listOf(object(facility, optional)),
        shippers_in_destination: listOf(object(facility, optional)),
      }),
    },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
];
