import Type from 'typebox';
import { noSuchAlert } from '../../../domain/alerts/edit-alert.ts';
import { listMatches } from '../../../domain/alerts/list-matches.ts';
import { findAlert } from '../../../domain/alerts/store.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { READ_ROLES, scopeOf } from './alert-access.ts';
import { AlertParams } from './alert-schema.ts';
import { Sighting, showSighting } from './sighting-schema.ts';

const moment = schemas.nullable(Type.String({ format: 'date-time' }));
const Delivery = Type.Object(
  {
    channel: Type.String({ enum: ['email', 'webhook'] }),
    target: Type.String({ description: 'The address or URL it goes to.' }),
    state: Type.String({ examples: ['delivered'] }),
    attempts: Type.Integer(),
    delivered_at: moment,
  },
  { additionalProperties: false },
);
const Match = Type.Object(
  {
    match_id: Type.Integer(),
    matched_at: Type.String({ format: 'date-time' }),
    fired_at: { ...moment, description: 'Null while it waits for the next firing.' },
    sighting: Sighting,
    deliveries: Type.Array(Delivery),
  },
  { additionalProperties: false },
);
const Matches = Type.Object(
  { matches: Type.Array(Match), pagination: schemas.Pagination },
  { additionalProperties: false },
);
const Query = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: 200, default: 100 }),
});

export const listMatchesRoute: Route = (app, { alerts }) => {
  app.get(
    '/alerts/:id/matches',
    {
      config: { access: user({ roles: READ_ROLES }) },
      schema: {
        operationId: 'listMatches',
        tags: ['Alerts'],
        summary: 'What an alert matched, newest first, with its deliveries',
        params: AlertParams,
        querystring: Query,
        response: {
          200: schemas.answer(Matches, 'A page of matches, each with the sighting as it stood.'),
          400: schemas.answer(schemas.Problems, 'The id or the page is not valid.'),
          404: schemas.answer(schemas.Detail, 'There is no such alert.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, query, caller }) => {
      const alert = await findAlert(alerts.db, scopeOf(caller), params.id);
      if (!alert) throw noSuchAlert();
      const found = await listMatches(alerts.db, alerts.readDeliveries, alert, query.page, query.page_size);
      const matches = found.matches.map(({ match_id, matched_at, fired_at, sighting, deliveries }) => ({
        match_id,
        matched_at: matched_at.toISOString(),
        fired_at: fired_at?.toISOString() ?? null,
        sighting: showSighting(sighting),
        deliveries,
      }));
      return { matches, pagination: found.pagination };
    },
  );
};
