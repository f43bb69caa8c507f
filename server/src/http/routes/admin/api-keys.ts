import {
  ApiKey,
  ApiKeyList,
  ApiKeyParams,
  CreateApiKey,
  NewApiKey,
} from '../../../contract/admin/api-key.ts';
import { OrganizationParams } from '../../../contract/admin/organization.ts';
import { apiKeysOf, createApiKey, revokeApiKey } from '../../../domain/identity/admin/keys.ts';
import { isoDates } from '../../../lib/iso-dates.ts';
import { organizationAdmin } from '../../access.ts';
import { actorOf } from '../../actor.ts';
import { type Route, route } from '../../route.ts';

const NO_ORGANIZATION = { 404: 'There is no such organization, or it is not yours.' };

const create = route({
  method: 'POST',
  url: '/admin/organizations/:organization_id/keys',
  operationId: 'createApiKey',
  tag: 'Administration',
  summary: 'Create an API key',
  access: organizationAdmin(),
  audit: { action: 'key.create', kind: 'change', object: ['api_key', 'response.api_key_id'] },
  params: OrganizationParams,
  body: CreateApiKey,
  example: { name: 'camera-7' },
  success: { status: 201, schema: NewApiKey, description: 'The key, which is not shown again.' },
  errors: NO_ORGANIZATION,
  handler: async ({ identity }, { params, body, caller, request, reply }) => {
    const created = await createApiKey(identity, actorOf(caller, request), {
      organizationId: params.organization_id,
      name: body.name,
      expiresAt: body.expires_at ?? null,
    });
    reply.code(201);
    return isoDates(created);
  },
});

const list = route({
  method: 'GET',
  url: '/admin/organizations/:organization_id/keys',
  operationId: 'listApiKeys',
  tag: 'Administration',
  summary: 'List the API keys of an organization',
  access: organizationAdmin(),
  params: OrganizationParams,
  success: { schema: ApiKeyList, description: 'All keys, with their first characters and last use.' },
  errors: NO_ORGANIZATION,
  handler: async ({ database }, { params, caller, request }) => {
    const keys = await apiKeysOf(database, actorOf(caller, request), params.organization_id);
    return { api_keys: keys.map(isoDates) };
  },
});

const revoke = route({
  method: 'DELETE',
  url: '/admin/organizations/:organization_id/keys/:api_key_id',
  operationId: 'revokeApiKey',
  tag: 'Administration',
  summary: 'Revoke an API key',
  description: 'Effective immediately.',
  access: organizationAdmin(),
  audit: { action: 'key.revoke', kind: 'change', object: ['api_key', 'params.api_key_id'] },
  params: ApiKeyParams,
  success: { schema: ApiKey, description: 'The revoked key.' },
  errors: { 404: 'There is no such key, or it is not of your organization.' },
  handler: async ({ database }, { params, caller, request }) =>
    isoDates(
      await revokeApiKey(database, actorOf(caller, request), params.organization_id, params.api_key_id),
    ),
});

export const apiKeyRoutes: Route[] = [create, list, revoke];
