import { setMorning } from '../../domain/alerts/fire/set-morning.ts';
import { issueApiKey, revokeApiKey } from '../../domain/identity/api-keys.ts';
import { createOrganization, DEFAULT_TIMEZONE } from '../../domain/identity/organizations.ts';
import { ORGANIZATION_KINDS } from '../../domain/identity/records.ts';
import { listApiKeys, listOrganizations } from '../../domain/identity/store.ts';
import { setImageRetention } from '../../domain/images/store.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, json, required, text, wholeNumber } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const org = { type: 'string', value: 'id', meaning: 'id of the organization', required: true } as const;

export const orgCreate: Command = {
  name: 'org create',
  audit: { action: 'organization.create', object: 'organization' },
  summary: 'Create an organization and show its first API key, once',
  options: {
    name: { type: 'string', meaning: 'name', required: true },
    kind: { type: 'string', value: ORGANIZATION_KINDS.join('|'), meaning: 'kind', required: true },
    timezone: { type: 'string', value: 'zone', meaning: `IANA time zone (default ${DEFAULT_TIMEZONE})` },
    json,
  },
  async run(context, values) {
    const input = {
      name: required(values, 'name'),
      kind: required(values, 'kind'),
      timezone: text(values, 'timezone'),
    };
    const created = await withDatabase(context, (database) =>
      database.transaction((tx) => createOrganization(tx, input)),
    );
    if (values.json) return context.printJson(created);
    const { organization_id, name, kind, timezone, api_key } = created;
    context.print(`Organization ${organization_id}: ${name} (${kind}, ${timezone})`);
    context.print(`API key, not shown again: ${api_key}`);
  },
};

export const orgList: Command = {
  name: 'org list',
  audit: { none: 'Changes nothing.' },
  summary: 'List the organizations',
  options: { json },
  async run(context, values) {
    const organizations = await withDatabase(context, listOrganizations);
    if (values.json) return context.printJson({ organizations });
    const rows = organizations.map((o) => [
      o.organization_id,
      o.name,
      o.kind,
      o.timezone,
      o.created_at.toISOString(),
    ]);
    context.print(textTable(['id', 'name', 'kind', 'time zone', 'created'], rows));
  },
};

export const orgRetention: Command = {
  name: 'org retention',
  audit: { action: 'organization.update-privacy', object: 'organization' },
  summary: "Set how many days an organization's images are kept",
  options: { org, days: { type: 'string', value: 'number', meaning: '1 to 36500', required: true }, json },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const days = wholeNumber(values, 'days');
    await withDatabase(context, (database) => setImageRetention(database, organizationId, days));
    if (values.json)
      return context.printJson({ organization_id: organizationId, image_retention_days: days });
    context.print(`Images of organization ${organizationId} are kept for ${days} days.`);
  },
};

export const orgMorning: Command = {
  name: 'org morning',
  audit: { action: 'organization.update', object: 'organization' },
  summary: "Set the time of an organization's daily alerts, in its own time zone (default 07:00)",
  operands: '<organization id> <HH:MM>',
  options: { json },
  async run(context, values, operands) {
    const organizationId = wholeNumber({ 'organization id': operands[0] }, 'organization id');
    const morning = operands[1] ?? '';
    await withDatabase(context, (database) => setMorning(database, organizationId, morning));
    if (values.json) return context.printJson({ organization_id: organizationId, morning });
    context.print(`Daily alerts of organization ${organizationId} are sent at ${morning}.`);
  },
};

export const keyCreate: Command = {
  name: 'key create',
  audit: { action: 'key.create', object: 'api_key' },
  summary: 'Create an API key and show it, once',
  options: { org, name: { type: 'string', meaning: 'name of the key' }, json },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const name = text(values, 'name') ?? '';
    const created = await withDatabase(context, (database) => issueApiKey(database, organizationId, name));
    if (values.json) return context.printJson(created);
    context.print(`API key ${created.api_key_id}, not shown again: ${created.api_key}`);
  },
};

export const keyList: Command = {
  name: 'key list',
  audit: { none: 'Changes nothing.' },
  summary: "List an organization's API keys by their first characters",
  options: { org, json },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const keys = await withDatabase(context, (database) => listApiKeys(database, organizationId));
    if (values.json) return context.printJson({ api_keys: keys });
    const rows = keys.map((k) => [
      k.api_key_id,
      `${k.hint}…`,
      k.name,
      k.created_at.toISOString(),
      k.last_used_at?.toISOString() ?? 'never',
      k.revoked_at?.toISOString() ?? '',
    ]);
    context.print(textTable(['id', 'key', 'name', 'created', 'last used', 'revoked'], rows));
  },
};

export const keyRevoke: Command = {
  name: 'key revoke',
  audit: { action: 'key.revoke', object: 'api_key' },
  summary: 'Revoke an API key, effective immediately in every process',
  operands: '<key id>',
  options: { org, json },
  async run(context, values, operands) {
    const organizationId = wholeNumber(values, 'org');
    const id = wholeNumber({ 'key id': operands[0] }, 'key id');
    const key = await withDatabase(context, (database) => revokeApiKey(database, organizationId, id));
    if (values.json) return context.printJson(key);
    context.print(`API key ${key.api_key_id} (${key.hint}…) is revoked.`);
  },
};
