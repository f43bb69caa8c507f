import { cliActor } from '../../../domain/identity/actor.ts';
import { apiKeysOf, createApiKey, revokeApiKey } from '../../../domain/identity/admin/keys.ts';
import { systemClock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { parseIsoTime } from '../../../lib/iso-time.ts';
import { textTable } from '../../../lib/text-table.ts';
import { type Command, json, text, type Values, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';

const org = { type: 'string', value: 'id', meaning: 'id of the organization', required: true } as const;

export const keyCreate: Command = {
  name: 'key create',
  audit: { action: 'key.create', object: 'api_key' },
  summary: 'Create an API key and show it, once',
  options: {
    org,
    name: { type: 'string', meaning: 'name of the key' },
    expires: { type: 'string', value: 'time', meaning: 'ISO 8601 time or date at which the key expires' },
    json,
  },
  async run(context, values) {
    const input = {
      organizationId: wholeNumber(values, 'org'),
      name: text(values, 'name') ?? '',
      expiresAt: expiryOf(values),
    };
    const created = await withDatabase(context, (db) =>
      createApiKey({ db, clock: systemClock }, cliActor, input),
    );
    if (values.json) return context.printJson(created);
    context.print(`API key ${created.api_key_id}, not shown again: ${created.api_key}`);
  },
};

function expiryOf(values: Values): Date | null {
  const given = text(values, 'expires');
  if (given === undefined) return null;
  const time = parseIsoTime(/^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T00:00Z` : given);
  if (time === null)
    throw new AppError('invalid', '--expires must be a time such as 2026-10-30 or 2026-10-30T18:00Z.');
  return time;
}

export const keyList: Command = {
  name: 'key list',
  audit: { none: 'Changes nothing.' },
  summary: "List an organization's API keys by their first characters",
  options: { org, json },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const keys = await withDatabase(context, (db) => apiKeysOf(db, cliActor, organizationId));
    if (values.json) return context.printJson({ api_keys: keys });
    const rows = keys.map((k) => [
      k.api_key_id,
      `${k.hint}…`,
      k.name,
      k.created_at.toISOString(),
      k.last_used_at?.toISOString() ?? 'never',
      k.expires_at?.toISOString() ?? 'never',
      k.revoked_at?.toISOString() ?? '',
    ]);
    context.print(textTable(['id', 'key', 'name', 'created', 'last used', 'expires', 'revoked'], rows));
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
    const key = await withDatabase(context, (db) => revokeApiKey(db, cliActor, organizationId, id));
    if (values.json) return context.printJson(key);
    context.print(`API key ${key.api_key_id} (${key.hint}…) is revoked.`);
  },
};
