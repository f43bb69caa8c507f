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
import { REJECTED } from '../../responses.ts';
import { type Route, route } from '../../route.ts';

const NOT_FOUND = { 400: REJECTED, 404: 'There is no such organization, or it is not yours.' };

const TIMEZONE_PROBLEM = {
  type: 'value_error',
  loc: ['body', 'timezone'],
  msg: 'Must be an IANA time zone such as America/Chicago',
};

const create = route({
  method: 'POST',
  url: '/admin/organizations',
  operationId: 'createOrganization',
  tag: 'Administration',
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
});

const list = route({
  method: 'GET',
  url: '/admin/organizations',
  operationId: 'listOrganizations',
  tag: 'Administration',
  summary: 'List the organizations',
  description: 'For operators.',
  access: operatorAdmin(),
  success: { schema: OrganizationList, description: 'All organizations.' },
  handler: async ({ database }) => ({ organizations: await listOrganizations(database) }),
});

const get = route({
  method: 'GET',
  url: '/admin/organizations/:organization_id',
  operationId: 'getOrganization',
  tag: 'Administration',
  summary: 'Get an organization',
  access: organizationAdmin(),
  params: OrganizationParams,
  success: { schema: Organization, description: 'The organization.' },
  errors: NOT_FOUND,
  handler: ({ database }, { params, actor }) => getOrganization(database, actor, params.organization_id),
});

const update = route({
  method: 'PATCH',
  url: '/admin/organizations/:organization_id',
  operationId: 'updateOrganization',
  tag: 'Administration',
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
});

const updateSignInRules = route({
  method: 'PATCH',
  url: '/admin/organizations/:organization_id/sign-in',
  operationId: 'updateSignInRules',
  tag: 'Administration',
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
});

export const organizationRoutes: Route[] = [create, list, get, update, updateSignInRules];
