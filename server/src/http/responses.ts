import type { TSchema } from 'typebox';
import {
  ErrorDetail,
  ErrorDetailOrInvalidFields,
  InvalidFields,
  TooManyRequests,
} from '../contract/problem.ts';
import type { Access } from './access.ts';
import type { AuditRule } from './audit-rule.ts';
import { type ErrorForm, errorSchema } from './error-forms.ts';
import type { Rate } from './plugins/rate-limit.ts';

export type Response = {
  description: string;
  schema?: TSchema;
  contentType?: string;
  /** Headers of this response beside those that every response has. */
  headers?: Record<string, { description: string; schema: TSchema }>;
  hasRetryAfter?: boolean;
  hasRateLimit?: boolean;
};
export type Responses = Record<number, Response>;

/** The parts of a route definition that decide its responses. */
type Described = {
  access: Access;
  rate?: Rate;
  audit?: AuditRule;
  params?: TSchema;
  query?: TSchema;
  headers?: TSchema;
  body?: TSchema;
  errorForm?: ErrorForm;
  invalidStatus?: 422;
  success: Response & { status?: number };
  errors?: Partial<Record<number, string | Response>>;
};

/** For routes that also reject a change that their schemas allow: `detail` is a text or the list of invalid fields. */
export const REJECTED = {
  description: 'The request is invalid, or the change is not allowed.',
  schema: ErrorDetailOrInvalidFields,
};

export const NO_ORGANIZATION = { 404: 'There is no such organization, or it is not yours.' };

/** The descriptions of errors that routes share. */
export const USUAL: Record<number, string> = {
  400: 'The request is invalid. `detail` lists every invalid field.',
  401: 'Credentials are missing or incorrect.',
  403: 'The user lacks the permission.',
  413: 'The body is larger than 1 MiB.',
  415: 'Content-Type must be application/json, and the body must not be compressed.',
  422: 'The request is invalid. `detail` lists every invalid field.',
  429: 'Too many requests. Retry after the seconds in `Retry-After`.',
  500: 'Internal error. Quote `X-Correlation-Id` to support.',
};

const SCHEMAS: Record<number | 'invalid', TSchema | undefined> = {
  invalid: InvalidFields,
  429: TooManyRequests,
};

/** Every response of a route: the success, and the errors that follow from its access rule and its input. */
export function responsesOf(definition: Described): Responses {
  const { success, access, rate, audit, params, query, headers, body, invalidStatus = 400 } = definition;
  const { errors = {}, errorForm } = definition;
  const hasPurpose = audit !== undefined && 'action' in audit && audit.kind !== 'sign-in';
  const statuses = new Set<number>(Object.keys(errors).map(Number)).add(500);
  if (params || query || headers || body || hasPurpose) statuses.add(invalidStatus);
  if (body) statuses.add(413).add(415);
  if (access.kind === 'user') statuses.add(401).add(403);
  if (access.kind === 'operations') statuses.add(403);
  if (access.kind === 'any-credential') statuses.add(401);
  if (rate !== 'none') statuses.add(429);
  const isLimited = rate !== 'none';
  const responses: Responses = {
    [success.status ?? 200]: { ...success, ...(isLimited && { hasRateLimit: true }) },
  };
  for (const status of statuses) {
    const declared = errors[status] ?? USUAL[status] ?? 'Error.';
    const response = typeof declared === 'string' ? { description: declared } : declared;
    const usual = SCHEMAS[status === invalidStatus ? 'invalid' : status] ?? ErrorDetail;
    const schema = errorForm ? errorSchema(errorForm, status) : usual;
    responses[status] = {
      schema,
      ...response,
      ...(status === 429 && { hasRetryAfter: true, hasRateLimit: isLimited }),
    };
  }
  return responses;
}
