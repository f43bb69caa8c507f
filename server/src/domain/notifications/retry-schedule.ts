const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay after each failed attempt. The attempt after the last delay is the final one. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Adds up to 10 %, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** The longest possible time between the first attempt and the last. */
export const RETRY_SPAN_MS = RETRY_DELAYS_MS.reduce((sum, ms) => sum + ms, 0) * (1 + JITTER);

/**
 * The delay after the n-th failed attempt (n starts at 1), or null after the final attempt. `Retry-After` can
 * extend a delay up to the length of the next one; it never shortens a delay.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: number): number | null {
  const scheduledMs = RETRY_DELAYS_MS[attempt - 1];
  if (scheduledMs === undefined) return null;
  const maxMs = RETRY_DELAYS_MS[attempt] ?? scheduledMs;
  const delayMs = Math.min(Math.max(scheduledMs, retryAfterMs ?? 0), maxMs);
  return delayMs * (1 + JITTER * random);
}

/** Parses a `Retry-After` header, in seconds or as an HTTP date. Null if it is missing or malformed. */
export function parseRetryAfter(value: string | string[] | undefined, now: Date): number | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const isHttpDate = /^[A-Za-z]{3}, \d\d [A-Za-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text);
  const at = isHttpDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
