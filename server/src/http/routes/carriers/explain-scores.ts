import Type from 'typebox';
import { explainScores } from '../../../domain/safety/explain/explain-scores.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { Basic, Explanation, MethodName } from './explain-schemas.ts';

const Params = Type.Object({ usdot_number: Type.Integer({ minimum: 1, maximum: 99_999_999 }) });
const Query = Type.Object({
  basic: Type.Optional(Basic),
  method: Type.Optional(MethodName),
  without: Type.Optional(
    Type.String({
      maxLength: 8_000,
      pattern: '^\\d+-\\d+(,\\d+-\\d+)*$',
      description: 'Ids of violations, with commas: what if they were removed?',
    }),
  ),
});

export const explainScoresRoute: Route = (app, { database }) => {
  app.get(
    '/carrier/:usdot_number/scores/explain',
    {
      config: { access: user({ roles: ['external-api-carrier-iss-score'] }) },
      schema: {
        operationId: 'explainScores',
        tags: ['Carriers'],
        summary: "What is behind a carrier's safety scores",
        description:
          'The inspections, violations, weights and peer group that give each measure and percentile, and, with `without`, what both would be if those violations were removed. Percentiles of property carriers, Hazardous Materials, Crash Indicator and ISS are our own calculation: FMCSA does not publish them.',
        params: Params,
        querystring: Query,
        response: {
          200: schemas.answer(Explanation, 'Every category asked for, in the order of the method.'),
          400: schemas.answer(
            schemas.DetailOrProblems,
            'A parameter is not valid, or no violation has that id.',
          ),
          ...schemas.userErrors,
          404: schemas.answer(schemas.Detail, 'No such carrier, or no scores yet.'),
        },
      },
    },
    async ({ params, query }) =>
      explainScores(database, params.usdot_number, {
        method: query.method ?? 'current',
        basic: query.basic ?? null,
        without: query.without?.split(',') ?? [],
      }),
  );
};
