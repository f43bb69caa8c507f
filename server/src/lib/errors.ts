/** Independent of HTTP. `http/errors.ts` maps each kind to a status. */
export type ErrorKind =
  | 'invalid'
  | 'malformed'
  | 'incomplete'
  | 'query_credentials'
  | 'unauthenticated'
  | 'gateway'
  | 'forbidden'
  | 'not_found'
  | 'too_many'
  | 'too_large'
  | 'unsupported'
  | 'unavailable'
  | 'failed'
  | 'operator';

/** One problem with an input. `input` must never contain a secret. */
export type Problem = { type: string; loc: (string | number)[]; msg: string; input: unknown };

type Extra = {
  /** For the log only: causes, addresses, SQL states. */
  detail?: unknown;
  problems?: Problem[];
  retryAfterSeconds?: number;
  /** The code of a refusal in bodies that have one. */
  subcode?: string;
  /** Further keys of the response body. */
  fields?: Record<string, unknown>;
  cause?: unknown;
};

/** `message` is shown to the caller; `detail` is only logged. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly detail: unknown;
  readonly problems: Problem[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly subcode: string | undefined;
  readonly fields: Record<string, unknown> | undefined;

  constructor(kind: ErrorKind, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.detail = extra.detail;
    this.problems = extra.problems;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.subcode = extra.subcode;
    this.fields = extra.fields;
  }
}

/**
 * Work failed for a reason outside its item: a store, another service or the database. It is retried for a day and is no
 * attempt of the item. `message` names the reason.
 */
export class OutsideFault extends AppError {
  constructor(message: string, detail?: unknown) {
    super('unavailable', message, { detail, retryAfterSeconds: 30 });
  }
}

/** A problem that only the operator can fix: printed as one sentence, with exit code 1. */
export function operatorError(message: string, cause?: unknown): AppError {
  return new AppError('operator', message, { cause });
}

export function invalid(problems: Problem[]): AppError {
  return new AppError('invalid', problems.map((p) => p.msg).join('; '), { problems });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
