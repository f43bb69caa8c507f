import Type from 'typebox';
import { vinObservations } from '../../../domain/carriers/vin-observations.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { sendJson } from '../../send-json.ts';
import { insuranceCustomers } from './insurance-customers.ts';
import { Observation, paging, ShortPagination } from './observation-schemas.ts';
import { LONGEST_LIST, readList, vins } from './read-list.ts';

const Query = Type.Object({
  vin: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: `One VIN, or a comma-separated list of up to ${LONGEST_LIST}; spaces, dots and dashes do not count.`,
  }),
  ...paging,
});
const Answer = Type.Object(
  {
    vins: Type.Array(
      Type.Object(
        { vin: Type.String(), observations: Type.Array(Observation), total: Type.Integer() },
        { additionalProperties: false },
      ),
    ),
    pagination: ShortPagination,
  },
  { additionalProperties: false },
);

export const listVinObservationsRoute: Route = (app, { observations }) => {
  app.get(
    '/visual_sightings/carrier-observations/vin',
    {
      config: { access: insuranceCustomers(['carrier-observations-vin-endpoint']) },
      schema: {
        operationId: 'listVinObservations',
        tags: ['Observations'],
        summary: 'Sightings, crashes and inspections of vehicles, by VIN',
        description: 'Whichever carrier they were seen under, newest first. At most two calls at a time.',
        querystring: Query,
        response: {
          200: schemas.answer(Answer, 'Each VIN with its own page.'),
          400: schemas.answer(schemas.DetailOrProblems, 'A parameter is missing or wrong.'),
          429: schemas.answer(schemas.Detail, 'Two calls are under way.', schemas.RETRY_AFTER_HEADER),
          ...schemas.userErrors,
        },
      },
    },
    async ({ query, caller, organizationId }, reply) => {
      const json = await vinObservations(observations, {
        organizationId: organizationId ?? 0,
        vins: readList(query.vin, vins),
        page: query.page,
        pageSize: query.page_size,
        withQuality: caller?.roles.includes('carrier-observations-quality') ?? false,
      });
      return sendJson(reply, json);
    },
  );
};
