import Type from 'typebox';
import { LaneQuery, LaneVerification } from '../../contract/lane.ts';
import {
  CarrierObservations,
  CarriersObservations,
  dayRangeProblems,
  MAX_VEHICLES,
  type Observation,
  ObservationsQuery,
  showObservation,
  VehicleList,
  VehiclesQuery,
  VinObservations,
  VinObservationsQuery,
} from '../../contract/observation.ts';
import { paginationOf } from '../../contract/pagination.ts';
import {
  type CarrierPage,
  carrierObservations,
  vinObservations,
} from '../../domain/carriers/carrier-observations.ts';
import { searchVehicles } from '../../domain/carriers/search/search-vehicles.ts';
import { LANE_DAYS, LANE_RADIUS_MILES, verifyLane } from '../../domain/carriers/verify-lane.ts';
import { PackedRows } from '../../domain/observations/packed-rows.ts';
import type { ObservationRows } from '../../domain/observations/page-observations.ts';
import { type Caller, insuranceUser } from '../access.ts';
import { baseUrl } from '../base-url.ts';
import { encodeJson, sendJson } from '../encode/encode-json.ts';
import { shown } from '../plugins/audit.ts';
import { type Route, route } from '../route.ts';

const seesQuality = ({ roles }: Caller) => roles.includes('carrier-observations-quality');
const VIN_ROLE = 'carrier-observations-vin-endpoint';
const errors = { 429: 'Two calls of the organization are in progress.' };

function shownRows(rows: ObservationRows, withQuality: boolean): PackedRows | Observation[] {
  return rows instanceof PackedRows ? rows : rows.map((row) => showObservation(row, withQuality));
}

function shownCarrier({ detail, observations, lastSeenImage }: CarrierPage, withQuality: boolean) {
  return {
    fmcsa_detail: detail === null ? [] : [detail],
    observations: shownRows(observations, withQuality),
    last_seen_image: lastSeenImage,
  };
}

const listCarrierObservations = route({
  method: 'GET',
  url: '/visual_sightings/carrier-observations',
  operationId: 'listCarrierObservations',
  tag: 'Observations',
  summary: 'List the sightings, crashes and inspections of carriers, with their record',
  description:
    'Newest first, with an exact total. With a list of carriers, the page and page size apply to the list of each. At most two calls of an organization at a time.',
  access: insuranceUser(),
  rate: 'expensive',
  audit: {
    action: 'observation.list',
    kind: 'read',
    object: ['carrier', 'query.usdot_number'],
    showsVehicles: true,
  },
  query: ObservationsQuery,
  success: {
    schema: Type.Union([CarrierObservations, CarriersObservations]),
    description: 'The carrier, or the carriers in the order of the request.',
  },
  errors,
  rules: (_services, { query }) => dayRangeProblems(query),
  handler: async ({ observations, settings }, { query, caller, request, reply }) => {
    const { page, page_size: pageSize } = query;
    const withQuality = seesQuality(caller);
    const carriers = await carrierObservations(observations, {
      organizationId: caller.organization_id,
      usdotNumbers: query.usdot_number,
      filter: {
        state: query.location_state || undefined,
        city: query.location_city || undefined,
        startDate: query.sighting_start_date || undefined,
        endDate: query.sighting_end_date || undefined,
      },
      page,
      pageSize,
      withQuality,
      withImage: query.last_seen_image,
      baseUrl: baseUrl(settings, request),
    });
    const [first] = carriers;
    // A list of one number, or of the same number twice, is a list too.
    const isList = String((request.query as { usdot_number: string }).usdot_number).includes(',');
    if (first && !isList) {
      const { observations: rows, total } = first;
      const pagination = paginationOf(page, pageSize, rows.length, total);
      const body = { ...shownCarrier(first, withQuality), pagination };
      return sendJson(reply, encodeJson(shown(request, body)));
    }
    const body = {
      carriers: carriers.map((carrier) => ({
        usdot_number: String(carrier.usdotNumber),
        ...shownCarrier(carrier, withQuality),
      })),
      pagination: { page, page_size: pageSize },
    };
    return sendJson(reply, encodeJson(shown(request, body)));
  },
});

const listVinObservations = route({
  method: 'GET',
  url: '/visual_sightings/carrier-observations/vin',
  operationId: 'listVinObservations',
  tag: 'Observations',
  summary: 'List the sightings, crashes and inspections of vehicles by VIN',
  description:
    'Under every carrier that the vehicle was seen with, newest first. At most two calls of an organization at a time.',
  access: insuranceUser([VIN_ROLE]),
  rate: 'expensive',
  audit: { action: 'observation.list-by-vin', kind: 'read', showsVehicles: true },
  query: VinObservationsQuery,
  success: { schema: VinObservations, description: 'Each VIN with its own page.' },
  errors,
  handler: async ({ observations }, { query, caller, request, reply }) => {
    const { page, page_size: pageSize } = query;
    const withQuality = seesQuality(caller);
    const vins = await vinObservations(observations, {
      organizationId: caller.organization_id,
      vins: query.vin,
      page,
      pageSize,
      withQuality,
    });
    const body = {
      vins: vins.map(({ vin, observations: rows, total }) => ({
        vin,
        observations: shownRows(rows, withQuality),
        total,
      })),
      pagination: { page, page_size: pageSize },
    };
    return sendJson(reply, encodeJson(shown(request, body)));
  },
});

const searchVehiclesRoute = route({
  method: 'GET',
  url: '/vehicles',
  operationId: 'searchVehicles',
  tag: 'Observations',
  summary: 'Find the carriers of a vehicle by its plate or VIN',
  description: `The complete plate or VIN, with each carrier that it was recorded with, the latest ${MAX_VEHICLES} first. A VIN requires the role \`${VIN_ROLE}\`; without it, the list is empty.`,
  access: insuranceUser(),
  audit: { action: 'vehicle.search', kind: 'read', showsVehicles: true },
  query: VehiclesQuery,
  success: { schema: VehicleList, description: 'The carriers of the vehicle.' },
  handler: async ({ observations }, { query, caller, request }) =>
    shown(request, await searchVehicles(observations.reader, query.query, caller.roles.includes(VIN_ROLE))),
});

const verifyLaneRoute = route({
  method: 'GET',
  url: '/visual_sightings/verify',
  operationId: 'verifyLane',
  tag: 'Observations',
  summary: 'Check whether a carrier was seen near an origin and a destination',
  description: `Within ${LANE_RADIUS_MILES} miles of each, in the last ${LANE_DAYS} days. At most two calls of an organization at a time.`,
  access: insuranceUser(),
  rate: 'expensive',
  query: LaneQuery,
  success: { schema: LaneVerification, description: 'Both ends with the newest sighting near each.' },
  errors,
  handler: ({ observations }, { query, caller }) =>
    verifyLane(observations, {
      organizationId: caller.organization_id,
      usdotNumber: query.usdot_number,
      origin: { latitude: query.origin_latitude, longitude: query.origin_longitude },
      destination: { latitude: query.destination_latitude, longitude: query.destination_longitude },
    }),
});

export const observationRoutes: Route[] = [
  listCarrierObservations,
  listVinObservations,
  searchVehiclesRoute,
  verifyLaneRoute,
];
