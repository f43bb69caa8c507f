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

/** A quota without a period. */
const quota = <const Name extends string>(
  name: Name,
  fallback: number,
  counting: Counting,
  meaning: string,
) => ({ name, fallback, period: null, counting, meaning }) satisfies QuotaRule;

const counterPer = <const Name extends string>(
  period: 'minute' | 'day',
  name: Name,
  fallback: number,
  meaning: string,
) => ({ name, fallback, period, counting: 'counter', meaning }) satisfies QuotaRule;

/** All quotas of an organization. The database, the API, the CLI and docs/limits.md use this table. */
export const QUOTA_RULES = [
  quota('alerts', 10_000, 'rows', 'Alerts, active or not.'),
  quota('email_recipients_per_alert', 51, 'request', 'Addresses of one alert: `email` and `cc_emails`.'),
  counterPer(
    'day',
    'emails_per_day',
    20_000,
    'Alert emails, one per address. Further emails are held and sent when the quota allows it.',
  ),
  counterPer('minute', 'alert_runs_per_minute', 60, 'Calls of `POST /alerts/run`.'),
  quota('webhooks', 500, 'rows', 'Webhooks, enabled or not.'),
  counterPer('minute', 'webhook_tests_per_minute', 200, 'Test events sent, one per webhook.'),
  counterPer(
    'day',
    'images_per_day',
    2_000_000,
    'Images stored. A repeated request for the same image does not count.',
  ),
  quota('stored_bytes', 10_000_000_000_000, 'counter', 'Bytes of all stored images.'),
  counterPer(
    'day',
    'rereads_per_day',
    10_000,
    'Images that a user has read again (`POST /images/{image_id}/read`).',
  ),
  counterPer('day', 'corrections_per_day', 10_000, 'Corrections of readings, stored or withdrawn.'),
  counterPer(
    'day',
    'match_changes_per_day',
    50_000,
    'Changes of the state, assignee or note of a match (`PATCH /matches/{match_id}`).',
  ),
  counterPer(
    'day',
    'dock_checks_per_day',
    10_000,
    'Doors checked against a booked carrier (`POST /dock-check`).',
  ),
  counterPer(
    'day',
    'exports_per_day',
    10_000,
    'Exports of carriers (`GET /carrier/profile/fmcsa/batch`), sightings, alerts and matches, and downloaded case packs.',
  ),
  counterPer(
    'day',
    'idempotency_keys_per_day',
    2_000_000,
    'Requests with an `Idempotency-Key`, whose responses are stored for 24 hours.',
  ),
  quota('event_streams', 20, 'slots', 'Open event streams (`GET /events`) in all processes together.'),
  quota('carrier_contacts', 100_000, 'rows', 'Contacts that the organization keeps of carriers.'),
  quota('facilities', 100_000, 'rows', 'Facilities that the organization has imported.'),
  quota('cases', 10_000, 'rows', 'Cases of vehicles.'),
  quota('carrier_decisions', 100_000, 'rows', 'Decisions and notes on carriers.'),
  quota('vetting_checks', 1_000_000, 'rows', 'Kept checks of carriers, with their vetting files.'),
  counterPer('day', 'vetting_checks_per_day', 20_000, 'Checks of carriers that are kept (`POST /checks`).'),
  quota('vetting_list', 100_000, 'rows', 'Carriers on the allow and block lists.'),
  quota('carrier_links', 100_000, 'rows', 'Links with which carriers see what is held about them.'),
  quota('carrier_objections', 100_000, 'rows', 'Objections of carriers.'),
  quota('watchlists', 1_000, 'rows', 'Watchlists.'),
  quota('watched_carriers', 200_000, 'rows', 'Carriers on watchlists. A carrier on two lists counts twice.'),
  quota('users', 1_000, 'rows', 'Users that are not disabled.'),
  quota('api_keys', 100, 'rows', 'API keys that are not revoked.'),
];

export type QuotaName = (typeof QUOTA_RULES)[number]['name'];
export const QUOTA_NAMES = QUOTA_RULES.map(({ name }) => name);
export const MAX_QUOTA = Number.MAX_SAFE_INTEGER;
/** The highest limit of each quota that needs a technical one. */
export const MAX_EVENT_STREAMS = 500;

export function quotaRule(name: string): QuotaRule | undefined {
  return QUOTA_RULES.find((rule) => rule.name === name);
}

const PERIOD_MS = { minute: 60_000, day: 86_400_000 };

/** The start of the period that contains `now`, in UTC, or of a later one. Null for a quota without a period. */
export function periodStart(name: string, now: Date, later = 0): Date | null {
  const period = quotaRule(name)?.period ?? null;
  if (period === null) return null;
  return new Date((Math.floor(now.getTime() / PERIOD_MS[period]) + later) * PERIOD_MS[period]);
}

/** When the counter starts again. Null for a quota without a period. */
export const resetTime = (name: string, now: Date) => periodStart(name, now, 1);
