/** One thing wrong with what was sent: where, and in words. */
export type Problem = { type: string; loc: (string | number)[]; msg: string; input: unknown };

type Facts = {
  status: number;
  detail: string;
  problems?: Problem[];
  correlationId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** The one error of this client. `status` is 0 when there was no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  /** One sentence for a person. */
  readonly detail: string;
  /** Every invalid field; empty when the answer names none. */
  readonly problems: Problem[];
  /** Quote it to support. */
  readonly correlationId: string | null;
  /** How long to wait after 429 or 503, when the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, detail, problems, correlationId, retryAfterSeconds, cause }: Facts) {
    super(status === 0 ? detail : `${status}: ${detail}`, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.problems = problems ?? [];
    this.correlationId = correlationId ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** The error that an answer outside 2xx stands for. The sentence stands under one of three keys, or is a list. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body = await readBody(response);
  const said = body.detail ?? body.message ?? body.error;
  const problems = Array.isArray(said) ? (said as Problem[]) : [];
  const sentence = problems.length > 0 ? problems.map(describe).join('; ') : said;
  const wait = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    detail:
      typeof sentence === 'string' && sentence !== '' ? sentence : `The service answered ${response.status}.`,
    problems,
    correlationId: response.headers.get('X-Correlation-Id'),
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
  });
}

function describe({ loc, msg }: Problem): string {
  const place = loc.slice(1).join('.');
  return place === '' ? msg : `${place}: ${msg}`;
}

async function readBody(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
