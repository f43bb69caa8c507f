import type { TObject, TSchema } from 'typebox';
import type { Database } from '../../../db/database.ts';
import type { AuditAction } from '../../../domain/audit/audit-actions.ts';
import { cliActor } from '../../../domain/identity/actor.ts';
import { hasAdmin, isAdmin } from '../../../domain/identity/manage-users.ts';
import { findUser, findUserByEmail } from '../../../domain/identity/user-store.ts';
import { type RouteDefinition, requestCheck } from '../../../http/route.ts';
import { apiKeyRoutes } from '../../../http/routes/admin/api-keys.ts';
import { auditRoutes } from '../../../http/routes/admin/audit.ts';
import { invitationRoutes } from '../../../http/routes/admin/invitations.ts';
import { organizationRoutes } from '../../../http/routes/admin/organizations.ts';
import { quotaRoutes } from '../../../http/routes/admin/quotas.ts';
import { ssoConnectionRoutes } from '../../../http/routes/admin/sso.ts';
import { userRoutes } from '../../../http/routes/admin/users.ts';
import type { Services } from '../../../http/services.ts';
import { AppError } from '../../../lib/errors.ts';
import { textTable } from '../../../lib/text-table.ts';
import type { Command, Context, Option, Values } from '../../command.ts';
import { json } from '../../options.ts';
import { withServices } from './with-services.ts';

/** An operation of the API, or one that only the CLI has. */
export type Operation = Pick<
  RouteDefinition,
  'summary' | 'audit' | 'params' | 'query' | 'headers' | 'body' | 'rules' | 'handler'
>;

/** Values by the names of the fields of an operation, path parameters included. */
type Fields = Record<string, unknown>;

type OperationCommand = {
  /** The id of an operation of the API, or an operation of the CLI. */
  operation: string | Operation;
  /** Runs afterwards, with the fields of its body. */
  second?: string;
  /** Without it, the summary of the operation. */
  summary?: string;
  /** A more specific audit action than that of the operation. */
  action?: AuditAction;
  /** Fields that are operands. */
  operands?: string[];
  /** Fields that are options. Without it, all fields but the operands. */
  options?: string[];
  /** Options that are required although their fields are optional. */
  required?: string[];
  /** Names of options, where the usual name of the field does not fit. */
  flags?: Record<string, string>;
  /** Values of fields without an option, and the defaults of options. */
  fields?: Fields;
  /** Fields that come from elsewhere, such as a file, and the options for it. */
  further?: { options: Record<string, Option>; read(context: Context, values: Values): Promise<Fields> };
  /** The operation sends an email or contacts an identity provider. */
  usesSecrets?: true;
  /** The text for people. */
  show(result: unknown, fields: Fields): string;
  /** The result for `--json`, if it is not the response of the API. */
  showJson?(fields: Fields): unknown;
};

const MAX_SHOWN_NAMES = 6;

type Field = {
  type?: string | string[];
  format?: string;
  enum?: string[];
  items?: { enum?: string[] };
  description?: string;
};

/** How the CLI names and describes fields. Other fields have the name and description of their schema. */
const FIELDS: Record<string, { flag?: string; operand?: string; value?: string; meaning?: string }> = {
  organization_id: { flag: 'org', value: 'id', meaning: 'id of the organization' },
  api_key_id: { operand: 'key id' },
  user_id: { operand: 'user id or email' },
  morning: { value: 'HH:MM', meaning: 'local time at which daily alerts are sent' },
  email: { value: 'address', meaning: 'email address' },
  password: { meaning: 'password; visible in the process list of this machine' },
  roles: { meaning: 'comma-separated roles (see role list), or all' },
  timezone: { value: 'zone', meaning: 'IANA time zone (default America/Chicago)' },
  licensed_roles: { flag: 'license', meaning: 'all restricted roles its administrators may assign, or none' },
  email_domains: { flag: 'domains', meaning: 'all email domains for single sign-on, or none' },
  require_sso: { meaning: 'people must use single sign-on' },
  require_totp: { meaning: 'people must use one-time codes' },
  expires_at: { flag: 'expires', meaning: 'ISO 8601 time or date at which the key expires' },
  image_retention_days: { flag: 'image-days', meaning: 'days until images and their readings are deleted' },
  sighting_retention_days: {
    flag: 'sighting-days',
    value: 'number|unlimited',
    meaning: 'days after which sightings, readings, evidence and matches are deleted; at least 7',
  },
  purpose_required: {
    flag: 'require-purpose',
    meaning: 'reject requests that show plates or VINs without the header X-Purpose',
  },
  value: { value: 'number|default', meaning: 'the new limit' },
};

const API_OPERATIONS = [
  ...organizationRoutes,
  ...userRoutes,
  ...apiKeyRoutes,
  ...invitationRoutes,
  ...ssoConnectionRoutes,
  ...quotaRoutes,
  ...auditRoutes,
].flatMap(({ definition }) => definition ?? []);

function operationOf(operationId: string): Operation {
  const found = API_OPERATIONS.find((operation) => operation.operationId === operationId);
  if (!found) throw new Error(`there is no operation ${operationId}`);
  return found;
}

/** Commands that run operations as the operator, with their checks and audit actions. */
export function operationCommands(table: Record<string, OperationCommand>): Command[] {
  return Object.entries(table).map(([name, command]) => operationCommand(name, command));
}

function operationCommand(name: string, given: OperationCommand): Command {
  const first = typeof given.operation === 'string' ? operationOf(given.operation) : given.operation;
  const operations = given.second ? [first, operationOf(given.second)] : [first];
  const { summary = first.summary, operands = [], further } = given;
  const options = optionsOf(operations, given);
  const audit = first.audit && 'action' in first.audit ? first.audit : null;
  return {
    name,
    summary,
    audit: audit
      ? { action: given.action ?? audit.action, object: audit.object?.[0] ?? '' }
      : { none: 'Changes nothing.' },
    ...(operands.length > 0 && { operands: operands.map(operandText).join(' ') }),
    options: { ...options, ...further?.options, json },
    async run(context, values, words) {
      const fields: Fields = {
        ...given.fields,
        ...(await further?.read(context, values)),
        ...fieldsOf(operations, options, values),
        ...operandFields(operations, operands, words),
      };
      const result = await withServices(context, given.usesSecrets ?? false, async (services) => {
        const run = () => callAll(services, operations, fields);
        return 'user_id' in fields ? changeUser(context, services.database, fields, run) : run();
      });
      if (values.json) return context.printJson(given.showJson?.(fields) ?? result);
      context.print(given.show(result, fields));
    },
  };
}

/** Checks the fields of each operation like a request and runs its handler. Returns the last response. */
async function callAll(services: Services, operations: Operation[], fields: Fields): Promise<unknown> {
  let response: unknown;
  for (const operation of operations) {
    const others = allFields(operations.filter((one) => one !== operation));
    const params = propertiesOf(operation.params);
    const part = (belongs: (name: string) => boolean) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => belongs(name)));
    const request = {
      params: part((name) => name in params),
      // Unknown fields of a file are reported.
      body: part((name) => !(name in params) && !(name in others)),
    };
    const input = await requestCheck(operation)(services, request);
    // Handlers of administration use the actor only, not the caller or the request.
    response = await operation.handler(services, { ...input, actor: cliActor } as never);
  }
  return response;
}

/** The user may be named by email. Unlike the API, the CLI may leave an organization without an administrator. */
async function changeUser(
  context: Context,
  db: Database,
  fields: Fields,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const who = String(fields.user_id ?? '');
  const user = await (/^\d{1,9}$/.test(who) ? findUser(db, Number(who)) : findUserByEmail(db, who));
  if (user === null) throw new AppError('not_found', `There is no user ${who}.`);
  fields.user_id = user.user_id;
  const response = await run();
  if (isAdmin(user) && !(await hasAdmin(db, user.organization_id)))
    context.printError(`Warning: organization ${user.organization_id} has no administrator now.`);
  return response;
}

function propertiesOf(schema: TSchema | undefined): Record<string, Field> {
  return (schema as TObject | undefined)?.properties ?? {};
}

function allFields(operations: Operation[]): Record<string, Field> {
  const schemas = operations.flatMap(({ params, body }) => [params, body]);
  return Object.assign({}, ...schemas.map(propertiesOf));
}

function operandText(field: string): string {
  return `<${FIELDS[field]?.operand ?? field.replaceAll('_', ' ')}>`;
}

function optionsOf(operations: Operation[], given: OperationCommand): Record<string, Option> {
  const { operands = [], fields = {}, flags = {} } = given;
  const properties = allFields(operations);
  const names = given.options ?? Object.keys(properties).filter((name) => !operands.includes(name));
  const mandatory = operations
    .flatMap(({ params, body }) => [params, body].flatMap((schema) => (schema as TObject)?.required ?? []))
    .filter((name) => !(name in fields))
    .concat(given.required ?? []);
  const entries = names.map((field): [string, Option] => {
    const property = properties[field] ?? {};
    const { flag = field.replaceAll('_', '-'), value = valueText(property), meaning } = FIELDS[field] ?? {};
    const option: Option = { type: 'string', field, meaning: meaning ?? property.description ?? field };
    if (value) option.value = value;
    if (mandatory.includes(field)) option.required = true;
    return [flags[field] ?? flag, option];
  });
  return Object.fromEntries(entries);
}

/** What the help shows as the value of an option. */
function valueText({ type, enum: names, format }: Field): string | undefined {
  if (names) return names.length > MAX_SHOWN_NAMES ? 'name' : names.join('|');
  if (format === 'date-time') return 'time';
  const values = { array: 'a,b', boolean: 'yes|no', integer: 'number' };
  return Object.entries(values).find(([name]) => [type].flat().includes(name))?.[1];
}

function fieldsOf(operations: Operation[], options: Record<string, Option>, values: Values): Fields {
  const properties = allFields(operations);
  const given = Object.entries(options).flatMap(([flag, { field = '' }]) => {
    const text = values[flag];
    return typeof text === 'string' ? [[field, fromText(flag, text, properties[field] ?? {})]] : [];
  });
  return Object.fromEntries(given);
}

/** Path parameters are checked as text, like those of a request. */
function operandFields(operations: Operation[], operands: string[], words: string[]): Fields {
  const inBody: Record<string, Field> = Object.assign(
    {},
    ...operations.map(({ body }) => propertiesOf(body)),
  );
  const converted = (field: string, word: string | undefined) =>
    word !== undefined && inBody[field] ? fromText(field, word, inBody[field]) : word;
  return Object.fromEntries(operands.map((field, i) => [field, converted(field, words[i])]));
}

/** Text that cannot be converted stays as it is; the schema rejects it. */
function fromText(flag: string, text: string, { type, format, items }: Field): unknown {
  const types = [type].flat();
  if (types.includes('null') && /^(unlimited|default)$/.test(text)) return null;
  if (types.includes('integer') && /^\d{1,16}$/.test(text)) return Number(text);
  if (types.includes('boolean')) {
    if (!/^(yes|no)$/.test(text)) throw new AppError('invalid', `--${flag} must be yes or no.`);
    return text === 'yes';
  }
  if (types.includes('array')) {
    const names = text.split(',').map((name) => name.trim());
    if (items?.enum && names.includes('all')) return items.enum;
    return names.filter((name) => name !== '' && text !== 'none');
  }
  return format === 'date-time' && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text;
}

type Column<Row> = (keyof Row & string) | ((row: Row) => unknown);

/** Shows the rows of a list: columns by their headings. */
export function rows<Row>(list: string, columns: Record<string, Column<Row>>) {
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
