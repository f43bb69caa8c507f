import type { ApiKey, NewApiKey } from '../../../contract/admin/api-key.ts';
import type { PrivacySettings } from '../../../contract/admin/audit.ts';
import type { NewOrganization, Organization } from '../../../contract/admin/organization.ts';
import { QuotaLimits } from '../../../contract/admin/quota.ts';
import type { SsoConnection } from '../../../contract/admin/sso.ts';
import { setMorning } from '../../../domain/alerts/fire/set-morning.ts';
import { DEFAULT_TIMEZONE } from '../../../domain/identity/manage-organizations.ts';
import { type QuotaState, readQuotas, setQuota } from '../../../domain/quotas/quota-store.ts';
import { systemClock } from '../../../lib/clock.ts';
import { textTable } from '../../../lib/text-table.ts';
import { type Command, json, required, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';
import {
  auditOf,
  callOperation,
  checked,
  fieldOptions,
  fieldsOf,
  ORG,
  operationCommand,
  operationOf,
  servicesOf,
} from './operation-command.ts';

const orgCreate = operationCommand<NewOrganization>({
  name: 'org create',
  summary: 'Create an organization and show its first API key, once',
  operation: 'createOrganization',
  options: {
    name: { meaning: 'name' },
    kind: { meaning: 'kind' },
    timezone: { value: 'zone', meaning: `IANA time zone (default ${DEFAULT_TIMEZONE})` },
  },
  show: ({ organization_id, name, kind, timezone, api_key }) =>
    `Organization ${organization_id}: ${name} (${kind}, ${timezone})\nAPI key, not shown again: ${api_key}`,
});

const orgList = operationCommand<{ organizations: Organization[] }>({
  name: 'org list',
  summary: 'List the organizations',
  operation: 'listOrganizations',
  show: ({ organizations }) =>
    textTable(
      ['id', 'name', 'kind', 'time zone', 'state', 'created'],
      organizations.map((o) => [
        o.organization_id,
        o.name,
        o.kind,
        o.timezone,
        o.disabled_at ? 'disabled' : 'active',
        o.created_at.toISOString(),
      ]),
    ),
});

const updateOrganization = operationOf('updateOrganization');
const organizationOptions = fieldOptions(
  {
    name: { meaning: 'new name' },
    license: {
      field: 'licensed_roles',
      meaning: 'all restricted roles its administrators may assign, or none',
    },
    domains: { field: 'email_domains', meaning: 'all email domains for single sign-on, or none' },
  },
  updateOrganization,
);
const updateSignInRules = operationOf('updateSignInRules');
const signInOptions = fieldOptions(
  {
    'require-sso': { meaning: 'people must use single sign-on' },
    'require-totp': { meaning: 'people must use one-time codes' },
  },
  updateSignInRules,
);

const orgUpdate: Command = {
  name: 'org update',
  summary: 'Change the name, the licensed roles, the email domains or the sign-in rules of an organization',
  audit: auditOf(updateOrganization),
  operands: '<organization id>',
  options: { ...organizationOptions, ...signInOptions, json },
  async run(context, values, [organization_id]) {
    const change = { organization_id, ...fieldsOf(organizationOptions, values, updateOrganization) };
    const rules = { organization_id, ...fieldsOf(signInOptions, values, updateSignInRules) };
    const changed = await withDatabase(context, async (db) => {
      const services = servicesOf(context, db);
      await callOperation(services, updateOrganization, change);
      return callOperation<Organization>(services, updateSignInRules, rules);
    });
    if (values.json) return context.printJson(changed);
    const { name, kind, licensed_roles, email_domains, require_sso, require_totp } = changed;
    context.print(`Organization ${organization_id}: ${name} (${kind})`);
    context.print(`Licensed roles: ${licensed_roles.join(', ') || 'none'}`);
    context.print(`Email domains: ${email_domains.join(', ') || 'none'}`);
    context.print(`Single sign-on: ${require_sso ? 'required' : 'optional'}`);
    context.print(`One-time codes: ${require_totp ? 'required' : 'optional'}`);
  },
};

const orgDisable = operationCommand<Organization>({
  name: 'org disable',
  summary: 'Disable an organization; its API keys and tokens stop working immediately',
  operation: 'updateOrganization',
  action: 'organization.disable',
  operand: ['<organization id>', 'organization_id'],
  fields: { disabled: true },
  show: ({ organization_id: id, name }) => `Organization ${id} (${name}) is disabled.`,
});

const orgEnable = operationCommand<Organization>({
  name: 'org enable',
  summary: 'Enable a disabled organization',
  operation: 'updateOrganization',
  action: 'organization.enable',
  operand: ['<organization id>', 'organization_id'],
  fields: { disabled: false },
  show: ({ organization_id: id, name }) => `Organization ${id} (${name}) is enabled.`,
});

const orgRetention = operationCommand<PrivacySettings>({
  name: 'org retention',
  summary: "Set how many days an organization's images are kept",
  operation: 'updateOrganizationPrivacy',
  options: { org: ORG, days: { field: 'image_retention_days', meaning: '1 to 36500', required: true } },
  show: ({ organization_id: id, image_retention_days: days }) =>
    `Images of organization ${id} are kept for ${days} days.`,
});

const orgPrivacy = operationCommand<PrivacySettings>({
  name: 'org privacy',
  summary: 'Set how long data of an organization is kept, and whether its users must state a purpose',
  operation: 'updateOrganizationPrivacy',
  options: {
    org: ORG,
    'image-days': { field: 'image_retention_days', meaning: 'days after which image files are deleted' },
    'sighting-days': {
      field: 'sighting_retention_days',
      value: 'number|unlimited',
      meaning: 'days after which sightings, readings, evidence and matches are deleted; at least 7',
    },
    'require-purpose': {
      field: 'purpose_required',
      meaning: 'reject requests that show plates or VINs without the header X-Purpose',
    },
  },
  show: ({ organization_id: id, image_retention_days, sighting_retention_days: days, purpose_required }) =>
    [
      `Images of organization ${id} are kept for ${image_retention_days} days.`,
      `Sightings are kept ${days === null ? 'without limit' : `for ${days} days`}.`,
      `A purpose is ${purpose_required ? 'required' : 'optional'}.`,
    ].join('\n'),
});

const orgMorning: Command = {
  name: 'org morning',
  audit: { action: 'organization.update', object: 'organization' },
  summary: "Set the time of an organization's daily alerts, in its own time zone (default 07:00)",
  operands: '<organization id> <HH:MM>',
  options: { json },
  async run(context, values, [id, morning = '']) {
    const organizationId = wholeNumber({ 'organization id': id }, 'organization id');
    await withDatabase(context, (database) => setMorning(database, organizationId, morning));
    if (values.json) return context.printJson({ organization_id: organizationId, morning });
    context.print(`Daily alerts of organization ${organizationId} are sent at ${morning}.`);
  },
};

const quotaList = operationCommand<{ quotas: QuotaState[] }>({
  name: 'quota list',
  summary: "List an organization's quotas and what is used of them",
  operation: 'getOrganizationQuotas',
  options: { org: ORG },
  show: ({ quotas }) =>
    textTable(
      ['quota', 'used', 'limit', '', 'resets'],
      quotas.map((q) => [q.name, q.used, q.limit, q.is_default ? '' : 'changed', q.resets_at ?? '']),
    ),
});

/** Sets one quota; the operation of the API sets all of them. */
const quotaSet: Command = {
  name: 'quota set',
  summary: 'Set a quota of an organization, effective immediately in every process',
  audit: auditOf(operationOf('setOrganizationQuotas')),
  options: {
    org: { type: 'string', value: 'id', meaning: 'id of the organization', required: true },
    name: { type: 'string', value: 'quota', meaning: 'name of the quota', required: true },
    value: { type: 'string', value: 'number|default', meaning: 'the new limit', required: true },
    json,
  },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const name = required(values, 'name');
    const limits = fieldsOf({ value: { type: 'string', field: name, meaning: '' } }, values, {
      body: QuotaLimits,
    });
    const [limit] = Object.entries(checked(QuotaLimits, limits)) as [QuotaState['name'], number | null][];
    const quotas = await withDatabase(context, async (database) => {
      if (limit) await setQuota(database, organizationId, ...limit);
      return readQuotas(database, organizationId, systemClock.now());
    });
    const changed = quotas.find((quota) => quota.name === name);
    if (values.json) return context.printJson(changed);
    context.print(`The quota ${name} of organization ${organizationId} is ${changed?.limit}.`);
  },
};

const keyCreate = operationCommand<NewApiKey>({
  name: 'key create',
  summary: 'Create an API key and show it, once',
  operation: 'createApiKey',
  options: {
    org: ORG,
    name: { meaning: 'name of the key' },
    expires: { field: 'expires_at', meaning: 'ISO 8601 time or date at which the key expires' },
  },
  fields: { name: 'unnamed' },
  show: ({ api_key_id: id, api_key }) => `API key ${id}, not shown again: ${api_key}`,
});

const keyList = operationCommand<{ api_keys: ApiKey[] }>({
  name: 'key list',
  summary: "List an organization's API keys by their first characters",
  operation: 'listApiKeys',
  options: { org: ORG },
  show: ({ api_keys }) =>
    textTable(
      ['id', 'key', 'name', 'created', 'last used', 'expires', 'revoked'],
      api_keys.map((k) => [
        k.api_key_id,
        `${k.hint}…`,
        k.name,
        k.created_at.toISOString(),
        k.last_used_at?.toISOString() ?? 'never',
        k.expires_at?.toISOString() ?? 'never',
        k.revoked_at?.toISOString() ?? '',
      ]),
    ),
});

const keyRevoke = operationCommand<ApiKey>({
  name: 'key revoke',
  summary: 'Revoke an API key, effective immediately in every process',
  operation: 'revokeApiKey',
  operand: ['<key id>', 'api_key_id'],
  options: { org: ORG },
  show: ({ api_key_id: id, hint }) => `API key ${id} (${hint}…) is revoked.`,
});

const ssoSet = operationCommand<SsoConnection>({
  name: 'sso set',
  summary: "Set the connection to an organization's identity provider from a JSON file",
  operation: 'setSsoConnection',
  options: { org: ORG },
  file: 'the body of POST /admin/organizations/{id}/sso',
  usesSecrets: true,
  show: ({ organization_id: id, issuer, client_id }) =>
    `Organization ${id} signs in at ${issuer} (client ${client_id}).`,
});

const ssoShow = operationCommand<SsoConnection>({
  name: 'sso show',
  summary: "Show the connection to an organization's identity provider, without the secret",
  operation: 'getSsoConnection',
  options: { org: ORG },
  show: (connection) =>
    Object.entries(connection)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join('\n'),
});

const ssoRemove = operationCommand<unknown>({
  name: 'sso remove',
  summary: "Remove the connection to an organization's identity provider",
  operation: 'removeSsoConnection',
  options: { org: ORG },
  show: (_done, { organization_id: id }) => `Organization ${id} has no identity provider.`,
  showJson: (_done, { organization_id }) => ({ organization_id }),
});

export const organizationCommands: Command[] = [
  orgCreate,
  orgList,
  orgUpdate,
  orgDisable,
  orgEnable,
  orgRetention,
  orgPrivacy,
  orgMorning,
  quotaList,
  quotaSet,
  keyCreate,
  keyList,
  keyRevoke,
];
export const ssoCommands: Command[] = [ssoSet, ssoShow, ssoRemove];
