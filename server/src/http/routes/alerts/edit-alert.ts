import Type from 'typebox';
import { editAlert } from '../../../domain/alerts/edit-alert.ts';
import { user } from '../../access.ts';
import { bodyByHand } from '../../body-by-hand.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { EDIT_ROLES, scopeOf } from './alert-access.ts';
import { Alert, AlertParams, criteria, dates, places, settings, showAlert, timing } from './alert-schema.ts';

const Body = Type.Partial(
  Type.Object({ ...settings, ...criteria, ...places, ...dates, ...timing }, { additionalProperties: false }),
);

export const editAlertRoute: Route = (app, { alerts }) => {
  app.patch(
    '/alerts/:id',
    {
      config: { access: user({ roles: EDIT_ROLES }) },
      schema: {
        operationId: 'editAlert',
        tags: ['Alerts'],
        summary: 'Change an alert',
        description:
          'Only what is given changes; null takes a criterion away. The address cannot be changed. Unknown keys are refused.',
        params: AlertParams,
        body: Body,
        response: {
          200: schemas.answer(Alert, 'The alert as it is now.'),
          400: schemas.answer(schemas.Problems, 'Fields are unknown or not valid: all of them.'),
          404: schemas.answer(schemas.Detail, 'There is no such alert.'),
          413: schemas.answer(schemas.Detail, 'The body is larger than 1 MiB.'),
          415: schemas.answer(schemas.Detail, 'The body is not JSON by its type.'),
          ...schemas.userErrors,
        },
      },
      validatorCompiler: bodyByHand,
    },
    async ({ params, body, caller }) =>
      showAlert(await editAlert(alerts.db, scopeOf(caller), params.id, body)),
  );
};
