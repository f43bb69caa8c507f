import {
  CreateOrganization,
  NewOrganization,
  Organization,
  OrganizationList,
  OrganizationParams,
  UpdateOrganization,
  UpdateSignInRules,
} from '../../../contract/admin/organization.ts';
import {
  addOrganization,
  changeOrganization,
  changeSignInRules,
  isTimezone,
} from '../../../domain/identity/manage-organizations.ts';
import { getOrganization, listOrganizations } from '../../../domain/identity/organization-store.ts';
import { operatorAdmin, organizationAdmin } from '../../access.ts';
import { NO_ORGANIZATION, REJECTED } from '../../responses.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Administration');

const NOT_FOUND = { 400: REJECTED, ...NO_ORGANIZATION };

const TIMEZONE_PROBLEM = {
  type: 'value_error',
  loc: ['body', 'timezone'],
  msg: 'Must be an IANA time zone such as America/Chicago',
};

export const organizationRoutes: Route[] = [
  route('POST /admin/organizations', {
    operationId: 'createOrganization',
    summary: 'Create an organization',
    description: 'For operators. Returns the first API key, which is not shown again.',
    access: operatorAdmin(),
    audit: {
      action: 'organization.create',
      kind: 'change',
      object: ['organization', 'response.organization_id'],
    },
    body: CreateOrganization,
    example: { name: 'Northern Freight', kind: 'broker', timezone: 'America/Chicago' },
    success: { status: 201, schema: NewOrganization, description: 'The organization and its first API key.' },
    rules: (_services, { body: { timezone } }) =>
      timezone === undefined || isTimezone(timezone) ? [] : [{ ...TIMEZONE_PROBLEM, input: timezone }],
    handler: ({ database }, { body, actor }) => addOrganization(database, actor, body),
  }),
  route('GET /admin/organizations', {
    operationId: 'listOrganizations',
    summary: 'List the organizations',
    description: 'For operators.',
    access: operatorAdmin(),
    success: { schema: OrganizationList, description: 'All organizations.' },
    handler: async ({ database }) => ({ organizations: await listOrganizations(database) }),
  }),
  route('GET /admin/organizations/:organization_id', {
    operationId: 'getOrganization',
    summary: 'Get an organization',
    access: organizationAdmin(),
    params: OrganizationParams,
    success: { schema: Organization, description: 'The organization.' },
    errors: NOT_FOUND,
    handler: ({ database }, { params, actor }) => getOrganization(database, actor, params.organization_id),
  }),
  route('PATCH /admin/organizations/:organization_id', {
    operationId: 'updateOrganization',
    summary: 'Rename, disable or enable an organization, or change its licenses and email domains',
    description: 'For operators.',
    access: operatorAdmin(),
    audit: {
      action: 'organization.update',
      kind: 'change',
      object: ['organization', 'params.organization_id'],
    },
    params: OrganizationParams,
    body: UpdateOrganization,
    example: { name: 'Northern Freight' },
    success: { schema: Organization, description: 'The changed organization.' },
    errors: NOT_FOUND,
    handler: ({ database }, { params, body, actor }) =>
      changeOrganization(database, actor, params.organization_id, body),
  }),
  route('PATCH /admin/organizations/:organization_id/sign-in', {
    operationId: 'updateSignInRules',
    summary: 'Require single sign-on or one-time codes',
    description:
      'Applies to people, not to service users. Single sign-on can be required after an administrator has signed in with it. Requiring it ends the sessions of all people.',
    access: organizationAdmin(),
    audit: {
      action: 'organization.update-sign-in',
      kind: 'change',
      object: ['organization', 'params.organization_id'],
    },
    params: OrganizationParams,
    body: UpdateSignInRules,
    example: { require_totp: true },
    success: { schema: Organization, description: 'The changed organization.' },
    errors: NOT_FOUND,
    handler: ({ database }, { params, body, actor }) =>
      changeSignInRules(database, actor, params.organization_id, body),
  }),
];
