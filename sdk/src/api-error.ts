import type { Problem } from './generated/schemas.ts';

type ApiErrorOptions = {
  status: number;
  detail: string;
  problems?: Problem[];
  correlationId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** Any failed request. `status` is 0 if there was no usable response. */
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
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.problems = problems ?? [];
    this.correlationId = correlationId ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** The error for a response outside 2xx. Its body has `detail`, `message` or `error`: a sentence or a list of problems. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = await readBody(response);
  const detail = body.detail ?? body.message ?? body.error;
  const problems = Array.isArray(detail) ? (detail as Problem[]) : [];
  const sentence = problems.length > 0 ? problems.map(describe).join('; ') : detail;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError({
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
