import Type from 'typebox';
import {
  CreatedMismatches,
  CreateMismatches,
  changedValues,
  createMismatchProblems,
  MismatchesQuery,
  MismatchObservation,
  MismatchObservations,
  MismatchParams,
  mismatchEditProblems,
  UpdateMismatch,
  watchedIn,
} from '../../../contract/brokers/mismatch.ts';
import {
  deleteMismatch,
  insertMismatches,
  type MismatchRow,
  mismatchNotFound,
  pageMismatches,
  updateMismatch,
} from '../../../domain/alerts/mismatch/mismatch-store.ts';
import { type Caller, user } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Brokers');
const access = user({ roles: ['admin', 'external-api-mismatch-observations'] });

const show = ({ organization_id: _, alert_name, last_run_at, ...observation }: MismatchRow) => ({
  ...observation,
  alert_name: alert_name ?? '',
  ...(last_run_at && { last_run_at }),
});
const ownerOf = ({ organization_id: organizationId, user_id: userId, email }: Caller) => ({
  ...{ organizationId, userId, email },
});

export const mismatchRoutes: Route[] = [
  route('POST /mismatch-observations', {
    operationId: 'createMismatchObservations',
    summary: 'Watch for trucks that show a number together with the number, name or logo of someone else',
    description:
      'One observation for each number and each pair. Notifications are those of hot alerts: every webhook of the organization, and an email to the user who created it.',
    access,
    audit: { action: 'mismatch.create', kind: 'change' },
    errorForm: 'text',
    body: CreateMismatches,
    example: { pairs: [{ mc: '700700', usdot: '1234567' }], logos: ['halvo'], alert_name: 'Our numbers' },
    success: { status: 201, schema: CreatedMismatches, description: 'How many were created.' },
    isIdempotent: true,
    rules: (_services, { body }) => createMismatchProblems(body),
    handler: ({ alerts }, { body, caller, once }) => {
      const watched = watchedIn(body);
      return once(alerts.db, async (db) => {
        await insertMismatches(db, ownerOf(caller), body.alert_name || null, watched, alerts.clock.now());
        const { length: created } = watched;
        return {
          message: `Created ${created} mismatch observation${created === 1 ? '' : 's'}.`,
          data: { created },
        };
      });
    },
  }),
  route('GET /mismatch-observations', {
    operationId: 'listMismatchObservations',
    summary: "List the organization's mismatch observations, newest first",
    access,
    audit: { action: 'mismatch.list', kind: 'read' },
    errorForm: 'text',
    query: MismatchesQuery,
    success: { schema: MismatchObservations, description: 'A page of observations.' },
    handler: async ({ alerts }, { query, caller }) => {
      const { page, page_size } = query;
      const found = await pageMismatches(alerts.db, caller.organization_id, { page, pageSize: page_size });
      return { mismatch_observations: found.observations.map(show), page, page_size, total: found.total };
    },
  }),
  route('PATCH /mismatch-observations/:observation_id', {
    operationId: 'updateMismatchObservation',
    summary: 'Change or disable a mismatch observation',
    description:
      'Changes the supplied fields; null or an empty text clears one. One of the two numbers must be left.',
    access,
    audit: { action: 'mismatch.update', kind: 'change', object: ['mismatch', 'params.observation_id'] },
    errorForm: 'text',
    params: MismatchParams,
    body: UpdateMismatch,
    example: { is_disabled: true },
    success: { schema: MismatchObservation, description: 'The changed observation.' },
    errors: {
      403: 'The user lacks the permission, or the observation belongs to another customer.',
      404: 'There is no such observation.',
    },
    rules: (_services, { body }) => mismatchEditProblems(body),
    handler: async ({ alerts }, { params, body, caller }) =>
      show(
        await updateMismatch(
          ...([alerts.db, ownerOf(caller), params.observation_id] as const),
          ...([changedValues(body), alerts.clock.now()] as const),
        ),
      ),
  }),
  route('DELETE /mismatch-observations/:observation_id', {
    operationId: 'deleteMismatchObservation',
    summary: 'Delete a mismatch observation and its matches',
    access,
    audit: { action: 'mismatch.delete', kind: 'change', object: ['mismatch', 'params.observation_id'] },
    errorForm: 'text',
    params: MismatchParams,
    success: { status: 204, description: 'Deleted.', schema: Type.Null() },
    errors: { 404: 'There is no such observation, or it belongs to another customer.' },
    // The reference has no 400 here.
    reject: mismatchNotFound,
    handler: async ({ alerts }, { params, caller, reply }) => {
      await deleteMismatch(alerts.db, caller.organization_id, params.observation_id);
      return reply.send();
    },
  }),
];
