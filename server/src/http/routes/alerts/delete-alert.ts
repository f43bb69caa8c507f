import Type from 'typebox';
import { noSuchAlert } from '../../../domain/alerts/edit-alert.ts';
import { deleteAlert } from '../../../domain/alerts/store.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { EDIT_ROLES, scopeOf } from './alert-access.ts';
import { AlertParams } from './alert-schema.ts';

export const deleteAlertRoute: Route = (app, { alerts }) => {
  app.delete(
    '/alerts/:id',
    {
      config: { access: user({ roles: EDIT_ROLES }) },
      schema: {
        operationId: 'deleteAlert',
        tags: ['Alerts'],
        summary: 'Delete an alert and what it matched',
        params: AlertParams,
        response: {
          204: schemas.answer(Type.Null(), 'It is gone.'),
          400: schemas.answer(schemas.Problems, 'The id is not a number.'),
          404: schemas.answer(schemas.Detail, 'There is no such alert.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, caller }, reply) => {
      if (!(await deleteAlert(alerts.db, scopeOf(caller), params.id))) throw noSuchAlert();
      return reply.code(204).send(null);
    },
  );
};
