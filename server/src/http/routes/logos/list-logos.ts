import Type from 'typebox';
import { listLogos } from '../../../domain/logos/logos.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

export const listLogosRoute: Route = (app, { database }) => {
  app.get(
    '/logos',
    {
      config: { access: user({ roles: ['admin', 'create-alert-endpoint'] }) },
      schema: {
        operationId: 'listLogos',
        tags: ['Alerts'],
        summary: 'The trailer logos an alert may name',
        response: {
          200: schemas.answer(Type.Array(Type.String()), 'Names in lower case, in order.'),
          ...schemas.userErrors,
        },
      },
    },
    async () => listLogos(database),
  );
};
