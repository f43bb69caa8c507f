import Type from 'typebox';
import { createAlert } from '../../../domain/alerts/create-alert.ts';
import { user } from '../../access.ts';
import { bodyByHand } from '../../body-by-hand.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { CREATE_ROLES, callerOf } from './alert-access.ts';
import { CreatedAlert, criteria, settings, showCreated, timing } from './alert-schema.ts';

const { alert_type, disabled, alert_name, ...optional } = settings;

/** The document's view of the body; the domain checks it. */
const Body = Type.Object({
  email: Type.String({ format: 'email', description: 'The address that receives the results.' }),
  alert_type,
  disabled,
  alert_name,
  ...Type.Partial(Type.Object({ ...optional, ...criteria, ...timing })).properties,
});

export const createAlertRoute: Route = (app, { alerts }) => {
  app.post(
    '/alerts',
    {
      config: { access: user({ roles: CREATE_ROLES }) },
      schema: {
        operationId: 'createAlert',
        tags: ['Alerts'],
        summary: 'Create an alert',
        description:
          'It matches the sightings that fulfil all criteria given; without any it matches nothing. `notification_channels` is `["email"]` unless given. Unknown keys are passed over.',
        body: Body,
        response: {
          200: schemas.answer(CreatedAlert, 'The alert; keep its id to change it.'),
          400: schemas.answer(schemas.Problems, 'Fields are missing or not valid: all of them.'),
          413: schemas.answer(schemas.Detail, 'The body is larger than 1 MiB.'),
          415: schemas.answer(schemas.Detail, 'The body is not JSON by its type.'),
          ...schemas.userErrors,
        },
      },
      validatorCompiler: bodyByHand,
    },
    async ({ body, caller }) => {
      const { organization_id, user_id } = callerOf(caller);
      const owner = { organizationId: organization_id, userId: user_id };
      return showCreated(await createAlert(alerts.db, owner, body), body) as never;
    },
  );
};
