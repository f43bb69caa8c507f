import Type from 'typebox';
import { listAlerts } from '../../../domain/alerts/store.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { READ_ROLES, scopeOf } from './alert-access.ts';
import { Alert, showAlert } from './alert-schema.ts';

const Alerts = Type.Object({ alerts: Type.Array(Alert) }, { additionalProperties: false });

export const listAlertsRoute: Route = (app, { alerts }) => {
  app.get(
    '/alerts',
    {
      config: { access: user({ roles: READ_ROLES }) },
      schema: {
        operationId: 'listAlerts',
        tags: ['Alerts'],
        summary: "One's own alerts, or the company's, newest first",
        description:
          "The company's with `external-api-get-all-company-alerts` or `admin`, one's own with `external-api-get-alerts-endpoint`.",
        response: { 200: schemas.answer(Alerts, 'The alerts.'), ...schemas.userErrors },
      },
    },
    async ({ caller }) => ({ alerts: (await listAlerts(alerts.db, scopeOf(caller))).map(showAlert) }),
  );
};
