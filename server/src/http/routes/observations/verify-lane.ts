import Type from 'typebox';
import { LANE_DAYS, LANE_RADIUS_MILES, verifyLane } from '../../../domain/carriers/verify-lane.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { insuranceCustomers } from './insurance-customers.ts';
import { readOne, usdotNumbers } from './read-list.ts';

const latitude = Type.Number({ minimum: -90, maximum: 90 });
const longitude = Type.Number({ minimum: -180, maximum: 180 });
const Query = Type.Object({
  usdot_number: Type.String({ minLength: 1, maxLength: 40 }),
  origin_latitude: latitude,
  origin_longitude: longitude,
  destination_latitude: latitude,
  destination_longitude: longitude,
});

const End = Type.Object(
  {
    seen: Type.Boolean(),
    last_seen: schemas.nullable(
      Type.Object(
        {
          time_captured: Type.String({ format: 'date-time' }),
          location_city: Type.String(),
          location_state: Type.String(),
          latitude: Type.Number(),
          longitude: Type.Number(),
          type: Type.String(),
          miles: Type.Number({ description: 'From the point asked for.' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
const Answer = Type.Object(
  {
    usdot_number: Type.String(),
    verified: Type.Boolean({ description: 'Seen near both ends.' }),
    radius_miles: Type.Number(),
    start_date: Type.String({ format: 'date' }),
    end_date: Type.String({ format: 'date' }),
    origin: End,
    destination: End,
  },
  { additionalProperties: false },
);

export const verifyLaneRoute: Route = (app, { observations }) => {
  app.get(
    '/visual_sightings/verify',
    {
      config: { access: insuranceCustomers() },
      schema: {
        operationId: 'verifyLane',
        tags: ['Observations'],
        summary: 'Was this carrier seen near an origin and a destination?',
        description: `Within ${LANE_RADIUS_MILES} miles of each, in the last ${LANE_DAYS} days. At most two calls at a time.`,
        querystring: Query,
        response: {
          200: schemas.answer(Answer, 'Both ends with the newest sighting near them.'),
          400: schemas.answer(schemas.DetailOrProblems, 'A parameter is missing or wrong.'),
          429: schemas.answer(schemas.Detail, 'Two calls are under way.', schemas.RETRY_AFTER_HEADER),
          ...schemas.userErrors,
        },
      },
    },
    async ({ query, organizationId }) => {
      return verifyLane(observations, {
        organizationId: organizationId ?? 0,
        usdotNumber: readOne(query.usdot_number, usdotNumbers),
        origin: { latitude: query.origin_latitude, longitude: query.origin_longitude },
        destination: { latitude: query.destination_latitude, longitude: query.destination_longitude },
      });
    },
  );
};
