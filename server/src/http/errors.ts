import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isDatabaseFault } from '../db/database-fault.ts';
import { asQuotaError } from '../domain/quotas/quota-error.ts';
import { AppError, type ErrorKind, messageOf } from '../lib/errors.ts';
import { errorBody } from './error-forms.ts';

/** The only mapping from errors to statuses. The status of an invalid request depends on the route. */
const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  malformed: 400,
  incomplete: 400,
  query_credentials: 400,
  unauthenticated: 401,
  gateway: 403,
  forbidden: 403,
  not_found: 404,
  too_many: 429,
  too_large: 413,
  unsupported: 415,
  failed: 500,
  operator: 500,
  unavailable: 503,
};

/** The key of the message: `detail`, except in two responses of token creation. */
const BODY_KEY: Partial<Record<ErrorKind, string>> = { gateway: 'message', query_credentials: 'error' };

const FRAMEWORK: Record<string, { status: number; detail: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, detail: 'The body is larger than 1 MiB.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, detail: 'Content-Type must be application/json.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    detail: 'The length of the body differs from Content-Length.',
  },
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, detail: 'Not found.' },
  FST_ERR_BAD_URL: { status: 400, detail: 'The path is not a valid URL.' },
};

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const framework = FRAMEWORK[(error as FastifyError).code ?? ''];
  const { invalidStatus, errorForm } = request.routeOptions.config ?? {};
  const status = framework?.status ?? statusOfKind(known.kind, invalidStatus);
  const message = framework ? frameworkDetail(framework, request) : known.message;
  if (status >= 500 && !framework) {
    request.log.error(
      { error: messageOf(error), detail: known.detail, stack: (error as Error).stack },
      'request failed',
    );
  }
  if (known.retryAfterSeconds !== undefined) reply.header('Retry-After', String(known.retryAfterSeconds));
  reply.code(status);
  if (errorForm) return reply.send(errorBody(errorForm, status, known, message));
  if (framework) return reply.send({ detail: message });
  const body = known.problems ?? message;
  return reply.send({ [BODY_KEY[known.kind] ?? 'detail']: body, ...known.fields });
}

export function sendNotFound(reply: FastifyReply, allowed: string[]): FastifyReply {
  if (allowed.length === 0) return reply.code(404).send({ detail: 'Not found.' });
  reply.header('Allow', allowed.join(', '));
  return reply.code(405).send({ detail: `Method not allowed. Allowed: ${allowed.join(', ')}` });
}

export function statusOfKind(kind: ErrorKind, invalidStatus?: 400 | 422): number {
  const isInvalid = kind === 'invalid' || kind === 'malformed';
  return isInvalid ? (invalidStatus ?? STATUS[kind]) : STATUS[kind];
}

function frameworkDetail({ status, detail }: { status: number; detail: string }, request: FastifyRequest) {
  const { bodyType } = request.routeOptions.config;
  return status === 415 && bodyType ? `Content-Type must be ${bodyType}.` : detail;
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const exceeded = asQuotaError(error);
  if (exceeded) return exceeded;
  if (isDatabaseAway(error)) {
    return new AppError('failed', 'The database cannot be reached at present. Retry shortly.', {
      retryAfterSeconds: 5,
    });
  }
  if (isDatabaseFault(error)) {
    return new AppError('failed', 'The service is overloaded. Retry shortly.', { retryAfterSeconds: 5 });
  }
  return new AppError('failed', 'Internal error. Quote X-Correlation-Id to support.');
}
