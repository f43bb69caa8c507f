import {
  BrokerProfiles,
  BrokerProfilesQuery,
  profileCarriers,
  profileDays,
  profileProblems,
} from '../../../contract/brokers/broker-profile.ts';
import {
  CarrierRecommendations,
  RecommendationsQuery,
  recommendationProblems,
  scoreBounds,
} from '../../../contract/brokers/carrier-recommendation.ts';
import { cargoNumbers, equipmentTypes, withSubtypes } from '../../../contract/brokers/lane-filters.ts';
import { readBrokerProfiles } from '../../../domain/carriers/brokers/broker-profile.ts';
import { equipmentProblemsOf } from '../../../domain/lanes/known-equipment.ts';
import { recommendCarriers } from '../../../domain/lanes/recommend-carriers.ts';
import { placeProblems, resolveEnds } from '../../../domain/places/resolve-ends.ts';
import { AppError } from '../../../lib/errors.ts';
import { user } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Brokers');

export const brokerRoutes: Route[] = [
  route('GET /carrier/profile', {
    operationId: 'getBrokerProfiles',
    summary: 'Get the record, the equipment and the sightings of carriers',
    description:
      'The record is that of carrier observations. Sightings are counted by day and ZIP code. A carrier that nobody knows is in the response without a record.',
    access: user({
      roles: ['external-api-carrier-profile'],
      ...{ expired: 'forbidden', wrongToken: 'forbidden' },
    }),
    rate: 'expensive',
    audit: {
      action: 'profile.read-for-broker',
      kind: 'read',
      object: ['carrier', 'query.usdot_number', 'query.usdot_numbers'],
    },
    errorForm: 'code',
    query: BrokerProfilesQuery,
    success: { schema: BrokerProfiles, description: 'The profile of each carrier.' },
    errors: {
      401: 'The access token or the API key is missing, or the API key is wrong.',
      403: 'The access token is wrong or has expired, or the user lacks the permission.',
      503: 'The carriers have too many sightings in this period to be counted in time.',
    },
    rules: ({ clock }, { query }) => profileProblems(query, clock.now()),
    handler: ({ observations, profile, clock }, { query }) =>
      readBrokerProfiles(
        { details: observations.details, budget: profile.budgets.broker_profile },
        profileCarriers(query),
        profileDays(query, clock.now()),
      ),
  }),
  route('GET /carrier/recommendations', {
    operationId: 'getCarrierRecommendations',
    summary: 'Find carriers near an origin, near a destination, or on the lane between them',
    description:
      'From sightings, inspections and crashes of the last 90 days, which are counted within 10 seconds. The score has three parts: lane, equipment and company. `explain=true` shows them, and with `usdot_number` why a carrier is missing.',
    access: user({ roles: ['external-api-carrier-recommendation'] }),
    rate: 'expensive',
    audit: {
      action: 'lane.recommend',
      kind: 'read',
      object: ['carrier', 'query.usdot_number'],
    },
    errorForm: 'text',
    query: RecommendationsQuery,
    success: { schema: CarrierRecommendations, description: 'The carriers, the highest score first.' },
    errors: {
      400: 'A parameter is invalid, or a place is not known. `detail` has every problem and names similar places.',
      403: 'The user lacks the permission, or `realtime-api` for `real_time=true`.',
    },
    rules: async ({ observations }, { query }) => [
      ...recommendationProblems(query),
      ...(await placeProblems(observations.reader, query)),
      ...(await equipmentProblemsOf(observations.reader, query.equipment_types)),
    ],
    handler: async ({ observations, lanes, clock }, { query, caller }) => {
      if (query.real_time && !caller.roles.includes('realtime-api'))
        throw new AppError('forbidden', 'real_time=true requires the role realtime-api.');
      const { carried_cargo: cargo, equipment_types: types } = query;
      const now = clock.now();
      return recommendCarriers(lanes, {
        ...(await resolveEnds(observations.reader, query)),
        now,
        today: now.toISOString().slice(0, 10),
        organizationId: caller.organization_id,
        originMiles: query.origin_radius,
        destinationMiles: query.destination_radius,
        score: scoreBounds(query),
        fleet: { min: query.fleet_size_min, max: query.fleet_size_max },
        cargo: cargo === undefined ? null : cargoNumbers(cargo),
        equipment: types === undefined ? null : withSubtypes(equipmentTypes(types)),
        authorityMonths: query.auth_months_min,
        isPreferred: query.preferred_carriers,
        isPowerOnly: query.power_only,
        isBroker: query.broker_authority,
        isBackhaul: query.is_possible_backhaul,
        isRealTime: query.real_time,
        isExplained: query.explain,
        usdotNumber: query.usdot_number ?? null,
      });
    },
  }),
];
