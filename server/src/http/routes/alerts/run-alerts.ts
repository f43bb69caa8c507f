import Type from 'typebox';
import { runAlerts } from '../../../domain/alerts/fire/run-alerts.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { callerOf, RUN_ROLES } from './alert-access.ts';

const Fired = Type.Object(
  {
    fired: Type.Array(
      Type.Object({ alert_id: Type.Integer(), matches: Type.Integer() }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);

export const runAlertsRoute: Route = (app, { alerts }) => {
  app.post(
    '/alerts/run',
    {
      config: { access: user({ roles: RUN_ROLES }) },
      schema: {
        operationId: 'runAlerts',
        tags: ['Alerts'],
        summary: "Fire all of one's own active alerts now",
        description: 'Whatever the hour, cooldown or cap; an alert without new matches stays silent.',
        response: { 200: schemas.answer(Fired, 'Those that fired.'), ...schemas.userErrors },
      },
    },
    async ({ caller }) => {
      const { organization_id, user_id } = callerOf(caller);
      return runAlerts(alerts, organization_id, user_id);
    },
  );
};
