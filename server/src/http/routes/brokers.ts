import {
  BrokerProfiles,
  BrokerProfilesQuery,
  profileCarriers,
  profileDays,
  profileProblems,
} from '../../contract/brokers/broker-profile.ts';
import { readBrokerProfiles } from '../../domain/carriers/brokers/broker-profile.ts';
import { user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';

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
];
