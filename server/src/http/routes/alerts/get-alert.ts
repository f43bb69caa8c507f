import { noSuchAlert } from '../../../domain/alerts/edit-alert.ts';
import { findAlert } from '../../../domain/alerts/store.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { READ_ROLES, scopeOf } from './alert-access.ts';
import { Alert, AlertParams, showAlert } from './alert-schema.ts';

export const getAlertRoute: Route = (app, { alerts }) => {
  app.get(
    '/alerts/:id',
    {
      config: { access: user({ roles: READ_ROLES }) },
      schema: {
        operationId: 'getAlert',
        tags: ['Alerts'],
        summary: 'One alert',
        params: AlertParams,
        response: {
          200: schemas.answer(Alert, 'The alert.'),
          400: schemas.answer(schemas.Problems, 'The id is not a number.'),
          404: schemas.answer(schemas.Detail, 'There is no such alert.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, caller }) => {
      const alert = await findAlert(alerts.db, scopeOf(caller), params.id);
      if (!alert) throw noSuchAlert();
      return showAlert(alert);
    },
  );
};
