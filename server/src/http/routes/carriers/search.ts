import Type from 'typebox';
import { SEARCH_PAGE_SIZE, searchCarriers } from '../../../domain/carriers/search-carriers.ts';
import { MOST_FOUND } from '../../../domain/carriers/search-store.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Carrier = Type.Object(
  {
    usdot_number: Type.String(),
    docket_number: Type.String({ description: 'Letters and number; empty when there is none.' }),
    legal_name: Type.String(),
    dba_name: Type.String(),
    phy_city: Type.String(),
    phy_state: Type.String(),
    carrier_status: Type.Union([Type.Literal('active'), Type.Literal('inactive'), Type.Literal('pending')]),
    power_units: Type.Integer(),
  },
  { additionalProperties: false },
);
const Answer = Type.Object(
  { carriers: Type.Array(Carrier), pagination: schemas.Pagination },
  { additionalProperties: false },
);
const Query = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 200, description: 'What is known of the carrier.' }),
  page: Type.Integer({ minimum: 1, maximum: MOST_FOUND / SEARCH_PAGE_SIZE, default: 1 }),
});

export const searchCarriersRoute: Route = (app, { database }) => {
  app.get(
    '/carriers',
    {
      config: { access: user() },
      schema: {
        operationId: 'searchCarriers',
        tags: ['Carriers'],
        summary: 'Find carriers by name, DBA, USDOT number, docket, city or state',
        description: `Words are found by their beginning; a word that no carrier has, by the words most like it. ${SEARCH_PAGE_SIZE} carriers a page, and at most ${MOST_FOUND} in all: a search that finds more needs another word.`,
        querystring: Query,
        response: {
          200: schemas.answer(Answer, 'The carriers, the likeliest first.'),
          400: schemas.answer(schemas.DetailOrProblems, 'The query is missing, empty or too long.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ query: { query, page } }) => searchCarriers(database, query, page),
  );
};
