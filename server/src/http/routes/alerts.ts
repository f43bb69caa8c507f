import Type from 'typebox';
import {
  Alert,
  AlertCriteria,
  AlertParams,
  AlertRun,
  CreateAlert,
  CreatedAlert,
  EditAlert,
  EditedAlert,
  showAlert,
  showCreatedAlert,
  unknownKeys,
} from '../../contract/alert.ts';
import { type Criteria, NO_CRITERIA } from '../../contract/criteria.ts';
import { AlertMatches, AlertPreview, MatchesQuery, showMatchedSighting } from '../../contract/match.ts';
import type { Role } from '../../contract/roles.ts';
import { deleteAlert, findAlert, type Scope } from '../../domain/alerts/alert-store.ts';
import { runAlerts } from '../../domain/alerts/fire/fire-alert.ts';
import { listMatches } from '../../domain/alerts/list-matches.ts';
import { previewAlert } from '../../domain/alerts/preview/preview-alert.ts';
import { storeHistoryNow } from '../../domain/alerts/preview/store-history.ts';
import { alertNotFound, createAlert, editAlert, fieldProblems } from '../../domain/alerts/write-alert.ts';
import { listLogos } from '../../domain/logos/logos.ts';
import { AppError } from '../../lib/errors.ts';
import { type Caller, user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';
import { storedImages } from '../sighting-images.ts';

const route = routeOf('Alerts');

export const CREATE_ROLES: Role[] = ['admin', 'create-alert-endpoint'];
const EDIT_ROLES: Role[] = ['admin', 'edit-alert-endpoint'];
const RUN_ROLES: Role[] = ['admin', 'run-summary-alert'];
export const READ_ROLES: Role[] = [
  'admin',
  'external-api-get-alerts-endpoint',
  'external-api-get-all-company-alerts',
];

/** Users work with their own alerts; with the right role, with all of the organization. */
export function scopeOf({ organization_id, user_id, roles }: Caller): Scope {
  const isForAll = roles.includes('admin') || roles.includes('external-api-get-all-company-alerts');
  return { organizationId: organization_id, userId: isForAll ? null : user_id };
}

const NOT_FOUND = 'There is no such alert.';

export const alertRoutes: Route[] = [
  route('GET /logos', {
    operationId: 'listLogos',
    summary: 'List the trailer logos that an alert can name',
    access: user({ roles: CREATE_ROLES }),
    success: { schema: Type.Array(Type.String()), description: 'Names in lower case, sorted.' },
    handler: ({ database }) => listLogos(database),
  }),
  route('POST /alerts', {
    operationId: 'createAlert',
    summary: 'Create an alert',
    description:
      'An alert describes the trucks you want to be notified about. It matches the sightings that meet all of its criteria; an alert without criteria matches nothing. It notifies about images that are received after its creation. The newest 200 sightings of the last 30 days that fit are stored as silent matches. Unknown keys are ignored and listed in `warnings`. Chassis and container numbers are searched in the text read on the truck.',
    access: user({ roles: CREATE_ROLES }),
    audit: { action: 'alert.create', kind: 'change', object: ['alert', 'response.id'] },
    body: CreateAlert,
    example: {
      email: 'desk@company.example',
      alert_type: 'hot',
      disabled: false,
      alert_name: 'Stolen trailer T1001',
      notification_channels: ['email'],
      trailer_number: 'T1001',
    },
    success: { schema: CreatedAlert, description: 'The alert. Keep its id to edit it.' },
    isIdempotent: true,
    rules: ({ database }, { body }) => fieldProblems(database, body as Partial<Criteria>),
    handler: async ({ alerts }, { body, caller, request, once }) => {
      const { organization_id, user_id } = caller;
      let alertId = 0;
      const created = await once(alerts.db, async (db) => {
        const alert = await createAlert(db, organization_id, user_id, body, alerts.clock.now());
        alertId = alert.id;
        return showCreatedAlert(alert, request.body as object);
      });
      // After the commit: the history is read on other connections.
      await storeHistoryNow(alerts, { id: alertId, organization_id });
      return created;
    },
  }),
  route('POST /alerts/preview', {
    operationId: 'previewAlert',
    summary: 'Preview what criteria would have matched in the last 30 days',
    description:
      'Responds within a second: it counts up to 10,000 sightings and reports how far back it searched. Shows what an alert with these criteria would deliver.',
    access: user({ roles: CREATE_ROLES }),
    rate: 'expensive',
    audit: { action: 'alert.preview', kind: 'read', showsVehicles: true },
    body: AlertCriteria,
    example: { trailer_number: 'T1001' },
    success: { schema: AlertPreview, description: 'The preview.' },
    errors: { 429: 'Too many previews at once.' },
    rules: ({ database }, { body }) => fieldProblems(database, body as Partial<Criteria>),
    handler: async ({ alerts, ...services }, { body, caller, request }) => {
      const criteria = { ...NO_CRITERIA, ...body } as Criteria;
      const preview = await alerts.previews.run(
        caller.organization_id,
        () => previewAlert(alerts.db, criteria, alerts.clock.now()),
        () => new AppError('too_many', 'Too many previews at once. Retry shortly.', { retryAfterSeconds: 1 }),
      );
      const imagesOf = await storedImages(services, request, preview.newest);
      return {
        ...preview,
        ...unknownKeys(AlertCriteria, request.body as object),
        searched_from: preview.searched_from.toISOString(),
        newest: preview.newest.map((sighting) => showMatchedSighting(sighting, imagesOf(sighting))),
      };
    },
  }),
  route('POST /alerts/run', {
    operationId: 'runAlerts',
    summary: "Fire all of the user's active alerts now",
    description: 'Ignores schedule, cooldown and daily cap. An alert without new matches does not fire.',
    access: user({ roles: RUN_ROLES }),
    audit: { action: 'alert.run', kind: 'change' },
    isIdempotent: true,
    success: { schema: AlertRun, description: 'The alerts that fired.' },
    handler: ({ alerts }, { caller }) => runAlerts(alerts, caller.organization_id, caller.user_id),
  }),
  route('GET /alerts/:id', {
    operationId: 'getAlert',
    summary: 'Get an alert',
    access: user({ roles: READ_ROLES }),
    audit: { action: 'alert.read', kind: 'read', object: ['alert', 'params.id'], showsVehicles: true },
    params: AlertParams,
    success: { schema: Alert, description: 'The alert.' },
    errors: { 404: NOT_FOUND },
    handler: async ({ alerts }, { params, caller }) => {
      const alert = await findAlert(alerts.db, scopeOf(caller), params.id);
      if (!alert) throw alertNotFound();
      return showAlert(alert);
    },
  }),
  route('PATCH /alerts/:id', {
    operationId: 'editAlert',
    summary: 'Edit an alert',
    description:
      'Changes the supplied fields; null removes a criterion. `email` cannot be changed. Unknown keys are rejected.',
    access: user({ roles: EDIT_ROLES }),
    audit: { action: 'alert.update', kind: 'change', object: ['alert', 'params.id'] },
    params: AlertParams,
    body: EditAlert,
    example: { disabled: true },
    success: { schema: EditedAlert, description: 'The edited alert.' },
    errors: { 404: NOT_FOUND },
    rules: ({ database }, { body }) => fieldProblems(database, body as Partial<Criteria>),
    handler: async ({ alerts }, { params, body, caller }) => {
      const edited = await editAlert(alerts.db, scopeOf(caller), params.id, body, alerts.clock.now());
      return {
        ...showAlert(edited),
        insert_timestamp: edited.created_at.toISOString(),
        last_updated_timestamp: edited.updated_at.toISOString(),
      };
    },
  }),
  route('DELETE /alerts/:id', {
    operationId: 'deleteAlert',
    summary: 'Delete an alert and its matches',
    access: user({ roles: EDIT_ROLES }),
    audit: { action: 'alert.delete', kind: 'change', object: ['alert', 'params.id'] },
    params: AlertParams,
    success: { status: 204, description: 'Deleted.', schema: Type.Null() },
    errors: { 404: NOT_FOUND },
    handler: async ({ alerts }, { params, caller, reply }) => {
      if (!(await deleteAlert(alerts.db, scopeOf(caller), params.id))) throw alertNotFound();
      return reply.send();
    },
  }),
  route('GET /alerts/:id/matches', {
    operationId: 'listMatches',
    summary: 'List the matches of an alert with their deliveries, newest first',
    access: user({ roles: READ_ROLES }),
    audit: { action: 'match.list', kind: 'read', object: ['alert', 'params.id'], showsVehicles: true },
    params: AlertParams,
    query: MatchesQuery,
    success: { schema: AlertMatches, description: 'A page of matches.' },
    errors: { 404: NOT_FOUND },
    handler: async ({ alerts, ...services }, { params, query, caller, request }) => {
      const alert = await findAlert(alerts.db, scopeOf(caller), params.id);
      if (!alert) throw alertNotFound();
      const { page: number, page_size: size, match_id = null } = query;
      const page = await listMatches(alerts.db, alert, number, size, match_id);
      const imagesOf = await storedImages(
        services,
        request,
        page.matches.map(({ sighting }) => sighting),
      );
      const matches = page.matches.map(
        ({ matched_at, fired_at, silent_reason, corrected_at, sighting, ...match }) => ({
          match_id: match.match_id,
          matched_at: matched_at.toISOString(),
          fired_at: fired_at?.toISOString() ?? null,
          source: silent_reason === 'history' ? ('history' as const) : ('live' as const),
          is_silent: silent_reason !== null,
          silent_reason,
          corrected_at: corrected_at?.toISOString() ?? null,
          state: match.state,
          assignee: match.assignee,
          sighting: showMatchedSighting(sighting, imagesOf(sighting)),
          deliveries: match.deliveries,
        }),
      );
      return { matches, pagination: page.pagination };
    },
  }),
];
