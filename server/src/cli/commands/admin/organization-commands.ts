import { readFile } from 'node:fs/promises';
import type { ApiKey, NewApiKey } from '../../../contract/admin/api-key.ts';
import type { PrivacySettings } from '../../../contract/admin/audit-entry.ts';
import type { NewOrganization, Organization } from '../../../contract/admin/organization.ts';
import type { Quota } from '../../../contract/admin/quota.ts';
import type { SsoConnection } from '../../../contract/admin/sso.ts';
import { AppError } from '../../../lib/errors.ts';
import { required } from '../../options.ts';
import { setDailyTime, setOneQuota } from './cli-operations.ts';
import { operationCommands, rows } from './operation-command.ts';

export const organizationCommands = operationCommands({
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
    options: ['organization_id', 'name', 'licensed_roles', 'email_domains', 'require_sso', 'require_totp'],
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
    options: ['organization_id'],
    fields: { disabled: true },
    show: ({ organization_id, name }: Organization) =>
      `Organization ${organization_id} (${name}) is disabled.`,
  },
  'org enable': {
    operation: 'updateOrganization',
    summary: 'Enable a disabled organization',
    action: 'organization.enable',
    options: ['organization_id'],
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
    showJson: ({ organization_id, image_retention_days }) => ({ organization_id, image_retention_days }),
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
    flags: { morning: 'time' },
    show: (_result, { organization_id, morning }) =>
      `Daily alerts of organization ${organization_id} are sent at ${morning}.`,
  },
  'quota list': {
    operation: 'getOrganizationQuotas',
    summary: "List an organization's quotas and what is used of them",
    show: rows<Quota>('quotas', {
      quota: 'name',
      used: 'used',
      limit: 'limit',
      '': ({ is_default }) => (is_default ? '' : 'changed'),
      resets: 'resets_at',
    }),
  },
  'quota set': {
    operation: setOneQuota,
    show: ({ name, limit }: Quota, { organization_id }) =>
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
});

export const ssoCommands = operationCommands({
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
});

async function readJson(path: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new AppError('invalid', `${path} is not a readable JSON file.`);
  }
}
