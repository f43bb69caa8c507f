import { MAX_QUOTA } from '../../../contract/admin/quota-rules.ts';
import { readQuotas, setQuota } from '../../../domain/quotas/quota-store.ts';
import { systemClock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { textTable } from '../../../lib/text-table.ts';
import { type Command, json, required, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';

const org = { type: 'string', value: 'id', meaning: 'id of the organization', required: true } as const;

export const quotaList: Command = {
  name: 'quota list',
  summary: "List an organization's quotas and what is used of them",
  audit: { none: 'Changes nothing.' },
  options: { org, json },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const quotas = await withDatabase(context, (database) =>
      readQuotas(database, organizationId, systemClock.now()),
    );
    if (values.json) return context.printJson({ quotas });
    const rows = quotas.map((q) => [
      q.name,
      q.used,
      q.limit,
      q.is_default ? '' : 'changed',
      q.resets_at ?? '',
    ]);
    context.print(textTable(['quota', 'used', 'limit', '', 'resets'], rows));
  },
};

export const quotaSet: Command = {
  name: 'quota set',
  summary: 'Set a quota of an organization, effective immediately in every process',
  audit: { action: 'quota.update', object: 'organization' },
  options: {
    org,
    name: { type: 'string', value: 'quota', meaning: 'name of the quota', required: true },
    value: { type: 'string', value: 'number|default', meaning: 'the new limit', required: true },
    json,
  },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const name = required(values, 'name');
    const limit = limitOf(required(values, 'value'));
    const quotas = await withDatabase(context, async (database) => {
      await setQuota(database, organizationId, name, limit);
      return readQuotas(database, organizationId, systemClock.now());
    });
    const changed = quotas.find((quota) => quota.name === name);
    if (values.json) return context.printJson(changed);
    context.print(`The quota ${name} of organization ${organizationId} is ${changed?.limit}.`);
  },
};

function limitOf(text: string): number | null {
  if (text === 'default') return null;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= MAX_QUOTA))
    throw new AppError('invalid', `value must be an integer or default, not "${text}".`);
  return value;
}
