import {
  ApiKey,
  ApiKeyList,
  ApiKeyParams,
  CreateApiKey,
  NewApiKey,
} from '../../../contract/admin/api-key.ts';
import { OrganizationParams } from '../../../contract/admin/organization.ts';
import { apiKeysOf, createApiKey, revokeApiKey } from '../../../domain/identity/manage-api-keys.ts';
import { organizationAdmin } from '../../access.ts';
import { NO_ORGANIZATION } from '../../responses.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Administration');

export const apiKeyRoutes: Route[] = [
  route('POST /admin/organizations/:organization_id/keys', {
    operationId: 'createApiKey',
    summary: 'Create an API key',
    access: organizationAdmin(),
    audit: { action: 'key.create', kind: 'change', object: ['api_key', 'response.api_key_id'] },
    params: OrganizationParams,
    body: CreateApiKey,
    example: { name: 'camera-7' },
    success: { status: 201, schema: NewApiKey, description: 'The key, which is not shown again.' },
    errors: NO_ORGANIZATION,
    handler: ({ identity }, { params, body, actor }) =>
      createApiKey(identity, actor, params.organization_id, body),
  }),
  route('GET /admin/organizations/:organization_id/keys', {
    operationId: 'listApiKeys',
    summary: 'List the API keys of an organization',
    access: organizationAdmin(),
    params: OrganizationParams,
    success: { schema: ApiKeyList, description: 'All keys, with their first characters and last use.' },
    errors: NO_ORGANIZATION,
    handler: async ({ database }, { params, actor }) => ({
      api_keys: await apiKeysOf(database, actor, params.organization_id),
    }),
  }),
  route('DELETE /admin/organizations/:organization_id/keys/:api_key_id', {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Effective immediately.',
    access: organizationAdmin(),
    audit: { action: 'key.revoke', kind: 'change', object: ['api_key', 'params.api_key_id'] },
    params: ApiKeyParams,
    success: { schema: ApiKey, description: 'The revoked key.' },
    errors: { 404: 'There is no such key, or it is not of your organization.' },
    handler: ({ database }, { params, actor }) =>
      revokeApiKey(database, actor, params.organization_id, params.api_key_id),
  }),
];
