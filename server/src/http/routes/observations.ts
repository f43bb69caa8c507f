import Type from 'typebox';
import { destinationProblems } from '../../contract/brokers/place.ts';
import { LaneCheck, LaneCheckQuery, LaneVerification, LaneVerificationQuery } from '../../contract/lane.ts';
import {
  CarrierObservations,
  CarriersObservations,
  dayRangeProblems,
  MAX_VEHICLES,
  ObservationsQuery,
  VehicleList,
  VehiclesQuery,
  VinObservations,
  VinObservationsQuery,
} from '../../contract/observation.ts';
import { paginationOf } from '../../contract/pagination.ts';
import { SignalsParams } from '../../contract/signals.ts';
import { plainSchema } from '../../contract/validate.ts';
import {
  type CarrierPage,
  carrierObservations,
  vinObservations,
} from '../../domain/carriers/observations/carrier-observations.ts';
import { checkLane, LANE_DAYS, LANE_RADIUS_MILES } from '../../domain/carriers/observations/check-lane.ts';
import { verifyLane } from '../../domain/carriers/observations/verify-lane.ts';
import { searchVehicles } from '../../domain/carriers/search/search-vehicles.ts';
import { resolveEnds } from '../../domain/places/resolve-ends.ts';
import { type Caller, IMAGE_READ_ROLES, insuranceUser, user } from '../access.ts';
import { baseUrl } from '../base-url.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Observations');

/** The serializers of the two forms. That of their union would validate each page to find its form. */
const oneCarrier = plainSchema(CarrierObservations) as Record<string, unknown>;
const severalCarriers = plainSchema(CarriersObservations) as Record<string, unknown>;
const seesQuality = ({ roles }: Caller) => roles.includes('carrier-observations-quality');
const VIN_ROLE = 'carrier-observations-vin-endpoint';
const errors = { 429: 'Two calls of the organization are in progress.' };

function shownCarrier({ detail, observations, lastSeenImage }: CarrierPage) {
  return {
    fmcsa_detail: detail === null ? [] : [detail],
    observations,
    ...(lastSeenImage !== undefined && { last_seen_image: lastSeenImage }),
  };
}

export const observationRoutes: Route[] = [
  route('GET /visual_sightings/carrier-observations', {
    operationId: 'listCarrierObservations',
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
        withQuality: seesQuality(caller),
        withImage: query.last_seen_image,
        baseUrl: baseUrl(settings, request),
      });
      const [first] = carriers;
      // A list of one number, or of the same number twice, is a list too.
      const isList = String((request.query as { usdot_number: string }).usdot_number).includes(',');
      reply
        .type('application/json; charset=utf-8')
        .serializer(reply.compileSerializationSchema(isList ? severalCarriers : oneCarrier));
      if (first && !isList) {
        const pagination = paginationOf(page, pageSize, first.observations.length, first.total);
        return { ...shownCarrier(first), pagination };
      }
      return {
        carriers: carriers.map((carrier) => ({
          usdot_number: String(carrier.usdotNumber),
          ...shownCarrier(carrier),
        })),
        pagination: { page, page_size: pageSize },
      };
    },
  }),
  route('GET /visual_sightings/carrier-observations/vin', {
    operationId: 'listVinObservations',
    summary: 'List the sightings, crashes and inspections of vehicles by VIN',
    description:
      'Under every carrier that the vehicle was seen with, newest first. At most two calls of an organization at a time.',
    access: insuranceUser([VIN_ROLE]),
    rate: 'expensive',
    audit: { action: 'observation.list-by-vin', kind: 'read', showsVehicles: true },
    query: VinObservationsQuery,
    success: { schema: VinObservations, description: 'Each VIN with its own page.' },
    errors,
    handler: async ({ observations }, { query, caller }) => {
      const { page, page_size: pageSize } = query;
      const vins = await vinObservations(observations, {
        organizationId: caller.organization_id,
        vins: query.vin,
        page,
        pageSize,
        withQuality: seesQuality(caller),
      });
      return { vins, pagination: { page, page_size: pageSize } };
    },
  }),
  route('GET /vehicles', {
    operationId: 'searchVehicles',
    summary: 'Find the carriers of a vehicle by its plate or VIN',
    description: `The complete plate or VIN, with each carrier that it was recorded with, the latest ${MAX_VEHICLES} first. A VIN requires the role \`${VIN_ROLE}\`; without it, the list is empty.`,
    access: insuranceUser(IMAGE_READ_ROLES),
    audit: { action: 'vehicle.search', kind: 'read', showsVehicles: true },
    query: VehiclesQuery,
    success: { schema: VehicleList, description: 'The carriers of the vehicle.' },
    handler: ({ observations }, { query, caller }) =>
      searchVehicles(
        observations.reader,
        query.query,
        caller.roles.includes(VIN_ROLE),
        caller.organization_id,
      ),
  }),
  route('GET /visual_sightings/verify', {
    operationId: 'verifyLane',
    summary: 'Check whether a carrier was seen on a lane',
    description: `Within ${LANE_RADIUS_MILES} miles of the origin, of the destination, or of the great circle between them, in the last ${LANE_DAYS} days. Sightings, inspections and crashes count.`,
    access: user({ roles: ['verifier-carrier'] }),
    rate: 'expensive',
    audit: { action: 'lane.verify', kind: 'read', object: ['carrier', 'query.usdot'] },
    errorForm: 'text',
    query: LaneVerificationQuery,
    success: { schema: LaneVerification, description: 'Whether the carrier was seen there.' },
    errors: { 400: 'A parameter is invalid, or a place is not known. `detail` names similar places.' },
    rules: (_services, { query }) => destinationProblems(query),
    handler: async ({ observations }, { query }) => {
      const ends = await resolveEnds(observations.reader, query);
      return { verified: await verifyLane(observations, query.usdot, ends) };
    },
  }),
  route('GET /carrier/:usdot_number/lane-check', {
    operationId: 'checkLane',
    summary:
      'Check whether a carrier was seen near an origin and a destination, with the newest sighting near each',
    description: `By coordinates: within ${LANE_RADIUS_MILES} miles of each, in the last ${LANE_DAYS} days. At most two calls of an organization at a time.`,
    access: insuranceUser(),
    rate: 'expensive',
    audit: { action: 'lane.check', kind: 'read', object: ['carrier', 'params.usdot_number'] },
    params: SignalsParams,
    query: LaneCheckQuery,
    success: { schema: LaneCheck, description: 'Both ends with the newest sighting near each.' },
    errors,
    handler: ({ observations }, { params, query, caller }) =>
      checkLane(observations, {
        organizationId: caller.organization_id,
        usdotNumber: params.usdot_number,
        origin: { latitude: query.origin_latitude, longitude: query.origin_longitude },
        destination: { latitude: query.destination_latitude, longitude: query.destination_longitude },
      }),
  }),
];
