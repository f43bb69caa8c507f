import { ApiError } from './api-error.ts';

const BASE_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** A longer wait is left to the caller. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** Exponential, and random so that many clients do not repeat at the same moment. */
export function backoffMs(baseMs: number, failures: number): number {
  return Math.min(baseMs * 2 ** failures, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2);
}

/**
 * How long to wait before the request is repeated; null if it must not be. A request that may have had an effect is repeated only
 * if its effect does not double: reads, PUT and DELETE, and requests with an idempotency key. 429 and a 503 with `Retry-After` are
 * refusals: nothing was done.
 */
export function retryDelayMs(error: unknown, failures: number, isRepeatable: boolean): number | null {
  if (!(error instanceof ApiError) || error.cause instanceof SyntaxError) return null;
  const { status, retryAfterSeconds } = error;
  const isRefusal = status === 429 || (status === 503 && retryAfterSeconds !== null);
  const isTemporary =
    status === 0 || status === 502 || status === 503 || status === 504 || retryAfterSeconds !== null;
  if (!isRefusal && !(isRepeatable && isTemporary)) return null;
  if ((retryAfterSeconds ?? 0) > MAX_RETRY_AFTER_SECONDS) return null;
  return Math.max((retryAfterSeconds ?? 0) * 1000, 0) + backoffMs(BASE_MS, failures);
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
