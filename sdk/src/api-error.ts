import type { Problem } from './generated/schemas.ts';

type ApiErrorOptions = {
  status: number;
  detail: string;
  problems?: Problem[];
  correlationId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** Any failed request. `status` is 0 if there was no usable response. Its subclasses name the usual cases. */
export class ApiError extends Error {
  readonly status: number;
  /** A sentence to show to a user. */
  readonly detail: string;
  /** Every invalid field. Empty if the response lists none. */
  readonly problems: Problem[];
  /** Identifies the request in the service's logs. Quote it to support. */
  readonly correlationId: string | null;
  /** Seconds to wait before a retry, from the `Retry-After` header of a 429 or 503. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, detail, problems, correlationId, retryAfterSeconds, cause }: ApiErrorOptions) {
    super(status === 0 ? detail : `${status}: ${detail}`, { cause });
    this.name = new.target.name;
    this.status = status;
    this.detail = detail;
    this.problems = problems ?? [];
    this.correlationId = correlationId ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** There was no usable response: the connection failed, timed out, or the response is invalid. */
export class ConnectionError extends ApiError {}
/** 400 or 422: `problems` has every invalid field. */
export class ValidationError extends ApiError {}
/** 401: the credentials are missing, wrong or expired. */
export class AuthenticationError extends ApiError {}
/** 403: a role, a license or the API key is missing. */
export class PermissionError extends ApiError {}
/** 404: there is no such object, or it belongs to another organization. */
export class NotFoundError extends ApiError {}
/** 429: a limit is reached; `retryAfterSeconds` says for how long. */
export class RateLimitError extends ApiError {}
/** 5xx: the service or a proxy in front of it failed. */
export class ServerError extends ApiError {}

const CLASSES: Record<number, typeof ApiError> = {
  0: ConnectionError,
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

export function apiError(options: ApiErrorOptions): ApiError {
  const { status } = options;
  return new (CLASSES[status] ?? (status >= 500 ? ServerError : ApiError))(options);
}

/** The error for a response outside 2xx. Its body has `detail`, `message` or `error`: a sentence or a list of problems. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = await readBody(response);
  const detail = body.detail ?? body.message ?? body.error;
  const problems = Array.isArray(detail) ? (detail as Problem[]) : [];
  const sentence = problems.length > 0 ? problems.map(describe).join('; ') : detail;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return apiError({
    status: response.status,
    detail:
      typeof sentence === 'string' && sentence !== ''
        ? sentence
        : `The service responded with status ${response.status}.`,
    problems,
    correlationId: response.headers.get('X-Correlation-Id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

function describe({ loc, msg }: Problem): string {
  const field = loc.slice(1).join('.');
  return field === '' ? msg : `${field}: ${msg}`;
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
