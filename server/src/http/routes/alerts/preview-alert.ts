import Type from 'typebox';
import { previewAlert } from '../../../domain/alerts/preview/preview-alert.ts';
import { AppError } from '../../../lib/errors.ts';
import { user } from '../../access.ts';
import { bodyByHand } from '../../body-by-hand.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { CREATE_ROLES } from './alert-access.ts';
import { criteria, places } from './alert-schema.ts';
import { Sighting, showSighting } from './sighting-schema.ts';

const Body = Type.Partial(Type.Object({ ...criteria, ...places }));
const Preview = Type.Object(
  {
    count: Type.Integer({ description: 'How many sightings would have matched.' }),
    is_exact: Type.Boolean({
      description: 'false: there are at least so many; what was seen before `searched_from` was not counted.',
    }),
    searched_from: Type.String({ format: 'date-time' }),
    newest: Type.Array(Sighting, { description: 'The newest 10.' }),
    tolerance_adds: Type.Array(
      Type.Object(
        {
          field: Type.String({ enum: ['license_plate', 'cab_number', 'trailer_number'] }),
          reading: Type.String(),
          sightings: Type.Integer(),
        },
        { additionalProperties: false },
      ),
      { description: 'Readings that match only with `tolerance`, the most frequent 20.' },
    ),
  },
  { additionalProperties: false },
);

export const previewAlertRoute: Route = (app, { alerts }) => {
  app.post(
    '/alerts/preview',
    {
      config: { access: user({ roles: CREATE_ROLES }) },
      schema: {
        operationId: 'previewAlert',
        tags: ['Alerts'],
        summary: 'What criteria would have matched in the last 30 days',
        description: 'Answers within a second: it counts to 10,000, and says how far back it came.',
        body: Body,
        response: {
          200: schemas.answer(Preview, 'The preview.'),
          400: schemas.answer(schemas.Problems, 'Fields are not valid: all of them.'),
          413: schemas.answer(schemas.Detail, 'The body is larger than 1 MiB.'),
          415: schemas.answer(schemas.Detail, 'The body is not JSON by its type.'),
          429: schemas.answer(schemas.Detail, 'Too many previews at once.', schemas.RETRY_AFTER_HEADER),
          ...schemas.userErrors,
        },
      },
      validatorCompiler: bodyByHand,
    },
    async ({ body }) => {
      const preview = await alerts.previews.run(
        () => previewAlert(alerts.db, body, alerts.clock.now()),
        () => new AppError('too_many', 'Too many previews at once. Ask again.', { retryAfterSeconds: 1 }),
      );
      return {
        ...preview,
        searched_from: preview.searched_from.toISOString(),
        newest: preview.newest.map(showSighting),
      };
    },
  );
};
