/** How a quota is counted. */
type Counting =
  /** The rows that exist. The insert takes a lock and counts (`admit_row` in the database). */
  | 'rows'
  /** A row in `quota_usage`, updated by the statement that uses the quota. */
  | 'counter'
  /** The size of one request. Nothing is stored. */
  | 'request'
  /** Advisory locks that the processes hold (`db/session-slots.ts`). */
  | 'slots';

export type QuotaRule = {
  name: string;
  /** The limit of an organization without a limit of its own. */
  fallback: number;
  /** A counter starts again at the next full minute or at midnight UTC. */
  period: 'minute' | 'day' | null;
  counting: Counting;
  meaning: string;
};

/** All quotas of an organization. The database, the API, the CLI and docs/limits.md use this table. */
export const QUOTA_RULES = [
  {
    name: 'alerts',
    fallback: 10_000,
    period: null,
    counting: 'rows',
    meaning: 'Alerts, active or not.',
  },
  {
    name: 'email_recipients_per_alert',
    fallback: 51,
    period: null,
    counting: 'request',
    meaning: 'Addresses of one alert: `email` and `cc_emails`.',
  },
  {
    name: 'emails_per_day',
    fallback: 20_000,
    period: 'day',
    counting: 'counter',
    meaning: 'Alert emails, one per address. Further emails are held and sent when the quota allows it.',
  },
  {
    name: 'alert_runs_per_minute',
    fallback: 60,
    period: 'minute',
    counting: 'counter',
    meaning: 'Calls of `POST /alerts/run`.',
  },
  {
    name: 'webhooks',
    fallback: 500,
    period: null,
    counting: 'rows',
    meaning: 'Webhooks, enabled or not.',
  },
  {
    name: 'webhook_tests_per_minute',
    fallback: 200,
    period: 'minute',
    counting: 'counter',
    meaning: 'Test events sent, one per webhook.',
  },
  {
    name: 'images_per_day',
    fallback: 2_000_000,
    period: 'day',
    counting: 'counter',
    meaning: 'Images stored. A repeated request for the same image does not count.',
  },
  {
    name: 'stored_bytes',
    fallback: 10_000_000_000_000,
    period: null,
    counting: 'counter',
    meaning: 'Bytes of all stored images.',
  },
  {
    name: 'rereads_per_day',
    fallback: 10_000,
    period: 'day',
    counting: 'counter',
    meaning: 'Images that a user has read again (`POST /images/{image_id}/read`).',
  },
  {
    name: 'corrections_per_day',
    fallback: 10_000,
    period: 'day',
    counting: 'counter',
    meaning: 'Corrections of readings, stored or withdrawn.',
  },
  {
    name: 'exports_per_day',
    fallback: 10_000,
    period: 'day',
    counting: 'counter',
    meaning: 'Exports of the profiles of several carriers (`GET /carrier/profile/fmcsa/batch`).',
  },
  {
    name: 'event_streams',
    fallback: 20,
    period: null,
    counting: 'slots',
    meaning: 'Open event streams (`GET /events`) in all processes together.',
  },
  {
    name: 'users',
    fallback: 1_000,
    period: null,
    counting: 'rows',
    meaning: 'Users that are not disabled.',
  },
  {
    name: 'api_keys',
    fallback: 100,
    period: null,
    counting: 'rows',
    meaning: 'API keys that are not revoked.',
  },
] as const satisfies readonly QuotaRule[];

export type QuotaName = (typeof QUOTA_RULES)[number]['name'];
export const QUOTA_NAMES = QUOTA_RULES.map(({ name }) => name);
export const MAX_QUOTA = Number.MAX_SAFE_INTEGER;
/** The highest limit of each quota that needs a technical one. */
export const MAX_EVENT_STREAMS = 500;

export function quotaRule(name: string): QuotaRule | undefined {
  return QUOTA_RULES.find((rule) => rule.name === name);
}

const PERIOD_MS = { minute: 60_000, day: 86_400_000 };

/** The start of the period that contains `now`, in UTC. Null for a quota without a period. */
export function periodStart(name: QuotaName, now: Date): Date | null {
  const period = quotaRule(name)?.period ?? null;
  if (period === null) return null;
  return new Date(Math.floor(now.getTime() / PERIOD_MS[period]) * PERIOD_MS[period]);
}

/** When the counter starts again. Null for a quota without a period. */
export function resetTime(name: string, now: Date): Date | null {
  const period = quotaRule(name)?.period ?? null;
  if (period === null) return null;
  return new Date((Math.floor(now.getTime() / PERIOD_MS[period]) + 1) * PERIOD_MS[period]);
}
