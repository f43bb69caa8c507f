import { OrganizationParams } from '../../../contract/admin/organization.ts';
import { QuotaLimits, QuotaList } from '../../../contract/admin/quota.ts';
import { type QuotaLimits as Limits, readQuotas, replaceQuotas } from '../../../domain/quotas/quota-store.ts';
import { operatorAdmin, user } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Administration');

const errors = { 404: 'There is no such organization.' };

export const quotaRoutes: Route[] = [
  route('GET /quotas', {
    operationId: 'getQuotas',
    summary: "Get your organization's quotas and what is used of them",
    access: user({ token: 'either', apiKey: 'optional' }),
    success: { schema: QuotaList, description: 'Every quota.' },
    errors,
    handler: async ({ database, clock }, { caller }) => ({
      quotas: await readQuotas(database, caller.organization_id, clock.now()),
    }),
  }),
  route('GET /admin/organizations/:organization_id/quotas', {
    operationId: 'getOrganizationQuotas',
    summary: 'Get the quotas of an organization',
    access: operatorAdmin(),
    params: OrganizationParams,
    success: { schema: QuotaList, description: 'Every quota.' },
    errors,
    handler: async ({ database, clock }, { params }) => ({
      quotas: await readQuotas(database, params.organization_id, clock.now()),
    }),
  }),
  route('PUT /admin/organizations/:organization_id/quotas', {
    operationId: 'setOrganizationQuotas',
    summary: 'Set the quotas of an organization',
    description:
      'Replaces all limits: a quota that is missing or null gets its default. Effective immediately in every process, for images within a second. A limit below the current usage deletes nothing.',
    access: operatorAdmin(),
    audit: { action: 'quota.update', kind: 'change', object: ['organization', 'params.organization_id'] },
    params: OrganizationParams,
    body: QuotaLimits,
    example: { alerts: 1_000 },
    success: { schema: QuotaList, description: 'The new quotas.' },
    errors,
    handler: async ({ database, clock }, { params, body }) => {
      const given = Object.entries(body).filter(([, value]) => value !== null);
      await replaceQuotas(database, params.organization_id, Object.fromEntries(given) as Limits);
      return { quotas: await readQuotas(database, params.organization_id, clock.now()) };
    },
  }),
];
