import { ORGANIZATION_KINDS } from '../../../contract/admin/organization.ts';
import { setMorning } from '../../../domain/alerts/fire/fire-store.ts';
import { cliActor } from '../../../domain/identity/actor.ts';
import {
  addOrganization,
  changeOrganization,
  changeSignInRules,
  type OrganizationChange,
} from '../../../domain/identity/admin/organizations.ts';
import { DEFAULT_TIMEZONE } from '../../../domain/identity/organizations.ts';
import { listOrganizations } from '../../../domain/identity/store.ts';
import { setImageRetention } from '../../../domain/images/image-rows.ts';
import { AppError } from '../../../lib/errors.ts';
import { textTable } from '../../../lib/text-table.ts';
import { type Command, json, required, text, type Values, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';

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
    const created = await withDatabase(context, (database) => addOrganization(database, cliActor, input));
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
      o.disabled_at ? 'disabled' : 'active',
      o.created_at.toISOString(),
    ]);
    context.print(textTable(['id', 'name', 'kind', 'time zone', 'state', 'created'], rows));
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

function changeCommand(name: string, summary: string, change: OrganizationChange, done: string): Command {
  return {
    name,
    audit: { action: name.replace('org ', 'organization.'), object: 'organization' },
    summary,
    operands: '<organization id>',
    options: { json },
    async run(context, values, operands) {
      const id = organizationOperand(operands);
      const changed = await withDatabase(context, (db) => changeOrganization(db, cliActor, id, change));
      if (values.json) return context.printJson(changed);
      context.print(`Organization ${id} (${changed.name}) is ${done}.`);
    },
  };
}

export const orgDisable = changeCommand(
  'org disable',
  'Disable an organization; its API keys and tokens stop working immediately',
  { disabled: true },
  'disabled',
);
export const orgEnable = changeCommand(
  'org enable',
  'Enable a disabled organization',
  { disabled: false },
  'enabled',
);

export const orgUpdate: Command = {
  name: 'org update',
  audit: { action: 'organization.update', object: 'organization' },
  summary: 'Change the name, the licensed roles, the email domains or the sign-in rules of an organization',
  operands: '<organization id>',
  options: {
    name: { type: 'string', meaning: 'new name' },
    license: {
      type: 'string',
      value: 'a,b',
      meaning: 'all restricted roles its administrators may assign, or none',
    },
    domains: { type: 'string', value: 'a,b', meaning: 'all email domains for single sign-on, or none' },
    'require-sso': { type: 'string', value: 'yes|no', meaning: 'people must use single sign-on' },
    'require-totp': { type: 'string', value: 'yes|no', meaning: 'people must use one-time codes' },
    json,
  },
  async run(context, values, operands) {
    const id = organizationOperand(operands);
    const change = {
      name: text(values, 'name'),
      licensed_roles: listOption(values, 'license'),
      email_domains: listOption(values, 'domains'),
    };
    const rules = {
      require_sso: yesOrNo(values, 'require-sso'),
      require_totp: yesOrNo(values, 'require-totp'),
    };
    const changed = await withDatabase(context, async (db) => {
      await changeOrganization(db, cliActor, id, change);
      return changeSignInRules(db, cliActor, id, rules);
    });
    if (values.json) return context.printJson(changed);
    context.print(`Organization ${id}: ${changed.name} (${changed.kind})`);
    context.print(`Licensed roles: ${changed.licensed_roles.join(', ') || 'none'}`);
    context.print(`Email domains: ${changed.email_domains.join(', ') || 'none'}`);
    const { require_sso, require_totp } = changed;
    context.print(`Single sign-on: ${require_sso ? 'required' : 'optional'}`);
    context.print(`One-time codes: ${require_totp ? 'required' : 'optional'}`);
  },
};

function organizationOperand(operands: string[]): number {
  return wholeNumber({ 'organization id': operands[0] }, 'organization id');
}

/** Undefined if the option is absent; `none` is the empty list. */
function listOption(values: Values, name: string): string[] | undefined {
  const given = text(values, name);
  if (given === undefined || given === 'none') return given === undefined ? undefined : [];
  return given.split(',').map((part) => part.trim());
}

function yesOrNo(values: Values, name: string): boolean | undefined {
  const given = text(values, name);
  if (given !== undefined && !/^(yes|no)$/.test(given))
    throw new AppError('invalid', `--${name} must be yes or no.`);
  return given === undefined ? undefined : given === 'yes';
}
