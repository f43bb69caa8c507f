import type { CreateAlert } from '../../server/src/contract/alert.ts';
import { ALL_ROLES } from '../../server/src/contract/roles.ts';
import type { Database } from '../../server/src/db/database.ts';
import { isoDay } from '../../server/src/demo/day-formats.ts';
import {
  lockForFiring,
  rememberFiring,
  takeMatches,
} from '../../server/src/domain/alerts/fire/fire-store.ts';
import { Matcher } from '../../server/src/domain/alerts/match/matcher.ts';
import { createAlert } from '../../server/src/domain/alerts/write-alert.ts';
import { addLogo } from '../../server/src/domain/logos/logos.ts';
import type { NotificationService } from '../../server/src/domain/notifications/notification-service.ts';
import { recordFirings } from '../../server/src/domain/notifications/record-firing.ts';
import { urlHash } from '../../server/src/domain/notifications/webhooks/check-url.ts';
import { hashedUuid } from '../../server/src/lib/bytes/hash.ts';
import { demoCountry } from '../country/country.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import { demoClock, demoNow } from './build-country.ts';
import { demoOrganizations, firstId } from './demo-ids.ts';
import { demoRigs, NAMED_RIGS, rigAt, STOLEN, stolenTrailer } from './demo-rigs.ts';

const DAY_MS = 86_400_000;
const EMAIL = 'demo@milepost.example';
const DESK = 'desk@milepost.example';
const QUARTER_MS = 15 * 60_000;
/** 07:00 in Chicago, in hours of UTC on the as-of day. */
const MORNING_HOUR = 12;
/** Emails and deliveries are kept for 30 days. */
const KEPT_DAYS = 28;

type DemoAlert = CreateAlert & { isPausedLater?: boolean };
const daysAgo = (days: number) => isoDay(demoCountry.asOfDay - days);

/** The organizations, the user, the webhooks and the alerts. */
export async function createDesk(database: Database): Promise<void> {
  const { pool } = database;
  const createdAt = new Date(demoNow.getTime() - 95 * DAY_MS);
  for (const [id, name, kind] of [
    [demoOrganizations.customer, 'Demo Insurance (synthetic)', 'insurance'],
    [demoOrganizations.partner, 'Demo Cameras (synthetic)', 'partner'],
  ])
    await pool.query(
      `insert into organizations (id, name, kind, timezone, is_demo, created_at) values ($1, $2, $3, 'America/Chicago', true, $4)`,
      [id, name, kind, createdAt],
    );
  await pool.query(
    `insert into users (id, organization_id, email, roles, password_hash) values ($1, $2, $3, $4, '-')`,
    [firstId('user'), demoOrganizations.customer, EMAIL, ALL_ROLES],
  );
  for (const mark of inventedWordmarks) await addLogo(database, mark);
  for (const [i, url] of WEBHOOKS.entries())
    await pool.query(
      `insert into webhooks (id, fairness_key, organization_id, webhook_url, url_hash, description, secret, created_at)
       overriding system value values ($1, $2, $3, $4, $5, $6, '\\x', $7)`,
      [
        webhookId(i),
        firstId('webhook') + i,
        demoOrganizations.customer,
        url,
        urlHash(url),
        DESCRIPTIONS[i],
        createdAt,
      ],
    );
  for (const { isPausedLater: _, ...alert } of demoAlerts())
    await createAlert(database, demoOrganizations.customer, firstId('user'), alert, createdAt);
  await pool.query('update alerts set updated_at = $1, is_history_due = false', [createdAt]);
}

const WEBHOOKS = ['http://localhost:9098/milepost', 'https://tms.example/hooks/milepost'];
const DESCRIPTIONS = ['Dispatch system', 'Former transport management system'];
const webhookId = (i: number) => hashedUuid('demo webhook', String(i));

/** No alert matches the trucks on the named images: whoever tries the API with them sees only their own alerts fire. */
function watchedWordmark(): string {
  const named = demoRigs.slice(0, NAMED_RIGS).map(({ wordmark }) => wordmark);
  const other = demoRigs.slice(NAMED_RIGS).find(({ wordmark }) => !named.includes(wordmark));
  if (!other) throw new Error('every wordmark is on a named image');
  return other.wordmark;
}

function demoAlerts(): DemoAlert[] {
  const both: CreateAlert['notification_channels'] = ['email', 'webhook'];
  const basic = { email: EMAIL, disabled: false, notification_channels: both };
  return [
    {
      ...basic,
      alert_type: 'hot',
      alert_name: 'Stolen tractor',
      usdot_number: rigAt(15).usdot,
      cab_number: rigAt(15).cabNumber,
    },
    {
      ...basic,
      alert_type: 'hot',
      alert_name: 'Watched carrier',
      usdot_number: rigAt(13).usdot,
      cc_emails: [DESK],
    },
    {
      ...basic,
      alert_type: 'normal',
      alert_name: 'Policy renewal',
      usdot_number: rigAt(15).usdot,
      notification_channels: ['email'],
    },
    {
      ...basic,
      alert_type: 'normal',
      alert_name: 'Trailer recovery',
      trailer_logo: watchedWordmark().toLowerCase(),
      location_state: 'TX',
    },
    {
      ...basic,
      alert_type: 'hot',
      alert_name: `Stolen trailer ${stolenTrailer().trailerNumber}`,
      trailer_number: stolenTrailer().trailerNumber,
      start_date: daysAgo(STOLEN.daysAgo),
    },
    {
      ...basic,
      alert_type: 'normal',
      alert_name: 'Freight lanes in Ohio',
      deep_search: 'freight',
      location_state: 'OH',
      isPausedLater: true,
    },
    {
      ...basic,
      alert_type: 'hot',
      alert_name: 'Claim 20-117 (closed)',
      usdot_number: rigAt(16).usdot,
      start_date: daysAgo(80),
      end_date: daysAgo(20),
    },
  ];
}

/** Compares the sightings with the alerts and fires them, as the workers would have done at the time. */
export async function fireDesk(database: Database): Promise<void> {
  const { pool } = database;
  await new Matcher({ database, clock: demoClock, wake: () => undefined }).drain();
  await pool.query(`update alert_matches set
    matched_at = (sighting->>'time_captured')::timestamptz + (3 + sighting_id % 40) * interval '1 second'`);
  const { rows } = await pool.query<{ id: number; alert_type: string; times: Date[] }>(
    `select a.id, a.alert_type, array_agg(m.matched_at order by m.match_id) as times
     from alerts a join alert_matches m on m.alert_id = a.id group by 1, 2 order by 1`,
  );
  const notify = recordFirings(service(database));
  for (const { id, alert_type, times } of rows) {
    const firings = Map.groupBy(times, (time) => firedAt(alert_type, time).getTime());
    for (const [at, group] of [...firings].sort(([a], [b]) => a - b)) {
      if (at >= demoNow.getTime()) continue;
      await database.transaction(async (tx) => {
        const locked = await lockForFiring(tx, id);
        if (!locked) throw new Error(`alert ${id} has no match`);
        const when = new Date(at);
        const firingId = hashedUuid('demo firing', String(id - firstId('alert')), when.toISOString());
        const matches = await takeMatches(tx, id, firingId, when, group.length);
        await rememberFiring(tx, id, when, when.toISOString().slice(0, 10), 1);
        if (at > demoNow.getTime() - KEPT_DAYS * DAY_MS)
          await notify(tx, { id: firingId, firedAt: when, alert: locked.alert, matches });
      });
      await settle(database, new Date(at));
    }
  }
  for (const [i, { isPausedLater }] of demoAlerts().entries())
    if (isPausedLater)
      await pool.query('update alerts set disabled = true where id = $1', [firstId('alert') + i]);
  await disableSecondWebhook(database);
}

function firedAt(type: string, time: Date): Date {
  if (type === 'hot') return new Date(Math.ceil(time.getTime() / QUARTER_MS) * QUARTER_MS);
  const morning = Math.floor(time.getTime() / DAY_MS) * DAY_MS + MORNING_HOUR * 3_600_000;
  return new Date(morning > time.getTime() ? morning : morning + DAY_MS);
}

/** Links are left out: those of past deliveries have expired. */
function service(database: Database): NotificationService {
  return {
    db: database,
    clock: demoClock,
    links: { sign: () => '' },
    images: { linkSeconds: 0, path: () => '' },
    publicUrl: '',
    mail: { confirmRecipients: false },
    wake: () => undefined,
  } as unknown as NotificationService;
}

/** Ends the emails and deliveries that were just queued: most succeed, some after a retry, one receiver never answers. */
async function settle({ pool }: Database, at: Date): Promise<void> {
  await pool.query(
    `update mails set created_at = $1, due_at = null, attempts = 1,
       sent_at = case when address = $2 and subject like '1 %' then null else $1::timestamptz + interval '4 seconds' end,
       died_at = case when address = $2 and subject like '1 %' then $1::timestamptz + interval '4 seconds' end,
       failure = case when address = $2 and subject like '1 %' then '452 4.2.2 The mailbox is full.' end
     where due_at is not null`,
    [at, DESK],
  );
  const { rows } = await pool.query<{ id: string; fairness_key: number; n: number }>(
    `select id, fairness_key, ('x' || left(replace(id::text, '-', ''), 6))::bit(24)::int % 5 as n
     from webhook_deliveries where id in (select delivery_id from delivery_queue where due_at is not null) order by id`,
  );
  for (const { id, fairness_key, n } of rows) {
    const isDead = fairness_key !== firstId('webhook');
    const failures = isDead ? FAILED_AFTER_MS.length : n === 0 ? 2 : 0;
    for (let i = 0; i < failures; i++)
      await attempt(pool, id, new Date(at.getTime() + (FAILED_AFTER_MS[i] ?? 0)), isDead ? null : 503);
    const end = new Date(at.getTime() + (FAILED_AFTER_MS[failures] ?? FAILED_AFTER_MS.at(-1) ?? 0));
    if (!isDead) await attempt(pool, id, end, 200);
    await pool.query(`update webhook_deliveries set created_at = $2 where id = $1`, [id, at]);
    if (isDead)
      await pool.query(
        `update delivery_queue set due_at = null, attempts = $2, died_at = $3, failure = 'The connection timed out.'
          where delivery_id = $1`,
        [id, failures, end],
      );
    else await pool.query(`delete from delivery_queue where delivery_id = $1`, [id]);
  }
}

/** The times of the attempts after the firing, by the retry schedule. */
const FAILED_AFTER_MS = [1, 6, 310, 2_120, 9_400, 27_600, 63_800, 114_500, 186_900, 273_500].map(
  (s) => s * 1_000,
);

async function attempt(pool: Database['pool'], id: string, at: Date, status: number | null): Promise<void> {
  const answer = status === null ? '' : status === 200 ? '{"ok":true}' : 'Service Unavailable';
  const durationMs = status === null ? 10_000 : 40 + (at.getTime() % 90);
  await pool.query(
    `insert into webhook_attempts (delivery_id, started_at, duration_ms, status, error, answer) values ($1, $2, $3, $4, $5, $6)`,
    [id, at, durationMs, status, status === null ? 'The connection timed out.' : null, Buffer.from(answer)],
  );
}

/** After five days without success, Milepost disables a webhook; the deliveries after that are never written. */
async function disableSecondWebhook({ pool }: Database): Promise<void> {
  const since = new Date(demoNow.getTime() - 27 * DAY_MS);
  const until = new Date(since.getTime() + 12 * DAY_MS);
  await pool.query(
    `delete from webhook_deliveries where webhook_id = $1
        and (created_at > $2 or id in (select delivery_id from delivery_queue where died_at > $2))`,
    [webhookId(1), until],
  );
  await pool.query(
    `update webhooks set enabled = false, failing_since = $2, disabled_reason = 'Every delivery has failed for 5 days.' where id = $1`,
    [webhookId(1), since],
  );
}
