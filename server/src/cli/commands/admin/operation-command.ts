import { readFile } from 'node:fs/promises';
import type { Static, TObject, TSchema } from 'typebox';
import { buildProvider } from '../../../app/build-identity.ts';
import { openOutbound } from '../../../app/open-outbound.ts';
import { loadSecrets } from '../../../config/secret-file.ts';
import { createValidator } from '../../../contract/validate.ts';
import type { Database } from '../../../db/database.ts';
import { cliActor } from '../../../domain/identity/actor.ts';
import { accountMailQueue } from '../../../domain/notifications/mail/account-mail.ts';
import { type RouteDefinition, requestCheck, type Services } from '../../../http/route.ts';
import { apiKeyRoutes } from '../../../http/routes/admin/api-keys.ts';
import { auditRoutes } from '../../../http/routes/admin/audit.ts';
import { invitationRoutes } from '../../../http/routes/admin/invitations.ts';
import { organizationRoutes } from '../../../http/routes/admin/organizations.ts';
import { quotaRoutes } from '../../../http/routes/admin/quotas.ts';
import { ssoConnectionRoutes } from '../../../http/routes/admin/sso.ts';
import { userRoutes } from '../../../http/routes/admin/users.ts';
import { sealing } from '../../../lib/bytes/sealing.ts';
import { systemClock } from '../../../lib/clock.ts';
import { AppError, invalid } from '../../../lib/errors.ts';
import {
  type Command,
  type CommandAudit,
  type Context,
  json,
  type Option,
  required,
  type Values,
} from '../../command.ts';
import { withDatabase } from '../../with-database.ts';

const OPERATIONS = [
  organizationRoutes,
  userRoutes,
  apiKeyRoutes,
  invitationRoutes,
  ssoConnectionRoutes,
  quotaRoutes,
  auditRoutes,
].flatMap((routes) => routes.flatMap(({ definition }) => definition ?? []));

export function operationOf(operationId: string): RouteDefinition {
  const found = OPERATIONS.find((operation) => operation.operationId === operationId);
  if (!found) throw new Error(`there is no operation ${operationId}`);
  return found;
}

/** Values by the names of the fields of an operation, path parameters included. */
export type Fields = Record<string, unknown>;

/** An option of a command. The schema of its field decides its type, and whether it is required. */
export type FieldOption = { meaning: string; field?: string; value?: string; required?: true };

export const ORG: FieldOption = { field: 'organization_id', value: 'id', meaning: 'id of the organization' };

type OperationCommand<Result> = {
  name: string;
  summary: string;
  /** The operation of the API that the command runs: its checks, its handler and its audit action. */
  operation: string;
  /** A more specific audit action than that of the operation. */
  action?: string;
  /** The operand, as the usage line shows it, and its field. */
  operand?: [usage: string, field: string];
  options?: Record<string, FieldOption>;
  /** Fields that no option gives, or their values without the option. */
  fields?: Fields;
  /** What `--file` contains: a JSON file with further fields. */
  file?: string;
  /** The operation sends emails or contacts an identity provider. */
  usesSecrets?: boolean;
  /** The text for people. */
  show(result: Result, fields: Fields): string;
  /** The result for `--json`, if it is not the response of the API. */
  showJson?(result: Result, fields: Fields): unknown;
};

/** A command that runs one operation of the API as the operator. */
export function operationCommand<Result>(given: OperationCommand<Result>): Command {
  const operation = operationOf(given.operation);
  const options = fieldOptions(given.options ?? {}, operation, given.fields);
  const file: Option = { type: 'string', value: 'path', meaning: given.file ?? '', required: true };
  return {
    name: given.name,
    summary: given.summary,
    audit: auditOf(operation, given.action),
    ...(given.operand && { operands: given.operand[0] }),
    options: { ...options, ...(given.file && { file }), json },
    async run(context, values, operands) {
      const fields = {
        ...given.fields,
        ...(given.file && (await readFields(required(values, 'file')))),
        ...fieldsOf(options, values, operation),
        ...(given.operand && { [given.operand[1]]: operands[0] }),
      };
      const work = (services: Services) => callOperation<Result>(services, operation, fields);
      const result = await withDatabase(context, (db) =>
        given.usesSecrets ? withSecrets(context, db, work) : work(servicesOf(context, db)),
      );
      if (values.json) return context.printJson(given.showJson?.(result, fields) ?? result);
      context.print(given.show(result, fields));
    },
  };
}

export function auditOf({ audit }: RouteDefinition, action?: string): CommandAudit {
  if (!audit || 'none' in audit) return { none: 'Changes nothing.' };
  return { action: action ?? audit.action, object: audit.object?.[0] ?? '' };
}

/** Checks the fields like a request and runs the handler. */
export async function callOperation<Result>(
  services: Services,
  operation: RouteDefinition,
  fields: Fields,
): Promise<Result> {
  const inPath = propertiesOf(operation.params);
  const part = (isPath: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name in inPath === isPath));
  const input = await requestCheck(operation)(services, { params: part(true), body: part(false) });
  // Handlers of administration use neither the request nor the caller, only the actor.
  return operation.handler(services, { ...input, actor: cliActor } as never) as Promise<Result>;
}

/** The fields of a command that is no operation of the API. */
export function checked<S extends TSchema>(schema: S, fields: Fields): Static<S> {
  const { value, problems } = createValidator(schema, 'body')(fields);
  if (problems.length > 0) throw invalid(problems);
  return value as Static<S>;
}

async function readFields(path: string): Promise<Fields> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new AppError('invalid', `${path} is not a readable JSON file.`);
  }
}

/** The services that operations of administration use. */
export function servicesOf({ settings }: Context, database: Database): Services {
  const identity = { db: database, clock: systemClock };
  return { settings, database, clock: systemClock, identity } as unknown as Services;
}

/** Also opens what encrypts secrets, queues emails and contacts identity providers. */
async function withSecrets<T>(
  context: Context,
  database: Database,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const { settings, log } = context;
  const { publicUrl, port } = settings.http;
  const seals = sealing((await loadSecrets(settings)).SECRET_KEY);
  const outbound = openOutbound(settings);
  const { provider, close } = buildProvider(settings, outbound, log);
  const services = servicesOf(context, database);
  Object.assign(services.identity, {
    sealing: seals,
    provider,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    queueMail: accountMailQueue(seals),
    // Workers poll for new emails every few seconds.
    wakeMailer: () => undefined,
  });
  try {
    return await work(services);
  } finally {
    await close();
    await outbound.close();
  }
}

type Schemas = { params?: TSchema; body?: TSchema };
type Field = { type?: string | string[]; format?: string; enum?: string[]; items?: { enum?: string[] } };

function propertiesOf(schema: TSchema | undefined): Record<string, Field> {
  return (schema as TObject | undefined)?.properties ?? {};
}

export function fieldOptions(
  given: Record<string, FieldOption>,
  { params, body }: Schemas,
  known: Fields = {},
): Record<string, Option> {
  const properties = { ...propertiesOf(params), ...propertiesOf(body) };
  const required = [params, body].flatMap((schema) => (schema as TObject | undefined)?.required ?? []);
  const entries = Object.entries(given).map(([flag, { field = flag.replaceAll('-', '_'), ...option }]) => {
    const isRequired = required.includes(field) && !(field in known);
    const value = valueText(properties[field] ?? {});
    return [
      flag,
      { type: 'string', field, ...(value && { value }), ...(isRequired && { required: true }), ...option },
    ];
  });
  return Object.fromEntries(entries);
}

/** What the help shows as the value of an option. */
function valueText({ type, enum: names, format }: Field): string | undefined {
  if (names) return names.join('|');
  if (format === 'date-time') return 'time';
  const values = { array: 'a,b', boolean: 'yes|no', integer: 'number' };
  return Object.entries(values).find(([name]) => [type].flat().includes(name))?.[1];
}

/** The fields that the options of a command line give. */
export function fieldsOf(options: Record<string, Option>, values: Values, { params, body }: Schemas): Fields {
  const properties = { ...propertiesOf(params), ...propertiesOf(body) };
  const given = Object.entries(options).flatMap(([flag, { field = '' }]) => {
    const text = values[flag];
    return typeof text === 'string' ? [[field, fromText(flag, text, properties[field] ?? {})]] : [];
  });
  return Object.fromEntries(given);
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
