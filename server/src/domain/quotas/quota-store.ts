import type { Quota } from '../../contract/admin/quota.ts';
import {
  MAX_EVENT_STREAMS,
  periodStart,
  QUOTA_RULES,
  type QuotaName,
  resetTime,
} from '../../contract/admin/quota-rules.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { type Database, type Db, statement } from '../../db/database.ts';
import type { SessionSlots } from '../../db/session-slots.ts';
import { AppError } from '../../lib/errors.ts';
import { quotaError } from './quota-error.ts';

const limitOf = statement('quotas.limit', `select quota_limit($1, $2) as value`);

async function quotaLimit(db: Db, organizationId: number, name: QuotaName): Promise<number> {
  const row = await db.row<{ value: number | null }>(limitOf, [organizationId, name]);
  return row?.value ?? Number.MAX_SAFE_INTEGER;
}

/** Fails if one request exceeds the quota by itself. */
export async function checkQuota(
  db: Db,
  organizationId: number,
  name: QuotaName,
  amount: number,
): Promise<void> {
  const limit = await quotaLimit(db, organizationId, name);
  if (amount > limit) throw quotaError(name, limit);
}

/**
 * SQL: the amount used with an addition, in a counter `u` of `quota_usage` and its proposed row `excluded`. A process
 * whose clock is behind adds to the newer period.
 */
export const USED_BEFORE = `(case when u.period_start >= excluded.period_start then u.used else 0 end)`;
export const LATER_PERIOD = `greatest(u.period_start, excluded.period_start)`;

const take = statement(
  'quotas.take',
  `insert into quota_usage as u (organization_id, name, period_start, used, granted)
   values ($1, $2, $3, check_quota($1, $2, $4), $4)
   on conflict (organization_id, name) do update set
     used = check_quota(u.organization_id, u.name, ${USED_BEFORE} + excluded.granted),
     period_start = ${LATER_PERIOD}, granted = excluded.granted`,
);

/** Uses a part of a quota with a period. Fails, and counts nothing, if less than `amount` is left. */
export async function takeQuota(
  db: Db,
  organizationId: number,
  name: QuotaName,
  amount: number,
  now: Date,
): Promise<void> {
  await db.run(take, [organizationId, name, periodStart(name, now), amount]);
}

const overrides = statement(
  'quotas.overrides',
  `select name, value from organization_quotas where organization_id = $1`,
);
const counters = statement(
  'quotas.counters',
  `select name, period_start, used from quota_usage where organization_id = $1`,
);
/** Advisory locks with two keys have objsubid 2. */
const rowCounts = statement(
  'quotas.row-counts',
  `select (select count(*) from alerts where organization_id = $1) as alerts,
          (select coalesce(max(1 + cardinality(cc_emails)), 0) from alerts where organization_id = $1)
            as email_recipients_per_alert,
          (select count(*) from webhooks where organization_id = $1) as webhooks,
          (select count(*) from onboarded_contacts where organization_id = $1) as carrier_contacts,
          (select count(*) from cases where organization_id = $1) as cases,
          (select count(*) from vetting_checks where organization_id = $1) as vetting_checks,
          (select count(*) from vetting_list where organization_id = $1) as vetting_list,
          (select count(*) from carrier_links where organization_id = $1) as carrier_links,
          (select count(*) from carrier_objections where organization_id = $1) as carrier_objections,
          (select count(*) from users where organization_id = $1 and disabled_at is null) as users,
          (select count(*) from api_keys where organization_id = $1 and revoked_at is null) as api_keys,
          (select count(*) from pg_locks
            where locktype = 'advisory' and objsubid = 2 and objid = $1 and granted
              and database = (select oid from pg_database where datname = current_database())
              and classid between ${LOCKS.eventStreams} and ${LOCKS.eventStreams + MAX_EVENT_STREAMS - 1})
            as event_streams`,
);
const exists = statement('quotas.organization-exists', `select 1 from organizations where id = $1`);

/** Every quota of an organization with its limit and what is used of it. */
export async function readQuotas(db: Db, organizationId: number, now: Date): Promise<Quota[]> {
  if ((await db.row(exists, [organizationId])) === null) throw organizationNotFound();
  const own = await db.rows<{ name: string; value: number }>(overrides, [organizationId]);
  const counted = await db.rows<{ name: string; period_start: Date | number; used: number }>(counters, [
    organizationId,
  ]);
  const rows = (await db.row<Record<string, number>>(rowCounts, [organizationId])) ?? {};
  return QUOTA_RULES.map(({ name, fallback, meaning }) => {
    const override = own.find((row) => row.name === name);
    const counter = counted.find((row) => row.name === name);
    const start = periodStart(name, now);
    const isCurrent = start === null || (counter?.period_start ?? 0) >= start;
    return {
      name,
      limit: override?.value ?? fallback,
      is_default: override === undefined,
      used: rows[name] ?? (counter && isCurrent ? counter.used : 0),
      resets_at: resetTime(name, now)?.toISOString() ?? null,
      description: meaning,
    };
  });
}

const clear = statement('quotas.clear', `delete from organization_quotas where organization_id = $1`);
const put = statement(
  'quotas.put',
  `insert into organization_quotas (organization_id, name, value)
   select $1, q.name, q.value from unnest($2::text[], $3::bigint[]) as q (name, value)
   on conflict (organization_id, name) do update set value = excluded.value, changed_at = now()`,
);
const reset = statement(
  'quotas.reset',
  `delete from organization_quotas where organization_id = $1 and name = $2`,
);

export type QuotaLimits = Partial<Record<QuotaName, number>>;

/** Replaces all limits of an organization: a quota that is not given gets its default. */
export async function replaceQuotas(
  database: Database,
  organizationId: number,
  limits: QuotaLimits,
): Promise<void> {
  await database.transaction(async (tx) => {
    if ((await tx.row(exists, [organizationId])) === null) throw organizationNotFound();
    await tx.run(clear, [organizationId]);
    await tx.run(put, [organizationId, Object.keys(limits), Object.values(limits)]);
  });
}

/** Sets one limit; null restores the default. */
export async function setQuota(
  db: Db,
  organizationId: number,
  name: QuotaName,
  value: number | null,
): Promise<void> {
  if ((await db.row(exists, [organizationId])) === null) throw organizationNotFound();
  if (name === 'event_streams' && value !== null && value > MAX_EVENT_STREAMS)
    throw new AppError('invalid', `event_streams must be at most ${MAX_EVENT_STREAMS}.`);
  if (value === null) await db.run(reset, [organizationId, name]);
  else await db.run(put, [organizationId, [name], [value]]);
}

const organizationNotFound = () => new AppError('not_found', 'There is no such organization.');

/** Takes one of the slots of a quota that is counted in slots. Call the returned function once to release it. */
export async function takeSlot(
  db: Db,
  slots: SessionSlots,
  lock: number,
  organizationId: number,
): Promise<() => Promise<void>> {
  const limit = await quotaLimit(db, organizationId, 'event_streams');
  const release = await slots.take(lock, organizationId, limit);
  if (release === null) throw quotaError('event_streams', limit);
  return release;
}

const defaults = statement('quotas.defaults', `select name, value from quota_defaults`);
const sync = statement(
  'quotas.sync-defaults',
  `with rules as (select * from unnest($1::text[], $2::bigint[]) as r (name, value)),
   gone as (delete from quota_defaults where name <> all ($1::text[]))
   insert into quota_defaults (name, value) select name, value from rules order by name
   on conflict (name) do update set value = excluded.value`,
);

/** Writes the defaults of the quotas into the database, where `quota_limit` reads them. */
export async function syncQuotaDefaults(db: Db): Promise<void> {
  const rows = await db.rows<{ name: string; value: number }>(defaults);
  const known = new Map(rows.map(({ name, value }) => [name, value]));
  const isCurrent = QUOTA_RULES.every(({ name, fallback }) => known.get(name) === fallback);
  if (isCurrent && known.size === QUOTA_RULES.length) return;
  await db.run(sync, [QUOTA_RULES.map(({ name }) => name), QUOTA_RULES.map(({ fallback }) => fallback)]);
}
