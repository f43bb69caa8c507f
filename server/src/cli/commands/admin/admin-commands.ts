import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ApiKey, NewApiKey } from '../../../contract/admin/api-key.ts';
import type { PrivacySettings } from '../../../contract/admin/audit.ts';
import type { Invitation, NewInvitation } from '../../../contract/admin/invitation.ts';
import type { NewOrganization, Organization } from '../../../contract/admin/organization.ts';
import type { SsoConnection } from '../../../contract/admin/sso.ts';
import type { User } from '../../../contract/admin/user.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { QuotaState } from '../../../domain/quotas/quota-store.ts';
import { AppError } from '../../../lib/errors.ts';
import { textTable } from '../../../lib/text-table.ts';
import { type Command, json, required, text, type Values } from '../../command.ts';
import { createUserWithPassword, listAllUsers, setDailyTime, setOneQuota } from './cli-operations.ts';
import { type OperationCommand, operationCommand } from './operation-command.ts';

const MAX_PASSWORD_INPUT = 10_000;

/** Commands that run operations of the API, in the order of the help. */
const OPERATION_COMMANDS: Record<string, OperationCommand> = {
  'org create': {
    operation: 'createOrganization',
    summary: 'Create an organization and show its first API key, once',
    show: ({ organization_id, name, kind, timezone, api_key }: NewOrganization) =>
      `Organization ${organization_id}: ${name} (${kind}, ${timezone})\nAPI key, not shown again: ${api_key}`,
  },
  'org list': {
    operation: 'listOrganizations',
    show: rows<Organization>('organizations', {
      id: 'organization_id',
      name: 'name',
      kind: 'kind',
      'time zone': 'timezone',
      state: ({ disabled_at }) => (disabled_at ? 'disabled' : 'active'),
      created: 'created_at',
    }),
  },
  'org update': {
    operation: 'updateOrganization',
    second: 'updateSignInRules',
    summary: 'Change the name, the licensed roles, the email domains or the sign-in rules of an organization',
    operands: ['organization_id'],
    options: ['name', 'licensed_roles', 'email_domains', 'require_sso', 'require_totp'],
    show: (changed: Organization) =>
      [
        `Organization ${changed.organization_id}: ${changed.name} (${changed.kind})`,
        `Licensed roles: ${changed.licensed_roles.join(', ') || 'none'}`,
        `Email domains: ${changed.email_domains.join(', ') || 'none'}`,
        `Single sign-on: ${changed.require_sso ? 'required' : 'optional'}`,
        `One-time codes: ${changed.require_totp ? 'required' : 'optional'}`,
      ].join('\n'),
  },
  'org disable': {
    operation: 'updateOrganization',
    summary: 'Disable an organization; its API keys and tokens stop working immediately',
    action: 'organization.disable',
    operands: ['organization_id'],
    options: [],
    fields: { disabled: true },
    show: ({ organization_id, name }: Organization) =>
      `Organization ${organization_id} (${name}) is disabled.`,
  },
  'org enable': {
    operation: 'updateOrganization',
    summary: 'Enable a disabled organization',
    action: 'organization.enable',
    operands: ['organization_id'],
    options: [],
    fields: { disabled: false },
    show: ({ organization_id, name }: Organization) =>
      `Organization ${organization_id} (${name}) is enabled.`,
  },
  'org retention': {
    operation: 'updateOrganizationPrivacy',
    summary: "Set how many days an organization's images are kept",
    options: ['organization_id', 'image_retention_days'],
    required: ['image_retention_days'],
    flags: { image_retention_days: 'days' },
    show: ({ organization_id, image_retention_days: days }: PrivacySettings) =>
      `Images of organization ${organization_id} are kept for ${days} days.`,
  },
  'org privacy': {
    operation: 'updateOrganizationPrivacy',
    summary: 'Set how long data of an organization is kept, and whether its users must state a purpose',
    show: ({ organization_id, image_retention_days, ...settings }: PrivacySettings) => {
      const { sighting_retention_days: days, purpose_required: isRequired } = settings;
      return [
        `Images of organization ${organization_id} are kept for ${image_retention_days} days.`,
        `Sightings are kept ${days === null ? 'without limit' : `for ${days} days`}.`,
        `A purpose is ${isRequired ? 'required' : 'optional'}.`,
      ].join('\n');
    },
  },
  'org morning': {
    operation: setDailyTime,
    operands: ['organization_id', 'morning'],
    show: (_result, { organization_id, morning }) =>
      `Daily alerts of organization ${organization_id} are sent at ${morning}.`,
  },
  'quota list': {
    operation: 'getOrganizationQuotas',
    summary: "List an organization's quotas and what is used of them",
    show: rows<QuotaState>('quotas', {
      quota: 'name',
      used: 'used',
      limit: 'limit',
      '': ({ is_default }) => (is_default ? '' : 'changed'),
      resets: 'resets_at',
    }),
  },
  'quota set': {
    operation: setOneQuota,
    show: ({ name, limit }: QuotaState, { organization_id }) =>
      `The quota ${name} of organization ${organization_id} is ${limit}.`,
  },
  'key create': {
    operation: 'createApiKey',
    summary: 'Create an API key and show it, once',
    fields: { name: 'unnamed' },
    show: ({ api_key_id, api_key }: NewApiKey) => `API key ${api_key_id}, not shown again: ${api_key}`,
  },
  'key list': {
    operation: 'listApiKeys',
    summary: "List an organization's API keys by their first characters",
    show: rows<ApiKey>('api_keys', {
      id: 'api_key_id',
      key: ({ hint }) => `${hint}…`,
      name: 'name',
      created: 'created_at',
      'last used': ({ last_used_at }) => last_used_at ?? 'never',
      expires: ({ expires_at }) => expires_at ?? 'never',
      revoked: 'revoked_at',
    }),
  },
  'key revoke': {
    operation: 'revokeApiKey',
    summary: 'Revoke an API key, effective immediately in every process',
    operands: ['api_key_id'],
    show: ({ api_key_id, hint }: ApiKey) => `API key ${api_key_id} (${hint}…) is revoked.`,
  },
  'user create': {
    operation: createUserWithPassword,
    options: ['organization_id', 'email', 'password', 'roles'],
    fields: { password: '', roles: [] },
    further: {
      options: {
        'password-stdin': { type: 'boolean', meaning: 'read the password from standard input' },
        service: { type: 'boolean', meaning: 'a program: exempt from single sign-on and one-time codes' },
      },
      read: async ({ stdin }, values) => ({
        kind: values.service ? 'service' : 'person',
        password: await readPassword(values, stdin),
      }),
    },
    show: ({ user_id, email, organization_id, roles }: User) =>
      `User ${user_id}: ${email}, organization ${organization_id}, roles: ${roles.join(', ') || 'none'}`,
  },
  'user list': {
    operation: listAllUsers,
    show: rows<User>('users', {
      id: 'user_id',
      organization: 'organization_id',
      email: 'email',
      state: ({ disabled_at }) => (disabled_at ? 'disabled' : 'active'),
      'last sign-in': ({ last_sign_in_at }) => last_sign_in_at ?? 'never',
      roles: 'roles',
    }),
  },
  'user invite': {
    operation: 'createInvitation',
    summary: 'Invite a person by email; also prints the link, which can be used once',
    fields: { roles: [] },
    usesSecrets: true,
    show: ({ invitation_id, email, expires_at, link }: NewInvitation) =>
      `Invitation ${invitation_id} for ${email}, sent by email.\nLink, valid until ${expires_at.toISOString()}: ${link}`,
  },
  'user roles': {
    operation: 'updateUser',
    summary: 'Replace the roles of a user',
    action: 'user.roles',
    operands: ['user_id'],
    options: ['roles'],
    required: ['roles'],
    show: changedUser(({ roles }) => `has the roles: ${roles.join(', ') || 'none'}`),
  },
  'user disable': {
    operation: 'updateUser',
    summary: 'Disable a user; its tokens stop working immediately',
    action: 'user.disable',
    operands: ['user_id'],
    options: [],
    fields: { disabled: true },
    show: changedUser(() => 'is disabled'),
  },
  'user enable': {
    operation: 'updateUser',
    summary: 'Enable a disabled user',
    action: 'user.enable',
    operands: ['user_id'],
    options: [],
    fields: { disabled: false },
    show: changedUser(() => 'is enabled'),
  },
  'user revoke-tokens': {
    operation: 'revokeUserTokens',
    operands: ['user_id'],
    show: changedUser(() => 'has no valid tokens now'),
  },
  'user reset-totp': {
    operation: 'resetUserTotp',
    operands: ['user_id'],
    show: changedUser(() => 'signs in without one-time codes now'),
  },
  'invitation list': {
    operation: 'listInvitations',
    show: rows<Invitation>('invitations', {
      id: 'invitation_id',
      email: 'email',
      state: stateOf,
      expires: 'expires_at',
      roles: 'roles',
    }),
  },
  'invitation revoke': {
    operation: 'revokeInvitation',
    operands: ['invitation_id'],
    show: (invitation: Invitation) =>
      `Invitation ${invitation.invitation_id} (${invitation.email}): ${stateOf(invitation)}.`,
  },
  'sso set': {
    operation: 'setSsoConnection',
    summary: "Set the connection to an organization's identity provider from a JSON file",
    options: ['organization_id'],
    further: {
      options: {
        file: {
          type: 'string',
          value: 'path',
          meaning: 'the body of POST /admin/organizations/{id}/sso',
          required: true,
        },
      },
      read: (_context, values) => readJson(required(values, 'file')),
    },
    usesSecrets: true,
    show: ({ organization_id, issuer, client_id }: SsoConnection) =>
      `Organization ${organization_id} signs in at ${issuer} (client ${client_id}).`,
  },
  'sso show': {
    operation: 'getSsoConnection',
    summary: "Show the connection to an organization's identity provider, without the secret",
    show: (connection: SsoConnection) =>
      Object.entries(connection)
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
        .join('\n'),
  },
  'sso remove': {
    operation: 'removeSsoConnection',
    show: (_result, { organization_id }) => `Organization ${organization_id} has no identity provider.`,
    showJson: ({ organization_id }) => ({ organization_id }),
  },
};

const roleList: Command = {
  name: 'role list',
  audit: { none: 'Changes nothing.' },
  summary: 'List the roles and what each permits; admin does not include the data roles',
  options: { json },
  async run(context, values) {
    const roles = Object.entries(ROLES).map(([role, opens]) => ({ role, opens }));
    if (values.json) return context.printJson({ roles });
    context.print(textTable(['role', 'permits'], Object.entries(ROLES)));
    context.print(
      '\nadmin does not open gated data: add the carrier-observations-* and external-api-carrier-* roles.',
    );
    context.print('milepost user create --roles all assigns every role.');
  },
};

export const adminCommands: Command[] = [
  ...Object.entries(OPERATION_COMMANDS).map(([name, command]) => operationCommand(name, command)),
  roleList,
];

type Column<Row> = (keyof Row & string) | ((row: Row) => unknown);

/** Shows the rows of a list: columns by their headings. */
function rows<Row>(list: string, columns: Record<string, Column<Row>>) {
  return (result: Record<string, Row[]>): string => {
    const cells = (row: Row) =>
      Object.values(columns).map((column) => cell(typeof column === 'string' ? row[column] : column(row)));
    return textTable(Object.keys(columns), (result[list] ?? []).map(cells));
  };
}

function cell(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

function changedUser(done: (user: User) => string) {
  return (user: User): string => `User ${user.user_id} (${user.email}) ${done(user)}.`;
}

function stateOf({ accepted_at, revoked_at, expires_at }: Invitation): string {
  if (accepted_at) return 'accepted';
  if (revoked_at) return 'revoked';
  return expires_at < new Date() ? 'expired' : 'pending';
}

async function readPassword(values: Values, stdin: Readable): Promise<string> {
  const password = text(values, 'password');
  if (password !== undefined) return password;
  if (!values['password-stdin'])
    throw new AppError('invalid', 'Specify the password with --password-stdin or --password.');
  let input = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    input += chunk;
    if (input.length > MAX_PASSWORD_INPUT) break;
  }
  return input.replace(/\r?\n$/, '');
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new AppError('invalid', `${path} is not a readable JSON file.`);
  }
}
