import { OrganizationParams } from '../../../contract/admin/organization.ts';
import {
  CreateServiceUser,
  NewServiceUser,
  UpdateUser,
  User,
  UserList,
  UserParams,
} from '../../../contract/admin/user.ts';
import { sendPasswordReset } from '../../../domain/identity/account-passwords.ts';
import {
  changeUser,
  createServiceUser,
  getUser,
  revokeUserTokens,
  usersOf,
} from '../../../domain/identity/manage-users.ts';
import { resetTotp } from '../../../domain/identity/totp/enroll-totp.ts';
import { organizationAdmin } from '../../access.ts';
import { NO_ORGANIZATION, REJECTED } from '../../responses.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Administration');

const NOT_FOUND = { 400: REJECTED, 404: 'There is no such user, or it is not in your organization.' };
export const userRoutes: Route[] = [
  route('GET /admin/organizations/:organization_id/users', {
    operationId: 'listUsers',
    summary: 'List the users of an organization',
    access: organizationAdmin(),
    params: OrganizationParams,
    success: { schema: UserList, description: 'All users of the organization.' },
    errors: NO_ORGANIZATION,
    handler: async ({ database }, { params, actor }) => ({
      users: await usersOf(database, actor, params.organization_id),
    }),
  }),
  route('POST /admin/organizations/:organization_id/users', {
    operationId: 'createServiceUser',
    summary: 'Create a service user',
    description:
      'For programs. A service user signs in at `POST /auth/token` with an API key and its password, is exempt from single sign-on and one-time codes, and cannot be an administrator. People are invited instead.',
    access: organizationAdmin(),
    audit: { action: 'user.create', kind: 'change', object: ['user', 'response.user_id'] },
    params: OrganizationParams,
    body: CreateServiceUser,
    example: { name: 'camera-7', roles: ['image-ingest-endpoint'] },
    success: { status: 201, schema: NewServiceUser, description: 'The user and its password.' },
    errors: NO_ORGANIZATION,
    handler: ({ database, identity }, { params, body, actor }) =>
      createServiceUser(database, identity.passwords, actor, params.organization_id, body),
  }),
  route('GET /admin/users/:user_id', {
    operationId: 'getUser',
    summary: 'Get a user',
    access: organizationAdmin(),
    params: UserParams,
    success: { schema: User, description: 'The user.' },
    errors: NOT_FOUND,
    handler: ({ database }, { params, actor }) => getUser(database, actor, params.user_id),
  }),
  route('PATCH /admin/users/:user_id', {
    operationId: 'updateUser',
    summary: 'Change the roles of a user, or disable or enable it',
    description:
      'Effective immediately: open event streams end. An organization always keeps an enabled administrator.',
    access: organizationAdmin(),
    audit: { action: 'user.update', kind: 'change', object: ['user', 'params.user_id'] },
    params: UserParams,
    body: UpdateUser,
    example: { roles: ['external-api-get-all-company-alerts'] },
    success: { schema: User, description: 'The changed user.' },
    errors: NOT_FOUND,
    handler: ({ database }, { params, body, actor }) => changeUser(database, actor, params.user_id, body),
  }),
  route('POST /admin/users/:user_id/revoke-tokens', {
    operationId: 'revokeUserTokens',
    summary: 'Revoke all tokens of a user',
    access: organizationAdmin(),
    audit: { action: 'user.revoke-tokens', kind: 'change', object: ['user', 'params.user_id'] },
    params: UserParams,
    success: { schema: User, description: 'The user.' },
    errors: NOT_FOUND,
    handler: ({ database }, { params, actor }) => revokeUserTokens(database, actor, params.user_id),
  }),
  route('POST /admin/users/:user_id/reset-totp', {
    operationId: 'resetUserTotp',
    summary: 'Remove the one-time codes of a user who lost the device',
    description: 'All tokens of the user are revoked.',
    access: organizationAdmin(),
    audit: { action: 'user.reset-totp', kind: 'change', object: ['user', 'params.user_id'] },
    params: UserParams,
    success: { schema: User, description: 'The changed user.' },
    errors: NOT_FOUND,
    handler: ({ database }, { params, actor }) => resetTotp(database, actor, params.user_id),
  }),
  route('POST /admin/users/:user_id/reset-password', {
    operationId: 'resetUserPassword',
    summary: 'Send a user a link for a new password',
    description:
      'The link is only in the email. It can be used once within an hour, and the current password works until then.',
    access: organizationAdmin(),
    audit: { action: 'user.reset-password', kind: 'change', object: ['user', 'params.user_id'] },
    params: UserParams,
    success: { schema: User, description: 'The user.' },
    errors: { ...NOT_FOUND, 429: 'Too many links for this user.' },
    handler: ({ identity }, { params, actor }) => sendPasswordReset(identity, actor, params.user_id),
  }),
];
