import { issueApiKey, revokeApiKey } from '../../domain/identity/api-keys.ts';
import { createOrganization, DEFAULT_TIMEZONE } from '../../domain/identity/organizations.ts';
import { ORGANIZATION_KINDS } from '../../domain/identity/records.ts';
import { listApiKeys, listOrganizations } from '../../domain/identity/store.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, json, required, text } from '../command.ts';
import { wholeNumber } from '../whole-number.ts';
import { withDatabase } from '../with-database.ts';

export const orgCreate: Command = {
  name: 'org create',
  summary: 'Create an organization; shows its first API key, once',
  options: {
    name: { type: 'string', meaning: 'its name', required: true },
    kind: { type: 'string', value: ORGANIZATION_KINDS.join('|'), meaning: 'what it is', required: true },
    timezone: { type: 'string', value: 'zone', meaning: `IANA time zone (default ${DEFAULT_TIMEZONE})` },
    json,
  },
  async run(context, values) {
    const input = {
      name: required(values, 'name'),
      kind: required(values, 'kind'),
      timezone: text(values, 'timezone'),
    };
    const made = await withDatabase(context, (database) =>
      database.transaction((tx) => createOrganization(tx, input)),
    );
    if (values.json) return context.printJson(made);
    context.print(`Organization ${made.organization_id}: ${made.name} (${made.kind}, ${made.timezone})`);
    context.print(`API key, shown only now: ${made.api_key}`);
  },
};

export const orgList: Command = {
  name: 'org list',
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

const org = { type: 'string', value: 'id', meaning: 'the organization', required: true } as const;

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Create an API key; it is shown once',
  options: { org, name: { type: 'string', meaning: 'what it is for' }, json },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const name = text(values, 'name') ?? '';
    const made = await withDatabase(context, (database) => issueApiKey(database, organizationId, name));
    if (values.json) return context.printJson(made);
    context.print(
      `Key ${made.api_key_id} of organization ${organizationId}, shown only now: ${made.api_key}`,
    );
  },
};

export const keyList: Command = {
  name: 'key list',
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
  summary: 'Revoke an API key at once, in every process',
  operands: '<key id>',
  options: { org, json },
  async run(context, values, operands) {
    const organizationId = wholeNumber(values, 'org');
    const id = wholeNumber({ key: operands[0] }, 'key');
    const key = await withDatabase(context, (database) => revokeApiKey(database, organizationId, id));
    if (values.json) return context.printJson(key);
    context.print(`Key ${key.api_key_id} (${key.hint}…) is revoked.`);
  },
};
