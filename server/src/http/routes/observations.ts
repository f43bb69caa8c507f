import Type from 'typebox';
import { LaneQuery, LaneVerification } from '../../contract/lane.ts';
import {
  CarrierObservations,
  CarriersObservations,
  dayRangeProblems,
  ObservationsQuery,
  VinObservations,
  VinObservationsQuery,
} from '../../contract/observation.ts';
import { carrierObservations } from '../../domain/carriers/carrier-observations.ts';
import { LANE_DAYS, LANE_RADIUS_MILES, verifyLane } from '../../domain/carriers/verify-lane.ts';
import { vinObservations } from '../../domain/carriers/vin-observations.ts';
import { type Caller, insuranceUser } from '../access.ts';
import { baseUrl } from '../base-url.ts';
import { type Route, route } from '../route.ts';
import { sendJson } from '../send-json.ts';

const withQuality = ({ roles }: Caller) => roles.includes('carrier-observations-quality');
const errors = { 429: 'Two calls of the organization are in progress.' };

const listCarrierObservations = route({
  method: 'GET',
  url: '/visual_sightings/carrier-observations',
  operationId: 'listCarrierObservations',
  tag: 'Observations',
  summary: 'List the sightings, crashes and inspections of carriers, with their record',
  description:
    'Newest first, with an exact total. With a list of carriers, the page and page size apply to the list of each. At most two calls of an organization at a time.',
  access: insuranceUser(),
  query: ObservationsQuery,
  success: {
    schema: Type.Union([CarrierObservations, CarriersObservations]),
    description: 'The carrier, or the carriers in the order of the request.',
  },
  errors,
  rules: (_services, { query }) => dayRangeProblems(query),
  handler: async ({ observations, settings }, { query, caller, request, reply }) => {
    const json = await carrierObservations(observations, {
      organizationId: caller.organization_id,
      usdotNumbers: query.usdot_number,
      isList: String((request.query as { usdot_number: string }).usdot_number).includes(','),
      filter: {
        state: query.location_state || undefined,
        city: query.location_city || undefined,
        startDate: query.sighting_start_date || undefined,
        endDate: query.sighting_end_date || undefined,
      },
      page: query.page,
      pageSize: query.page_size,
      withQuality: withQuality(caller),
      withPicture: query.last_seen_image,
      baseUrl: baseUrl(settings, request),
    });
    return sendJson(reply, json);
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
  access: insuranceUser(['carrier-observations-vin-endpoint']),
  query: VinObservationsQuery,
  success: { schema: VinObservations, description: 'Each VIN with its own page.' },
  errors,
  handler: async ({ observations }, { query, caller, reply }) => {
    const json = await vinObservations(observations, {
      organizationId: caller.organization_id,
      vins: query.vin,
      page: query.page,
      pageSize: query.page_size,
      withQuality: withQuality(caller),
    });
    return sendJson(reply, json);
  },
});

const verifyLaneRoute = route({
  method: 'GET',
  url: '/visual_sightings/verify',
  operationId: 'verifyLane',
  tag: 'Observations',
  summary: 'Check whether a carrier was seen near an origin and a destination',
  description: `Within ${LANE_RADIUS_MILES} miles of each, in the last ${LANE_DAYS} days. At most two calls of an organization at a time.`,
  access: insuranceUser(),
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

export const observationRoutes: Route[] = [listCarrierObservations, listVinObservations, verifyLaneRoute];
