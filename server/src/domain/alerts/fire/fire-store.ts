import { CRITERION_NAMES } from '../../../contract/criteria.ts';
import { type Db, statement } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { FiredAlert, FiredMatch } from '../../notifications/firing.ts';
import { changingSightings } from '../../observations/unmatched.ts';
import { keptSighting } from '../match/kept-sighting.ts';
import type { FiringState, Mornings } from './firing-times.ts';

const STATE = `a.id, a.alert_type, a.fired_for, a.fired_day, a.fired_count, a.cooldown_minutes, a.daily_cap, o.timezone,
  o.morning_minute, (select m.matched_at from alert_matches m where m.alert_id = a.id and m.firing_id is null
                      order by m.match_id limit 1) as waiting_since`;

/** Without a waiting match, there is nothing to fire. */
type StateRow = (FiringState | { waiting_since: null }) & { id: number };

/** Active alerts with matches that have not fired: one index probe per such alert, none for the others. */
const waiting = statement(
  'alerts.fire.waiting',
  `with recursive w (alert_id) as (
     (select alert_id from alert_matches where firing_id is null and alert_id > $1 order by alert_id limit 1)
     union all
     select (select m.alert_id from alert_matches m where m.firing_id is null and m.alert_id > w.alert_id
              order by m.alert_id limit 1)
       from w where w.alert_id is not null
   ), page as (select alert_id from w where alert_id is not null limit $2)
   select p.alert_id, s.* from page p left join lateral (
     select ${STATE} from alerts a join organizations o on o.id = a.organization_id
      where a.id = p.alert_id and not a.disabled and o.disabled_at is null) s on true
   order by p.alert_id`,
);

export type Waiting = { id: number; state: FiringState };

/** One page, by id. `last` is the id that the next page starts after, null on the last page. */
export async function waitingAlerts(
  db: Db,
  afterId: number,
  size: number,
): Promise<{ alerts: Waiting[]; last: number | null }> {
  const rows = await db.rows<StateRow & { alert_id: number }>(waiting, [afterId, size]);
  const alerts = rows.flatMap((row) => (row.waiting_since ? [{ id: row.id, state: row }] : []));
  return { alerts, last: rows.length < size ? null : (rows.at(-1)?.alert_id ?? null) };
}

/** The columns of a fired alert. */
export const FIRED = `a.organization_id, a.alert_name, a.email, a.cc_emails, a.notification_channels,
  ${CRITERION_NAMES.map((name) => `nullif(a.${name}, '') as ${name}`).join(', ')}`;

const lock = statement(
  'alerts.fire.lock',
  `select ${STATE}, ${FIRED}
     from alerts a join organizations o on o.id = a.organization_id
    where a.id = $1 and not a.disabled and o.disabled_at is null for no key update of a skip locked`,
);

export type LockedAlert = { state: FiringState; alert: FiredAlert };

/**
 * Locks an alert until the transaction ends. Null when it or its organization is disabled, when it is deleted or has
 * no new match, or when another process is firing it.
 */
export async function lockForFiring(db: Db, id: number): Promise<LockedAlert | null> {
  const row = await db.row<StateRow & Omit<FiredAlert, 'organizationId'> & { organization_id: number }>(
    lock,
    [id],
  );
  if (!row?.waiting_since) return null;
  const { organization_id: organizationId, ...alert } = row;
  return { state: row, alert: { ...alert, organizationId } };
}

const oldest = statement(
  'alerts.fire.oldest',
  `select match_id, sighting_id from alert_matches where alert_id = $1 and firing_id is null and match_id > $2
    order by match_id limit $3`,
);
const take = statement(
  'alerts.fire.take',
  `update alert_matches set firing_id = $2, fired_at = $3
    where alert_id = $1 and firing_id is null and match_id = any($4::bigint[])
   returning match_id, matched_at, sighting, traceparent`,
);

/** The oldest waiting matches. A sighting that changed is matched again first. */
async function findWaiting(db: Db, alertId: number, most: number): Promise<number[]> {
  const found: number[] = [];
  for (let after = 0, isLast = false; !isLast && found.length < most; ) {
    const page = await db.rows<{ match_id: number; sighting_id: number }>(oldest, [alertId, after, most]);
    const changed = await changingSightings(
      db,
      page.map(({ sighting_id }) => sighting_id),
    );
    for (const { match_id, sighting_id } of page) if (!changed.has(sighting_id)) found.push(match_id);
    after = page.at(-1)?.match_id ?? 0;
    isLast = page.length < most;
  }
  return found.slice(0, most);
}

/** Marks the oldest waiting matches as fired and returns them. */
export async function takeMatches(
  db: Db,
  alertId: number,
  firingId: string,
  firedAt: Date,
  most: number,
): Promise<FiredMatch[]> {
  type Row = { match_id: number; matched_at: Date; sighting: unknown; traceparent: string | null };
  const rows = await db.rows<Row>(take, [
    ...[alertId, firingId, firedAt],
    await findWaiting(db, alertId, most),
  ]);
  const matches = rows.map(({ match_id, matched_at, sighting, traceparent }) => ({
    match_id,
    matched_at,
    sighting: keptSighting(sighting),
    traceparent,
  }));
  return matches.sort(
    (a, b) =>
      a.sighting.time_captured.getTime() - b.sighting.time_captured.getTime() ||
      a.sighting.id - b.sighting.id,
  );
}

const remember = statement(
  'alerts.fire.remember',
  `update alerts set fired_for = $2, fired_day = $3, fired_count = $4 where id = $1`,
);
export function rememberFiring(
  db: Db,
  id: number,
  firedFor: Date,
  day: string,
  count: number,
): Promise<number> {
  return db.run(remember, [id, firedFor, day, count]);
}

const mornings = statement(
  'alerts.fire.mornings',
  `select distinct timezone, morning_minute from organizations`,
);
export function allMornings(db: Db): Promise<Mornings[]> {
  return db.rows<Mornings>(mornings);
}

const active = statement(
  'alerts.fire.active-of-user',
  `select id from alerts where organization_id = $1 and user_id = $2 and not disabled order by id`,
);
export async function activeAlertsOf(db: Db, organizationId: number, userId: number): Promise<number[]> {
  return (await db.rows<{ id: number }>(active, [organizationId, userId])).map((row) => row.id);
}

const setMorningMinute = statement(
  'alerts.set-morning',
  `update organizations set morning_minute = $2 where id = $1`,
);

/** Sets when the daily alerts of an organization fire: `HH:MM` in its time zone. */
export async function setMorning(db: Db, organizationId: number, time: string): Promise<void> {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (!found) throw new AppError('invalid', `The time must be from 00:00 to 23:59, not "${time}".`);
  const minute = Number(found[1]) * 60 + Number(found[2]);
  if ((await db.run(setMorningMinute, [organizationId, minute])) === 0) {
    throw new AppError('not_found', `There is no organization ${organizationId}.`);
  }
}
