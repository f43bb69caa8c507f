import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Problem } from '../contract/problem.ts';
import { createValidator, plainSchema, type Source, type Validator } from '../contract/validate.ts';
import type { Actor } from '../domain/identity/actor.ts';
import { type AppError, invalid } from '../lib/errors.ts';
import type { Access, Caller, CallerOf, UserAccess } from './access.ts';
import type { AuditRule } from './audit-rule.ts';
import type { ErrorForm } from './error-forms.ts';
import { type Once, runOncePerKey, unrecorded } from './idempotency.ts';
import { enterAudit, startAudited } from './plugins/audit.ts';
import type { Rate } from './plugins/rate-limit.ts';
import { type Responses, responsesOf } from './responses.ts';
import type { Services } from './services.ts';

export type App = FastifyInstance;

export type Tag =
  | 'Authentication'
  | 'Images'
  | 'Alerts'
  | 'Webhooks'
  | 'Emails'
  | 'Observations'
  | 'Carriers'
  | 'Brokers'
  | 'Administration'
  | 'Operations'
  | 'Privacy';

type BodyType = 'multipart/form-data' | 'application/x-ndjson' | 'text/csv';

type Body =
  | { description: string; schema: TSchema }
  | { description: string; contentType: string; schema?: TSchema };

/** The success response: its status, and the schema of its JSON or the type of its content. */
type Success<S extends TSchema> = Body & {
  status?: number;
  schema?: S;
  headers?: Responses[number]['headers'];
};

type Inputs<P extends TSchema, Q extends TSchema, B extends TSchema, H extends TSchema> = {
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  headers: Static<H>;
};

type RequestActor = Actor & { userId: number; organizationId: number };

type Handled<Rule extends Access, Input> = Input & {
  caller: CallerOf<Rule>;
  /** Who makes a change, on routes for users. */
  actor: Rule extends UserAccess ? RequestActor : null;
  request: FastifyRequest;
  reply: FastifyReply;
  once: Once;
};

/** Input for rules over several fields: invalid fields are absent. */
type Partially<Input> = { [Part in keyof Input]: Partial<Input[Part]> };

type Described<
  Rule extends Access = Access,
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  H extends TSchema = TSchema,
  R extends TSchema = TSchema,
> = {
  operationId: string;
  summary: string;
  description?: string;
  access: Rule;
  rate?: Rate;
  /** What the audit log records. Required on routes that change something or show a plate or VIN. */
  audit?: AuditRule;
  params?: P;
  query?: Q;
  body?: B;
  /** The body that the API reference shows and sends. Without it, the reference fills in values that the service rejects. */
  example?: object;
  /** A body of this type is not parsed: the handler reads it as a stream, and `body` only documents it. */
  bodyType?: BodyType;
  headers?: H;
  success: Success<R>;
  /** Descriptions of further statuses, or of the usual ones where this route differs. */
  errors?: Partial<
    Record<
      400 | 401 | 403 | 404 | 413 | 415 | 422 | 429 | 500 | 503,
      string | { description: string; schema: TSchema }
    >
  >;
  /** The form of error bodies, where it is not `detail` with the list of invalid fields. */
  errorForm?: ErrorForm;
  /** The status of an invalid request: 400 unless the contract says 422. */
  invalidStatus?: 422;
  /** A request without a body counts as one with an empty object. */
  isBodyOptional?: boolean;
  /** Problems that the schemas cannot express; they are reported together with those of the schemas. */
  rules?: (
    services: Services,
    input: Partially<Inputs<P, Q, B, H>>,
    caller: Caller | null,
  ) => Problem[] | Promise<Problem[]>;
  /** The error for an invalid request, where the contract asks for a special one. */
  reject?: (problems: Problem[]) => AppError;
  /** Creates something without returning a secret: `Idempotency-Key` is honored (`http/idempotency.ts`). */
  isIdempotent?: boolean;
  /** Logged only from the level warn on. */
  isQuiet?: boolean;
  /** Runs before the body is read. */
  onRequest?: (request: FastifyRequest) => void;
  handler: (
    services: Services,
    input: Handled<Rule, Inputs<P, Q, B, H>>,
  ) => Promise<Static<R> | FastifyReply> | Static<R> | FastifyReply;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RouteDefinition = Described & { method: Method; url: string; tag: Tag };

/** A file under routes/ exports a list of these. */
export type Route = {
  /** Absent on pages that are not part of the API document. */
  definition?: RouteDefinition;
  responses?: Responses;
  register: (app: App, services: Services) => void;
};

/** Makes the routes of a tag: their input is validated as the schemas say, and the caller has the type of the access rule. */
export function routeOf(tag: Tag) {
  return <
    Rule extends Access,
    P extends TSchema,
    Q extends TSchema,
    B extends TSchema,
    H extends TSchema,
    R extends TSchema,
  >(
    endpoint: `${Method} /${string}`,
    described: Described<Rule, P, Q, B, H, R>,
  ): Route => {
    const [method, url] = endpoint.split(' ') as [Method, string];
    return routeFrom({ ...(described as unknown as Described), method, url, tag });
  };
}

function routeFrom(definition: RouteDefinition): Route {
  const { method, url, access, rate, audit, errorForm, invalidStatus, onRequest, bodyType } = definition;
  const responses = responsesOf(definition);
  return {
    definition,
    responses,
    register(parent, services) {
      const check = requestCheck(definition);
      const serialized = Object.entries(responses).flatMap(([status, { schema }]) =>
        schema ? [[status, plainSchema(schema)]] : [],
      );
      const options: RouteOptions = {
        method,
        url,
        config: {
          access,
          ...(rate && { rate }),
          ...(audit && { audit }),
          ...(errorForm && { errorForm }),
          ...(invalidStatus && { invalidStatus }),
          ...(bodyType && { bodyType }),
        },
        schema: { response: Object.fromEntries(serialized) },
        ...(definition.isQuiet && { logLevel: 'warn' as const }),
        ...(onRequest && { onRequest: async (request: FastifyRequest) => onRequest(request) }),
        handler: async (request, reply) => {
          enterAudit(request, audit);
          const input = await check(services, request);
          const starting = startAudited(services.auditLog, services.clock, request, audit, input);
          if (starting) await starting;
          const { caller, organizationId, apiKeyId } = request;
          const guaranteed =
            access.kind === 'api-key' ? { organization_id: organizationId, api_key_id: apiKeyId } : caller;
          const actor = (caller && actorOf(caller)) as never;
          if (definition.success.status) reply.code(definition.success.status);
          const run = async (once: Once) =>
            definition.handler(services, {
              ...input,
              caller: guaranteed as never,
              actor,
              request,
              reply,
              once,
            });
          // A handler that reads the body itself also holds the key itself.
          if (!definition.isIdempotent || bodyType) return run(unrecorded);
          return runOncePerKey(services, { request, reply }, JSON.stringify(request.body ?? null), run);
        },
      };
      if (!bodyType) parent.route(options);
      else
        parent.register(async (scope) => {
          scope.removeAllContentTypeParsers();
          scope.addContentTypeParser(bodyType, (_request, stream, done) => done(null, stream));
          scope.route(options);
        });
    },
  };
}

type Input = Inputs<TSchema, TSchema, TSchema, TSchema>;
const PARTS = { params: 'path', query: 'query', body: 'body', headers: 'header' } as const satisfies Record<
  keyof Input,
  Source
>;
const MAX_PROBLEMS = 50;
/** An empty body is not valid JSON. */
const NOT_JSON: Problem = { type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {} };
const placeOf = ({ loc }: Problem) => JSON.stringify(loc);

/**
 * Validates all parts of a request and reports the problems of all of them at once. A rule over several fields does not
 * report a field that is invalid by itself.
 */
export function requestCheck(definition: Partial<RouteDefinition>) {
  const { rules, reject = invalid } = definition;
  const validators = Object.entries(PARTS).flatMap(([part, source]): [keyof Input, Validator][] => {
    const schema = definition[part as keyof Input];
    if (part === 'body' && definition.bodyType) return [];
    const isEdit = part === 'body' && definition.method === 'PATCH';
    return schema ? [[part as keyof Input, createValidator(schema, source, isEdit)]] : [];
  });
  return async (
    services: Services,
    request: Partial<Record<keyof Input, unknown>> & { caller?: Caller | null },
  ): Promise<Input> => {
    const input = {} as Input;
    const problems: Problem[] = [];
    let isWhole = true;
    for (const [part, validate] of validators) {
      const isMissing = part === 'body' && request.body === undefined;
      const isEmpty = isMissing && !definition.isBodyOptional;
      const checked = validate(isMissing ? {} : request[part]);
      (input as Record<string, unknown>)[part] = checked.value;
      problems.push(...(isEmpty ? [NOT_JSON] : checked.problems));
      isWhole &&= !isEmpty && checked.problems.every(({ loc }) => loc.length > 1);
    }
    if (rules && isWhole) {
      const found = await rules(services, input as never, request.caller ?? null);
      const known = new Set(problems.map(placeOf));
      problems.push(...found.filter((problem) => !known.has(placeOf(problem))));
    }
    if (problems.length > 0) throw reject(problems.slice(0, MAX_PROBLEMS));
    return input;
  };
}

/** Administrators of the operator's organization act as operators. */
function actorOf({ user_id, organization_id, organization_kind, roles }: Caller): RequestActor {
  return {
    userId: user_id,
    organizationId: organization_id,
    isOperator: organization_kind === 'operator' && roles.includes('admin'),
    via: 'api',
  };
}
