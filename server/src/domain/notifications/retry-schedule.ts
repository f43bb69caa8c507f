const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pause after each failed attempt; after the last of them one more attempt is made, and no further. */
export const RETRY_TABLE_MS = [
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

/** Later by up to a tenth, so that what failed together does not come back together. */
const JITTER = 0.1;

/** From the first attempt to the last, at the longest. */
export const RETRY_SPAN_MS = RETRY_TABLE_MS.reduce((sum, ms) => sum + ms, 0) * (1 + JITTER);

/**
 * How long to wait after the n-th failed attempt (n from 1); null when there is no further one. A receiver's own
 * wish is honoured as far as the pause after this one; it never makes the wait shorter.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: number): number | null {
  const pauseMs = RETRY_TABLE_MS[attempt - 1];
  if (pauseMs === undefined) return null;
  const mostMs = RETRY_TABLE_MS[attempt] ?? pauseMs;
  const wishedMs = Math.min(Math.max(pauseMs, retryAfterMs ?? 0), mostMs);
  return wishedMs * (1 + JITTER * random);
}

/** Seconds or a date, as HTTP has it; null for anything else. */
export function parseRetryAfter(value: string | string[] | undefined, now: Date): number | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const at = /^[A-Za-z]{3}, \d\d [A-Za-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
