import Type from 'typebox';
import {
  Facilities,
  type FacilitiesQuery,
  FacilitiesQuery as FacilitiesQuerySchema,
  FacilityParams,
  facilitiesProblems,
  NetworkMap,
  type Point,
  ShipperLanes,
  ShipperLanesQuery,
} from '../../../contract/brokers/facility.ts';
import {
  IMPORT_COLUMNS,
  ImportedFacilities,
  ImportFacilitiesQuery,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_LINES,
} from '../../../contract/brokers/facility-import.ts';
import type { Db } from '../../../db/database.ts';
import { runWithin } from '../../../db/run-within.ts';
import { shownFacility } from '../../../domain/facilities/facility.ts';
import { type LaneFilter, lanesOf, shownLanes } from '../../../domain/facilities/facility-lanes.ts';
import { FEDERAL_CATEGORIES } from '../../../domain/facilities/federal-shippers.ts';
import { importFacilities } from '../../../domain/facilities/import-facilities.ts';
import { networkMap } from '../../../domain/facilities/network-map.ts';
import {
  findFacility,
  nearestFacilities,
  searchFacilities,
} from '../../../domain/facilities/search-facilities.ts';
import { VISIT_DAYS, VISIT_MILES } from '../../../domain/facilities/visits.ts';
import { findZip } from '../../../domain/places/find-place.ts';
import { resolvePlace, unknownPlace } from '../../../domain/places/resolve-ends.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import { AppError, invalid } from '../../../lib/errors.ts';
import { type Caller, seesAllSightings, user } from '../../access.ts';
import { baseUrl } from '../../base-url.ts';
import { type Route, routeOf } from '../../route.ts';
import { withBody } from '../../streams/with-body.ts';

const route = routeOf('Brokers');
const accessTo = (what: 'facilities' | 'lanes' | 'network-map') =>
  user({ roles: ['admin', `external-api-shipper-${what}`] });

const CONCURRENT_FACILITIES = 4;
/** Lanes of each direction on a map. */
const MAP_LANES = 50;
/** Shippers at each end of a lane, the nearest. */
const MAX_SHIPPERS = 1_000;
const LANES = `Lanes come from vehicles that were seen within ${VISIT_MILES} miles of the facility in the last ${VISIT_DAYS} days: where they had been seen before, and were seen next. Insurance organizations and administrators of the operator get the lanes that all cameras saw, other organizations those of their own cameras.`;
const TOO_LONG = 'The lanes of these facilities take too long to compute.';

const viewerOf = (caller: Caller) => ({
  organizationId: caller.organization_id,
  seesAll: seesAllSightings(caller),
});

/** The center of a search; null if it names no place. */
async function centerOf(db: Db, { location, zip_code, city, state }: FacilitiesQuery): Promise<Point | null> {
  if (location) return location;
  if (zip_code !== undefined) {
    const center = findZip(zip_code);
    if (center) return center;
    const msg = 'This ZIP code is not known';
    throw invalid([{ type: 'unknown_place', loc: ['query', 'zip_code'], msg, input: zip_code }]);
  }
  if (city === undefined || state === undefined) return null;
  const center = await resolvePlace(db, city, state);
  if (center === null) throw invalid([unknownPlace(['query', 'city'], city, state)]);
  return center;
}

/** The URL of the next page: the same parameters with its cursor. */
function nextLink(base: string, query: unknown, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Record<string, string | string[]>))
    for (const one of [value].flat()) if (name !== 'cursor') parameters.append(name, one);
  parameters.set('cursor', cursor);
  return `<${base}/facilities?${parameters}>; rel="next"`;
}

export const facilityRoutes: Route[] = [
  route('GET /facilities', {
    operationId: 'findFacilities',
    summary: 'Find facilities, with their lanes',
    description: `Those that your organization imported, and the shippers that federal files name (\`place_category\`: ${Object.values(FEDERAL_CATEGORIES).join(', ')}). By name, address, ZIP code, web address, city and state, or around a point; all criteria must hold. ${LANES}`,
    access: accessTo('facilities'),
    rate: 'expensive',
    audit: { action: 'facility.search', kind: 'read' },
    errorForm: 'text',
    query: FacilitiesQuerySchema,
    success: {
      schema: Facilities,
      description:
        'At most 100 facilities, 20 with lanes. The nearest first, or by name if the search has no center.',
      headers: {
        'X-Total-Count': { schema: Type.Integer(), description: 'Facilities that fit, on all pages.' },
        Link: { schema: Type.String(), description: 'The URL of the next page, if there is one.' },
      },
    },
    errors: {
      400: 'A parameter is missing or invalid, a place is not known, or the cursor is of another search.',
      503: TOO_LONG,
    },
    rules: (_services, { query }) => facilitiesProblems(query),
    handler: async (services, { query, caller, request, reply }) => {
      const { database, profile, settings, clock } = services;
      const center = await centerOf(database, query);
      const page = await searchFacilities(database, caller.organization_id, query, center);
      reply.header('X-Total-Count', String(page.total));
      if (page.next) reply.header('Link', nextLink(baseUrl(settings, request), request.query, page.next));
      if (!query.include_lanes) return page.facilities.map(shownFacility);
      const filter: LaneFilter = {
        ...{ topN: query.top_n, minMiles: query.min_distance, direction: query.direction },
      };
      return runWithin(profile.budgets.facility_lanes, (db) =>
        mapConcurrent(CONCURRENT_FACILITIES, page.facilities, async (facility) => {
          const { inbound, outbound } = await lanesOf(db, viewerOf(caller), facility, filter, clock.now());
          return {
            ...shownFacility(facility),
            ...{ inbound_lanes: shownLanes(inbound), outbound_lanes: shownLanes(outbound) },
          };
        }),
      );
    },
  }),
  route('POST /facilities/import', {
    operationId: 'importFacilities',
    summary: "Import your organization's facilities from a CSV file",
    description: `The first line names the columns: ${IMPORT_COLUMNS.join(', ')}. \`name\` is required, and coordinates, a ZIP code, or a city and its state. At most ${MAX_IMPORT_LINES} lines. A facility with the same name and address is changed and keeps its id. With one bad line nothing is stored, and every bad line is reported.`,
    access: user({ roles: ['admin'] }),
    audit: { action: 'facility.import', kind: 'change' },
    bodyType: 'text/csv',
    body: Type.String({ maxLength: MAX_IMPORT_BYTES, description: 'UTF-8, with commas.' }),
    query: ImportFacilitiesQuery,
    success: { schema: ImportedFacilities, description: 'What was stored.' },
    errors: {
      400: 'Nothing was stored. `detail` lists the problems of every line, at most 1,000: `loc` has the number of the line and the column.',
      413: `The file is larger than ${MAX_IMPORT_BYTES} bytes or has more than ${MAX_IMPORT_LINES} lines.`,
      415: 'Content-Type must be text/csv.',
    },
    handler: ({ database }, { query, caller, request }) =>
      withBody(request, (bytes) => importFacilities(database, caller.organization_id, bytes, query)),
  }),
  route('GET /facility/:facility_id/network-map', {
    operationId: 'getFacilityNetworkMap',
    summary: 'Get the lanes of a facility as GeoJSON',
    description: `The facility, a line for each of the ${MAP_LANES} largest lanes of each direction, and the H3 cells of their other ends. ${LANES}`,
    access: accessTo('network-map'),
    rate: 'expensive',
    audit: { action: 'facility.map', kind: 'read', object: ['facility', 'params.facility_id'] },
    errorForm: 'subcode',
    params: FacilityParams,
    success: { schema: NetworkMap, description: 'A FeatureCollection.' },
    errors: { 404: 'There is no such facility.', 503: TOO_LONG },
    handler: async ({ database, profile, clock }, { params, caller }) => {
      const facility = await findFacility(database, caller.organization_id, params.facility_id);
      if (facility === null) throw new AppError('not_found', 'There is no such facility.');
      const lanes = await runWithin(profile.budgets.facility_lanes, (db) =>
        lanesOf(db, viewerOf(caller), facility, { topN: MAP_LANES }, clock.now()),
      );
      return networkMap(facility, lanes);
    },
  }),
  route('GET /shipper/lanes', {
    operationId: 'findShippersOfLane',
    summary: 'Find facilities at both ends of a lane',
    description: `At most ${MAX_SHIPPERS} at each end, the nearest first.`,
    access: accessTo('lanes'),
    audit: { action: 'facility.lanes', kind: 'read' },
    errorForm: 'text',
    query: ShipperLanesQuery,
    success: { schema: ShipperLanes, description: 'The facilities around the origin and the destination.' },
    handler: async ({ database }, { query, caller }) => {
      const around = async (latitude: number, longitude: number, radius: number) => {
        const point = { latitude, longitude };
        const found = await nearestFacilities(database, caller.organization_id, point, radius, MAX_SHIPPERS);
        return found.map(shownFacility);
      };
      const [shippers_in_origin, shippers_in_destination] = await Promise.all([
        around(query.origin_lat, query.origin_lon, query.origin_radius),
        around(query.destination_lat, query.destination_lon, query.destination_radius),
      ]);
      return { shippers_in_origin, shippers_in_destination };
    },
  }),
];
