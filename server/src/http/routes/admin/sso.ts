import { Done } from '../../../contract/admin/account.ts';
import { OrganizationParams } from '../../../contract/admin/organization.ts';
import { SetSsoConnection, SsoConnection } from '../../../contract/admin/sso.ts';
import {
  getConnection,
  removeConnection,
  setConnection,
} from '../../../domain/identity/sso/sso-connections.ts';
import { organizationAdmin } from '../../access.ts';
import { REJECTED } from '../../responses.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Administration');

const NOT_FOUND = { 400: REJECTED, 404: 'There is no such organization or connection, or it is not yours.' };
const url = '/admin/organizations/:organization_id/sso';

export const ssoConnectionRoutes: Route[] = [
  route(`GET ${url}`, {
    operationId: 'getSsoConnection',
    summary: "Get the connection to an organization's identity provider",
    access: organizationAdmin(),
    params: OrganizationParams,
    success: { schema: SsoConnection, description: 'The connection, without its secret.' },
    errors: NOT_FOUND,
    handler: ({ database }, { params, actor }) => getConnection(database, actor, params.organization_id),
  }),
  route(`POST ${url}`, {
    operationId: 'setSsoConnection',
    summary: "Set the connection to an organization's identity provider",
    description:
      'Replaces all settings. The issuer is contacted and must publish a valid OpenID Connect configuration. The operator assigns the email domains.',
    access: organizationAdmin(),
    audit: { action: 'sso.update', kind: 'change', object: ['organization', 'params.organization_id'] },
    params: OrganizationParams,
    body: SetSsoConnection,
    example: {
      issuer: 'https://login.example.com',
      client_id: 'milepost',
      client_secret: 'from the provider',
      creates_users: true,
    },
    success: { schema: SsoConnection, description: 'The connection, without its secret.' },
    errors: NOT_FOUND,
    handler: ({ identity }, { params, body, actor }) =>
      setConnection(identity, actor, params.organization_id, body),
  }),
  route(`DELETE ${url}`, {
    operationId: 'removeSsoConnection',
    summary: "Remove the connection to an organization's identity provider",
    access: organizationAdmin(),
    audit: { action: 'sso.remove', kind: 'change', object: ['organization', 'params.organization_id'] },
    params: OrganizationParams,
    success: { schema: Done, description: 'The connection is removed.' },
    errors: NOT_FOUND,
    handler: async ({ database }, { params, actor }) => {
      await removeConnection(database, actor, params.organization_id);
      return { message: 'Single sign-on is removed.' };
    },
  }),
];
