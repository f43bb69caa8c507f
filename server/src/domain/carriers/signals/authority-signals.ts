import { statement } from '../../../db/database.ts';
import { readArchive } from '../history/archive.ts';
import { isSeenFarFrom, sightingsFarFrom, sightingsWithin } from './sightings.ts';
import {
  addDays,
  dayStart,
  daysBetween,
  type Evidence,
  type FindSignal,
  type FromFile,
  fromFile,
  hasAuthority,
  isInterstateForHire,
  lossOf,
  querySignal,
  type SignalRequest,
  TO_CARRY,
} from './signal.ts';
import { lastJudgedDay, REGISTER_DAYS } from './signal-files.ts';
import { DORMANT_DAYS, UPDATE_GRACE_DAYS } from './signal-rules.ts';

/** The position of drive-away and tow-away among the cargo classes of the census. */
const DRIVE_OR_TOW = 5;
const TOWING_WORDS = '\\y(tow|towing|wrecker|recovery|roadside)\\y';

type Home = {
  is_listed: boolean;
  operation: string | null;
  state: string | null;
  is_exempt: boolean;
  is_private: boolean;
  tows: boolean;
};
const home = statement(
  'signals.home',
  `select coalesce(d.usdot_number, m.usdot_number) is not null as is_listed,
     coalesce(d.carrier_operation, m.carrier_operation) as operation, coalesce(d.phy_state, m.phy_state) as state,
     coalesce(d.classdef ilike '%exempt for hire%', m.exempt_for_hire, false) as is_exempt,
     coalesce(d.classdef ilike '%private property%', m.private_property, false) as is_private,
     coalesce(d.cargo_classes && '{${DRIVE_OR_TOW}}'::smallint[], false)
       or concat(d.legal_name, ' ', d.dba_name, ' ', m.legal_name, ' ', m.dba_name) ~* '${TOWING_WORDS}' as tows
   from (select) one left join company_census d on d.usdot_number = $1 left join sms_census m on m.usdot_number = $1`,
);
/** The intrastate operations of the census. */
const INTRASTATE: Record<string, string> = { B: 'Intrastate Hazmat', C: 'Intrastate Non-Hazmat' };

/** The states of the addresses that the census had from `since` on. */
async function formerStates({ db, usdotNumber }: SignalRequest, since: string): Promise<string[]> {
  const { values } = await readArchive(db, usdotNumber);
  const held = values.filter(
    ({ field, replaced_on }) => field === 'physical_address' && (replaced_on === null || replaced_on > since),
  );
  return held.flatMap(({ value }) => /, ([A-Z]{2}) [0-9]/.exec(value ?? '')?.[1] ?? []);
}

/** Towing across the state line and exempt commodities need no interstate registration of the usual kind. */
export const farFromRegistration: FindSignal = async (request) => {
  const row = await request.db.row<Home>(home, [request.usdotNumber]);
  const registered_operation = INTRASTATE[row?.operation ?? ''];
  if (!registered_operation || !row?.state || row.tows || row.is_exempt) return null;
  const states = [...new Set([row.state, ...(await formerStates(request, request.since))])];
  return sightingsFarFrom(request, states, { registered_state: row.state, registered_operation });
};

const outOfServiceOrders = statement(
  'signals.out-of-service-orders',
  `select oos_date as order_date, coalesce(oos_reason, '') as order_reason, rescind_date,
     ${fromFile(`'out-of-service-orders'`)}
   from out_of_service_orders
   where usdot_number = $1 and oos_date <= $3 and coalesce(rescind_date, 'infinity') > $2`,
);

/** An order without a rescission is in force until the day of the file: it may have been rescinded since. */
export const seenOutOfService: FindSignal = async (request) => {
  const { db, usdotNumber, since, today, loaded } = request;
  type Order = Evidence & { order_date: string; rescind_date: string | null };
  const found = await db.rows<Order>(outOfServiceOrders, [usdotNumber, since, today]);
  const known = dayStart(lastJudgedDay(loaded, 'orders', today), 1);
  const ranges = found.map((order) => ({
    from: dayStart(order.order_date, 1),
    to: order.rescind_date === null ? known : dayStart(order.rescind_date),
    facts: order,
  }));
  return sightingsWithin(request, ranges);
};

const registerDate = `(select max(source_date) from carrier_authorities
  where usdot_number = $1 and authority in (${TO_CARRY}))`;

/** The day of the newest record of an end. Sightings are read only when no authority to carry is active. */
const lostAuthority = statement(
  'signals.lost-authority',
  `select (select max(day) from carrier_authority_changes
      where usdot_number = $1 and authority in (${TO_CARRY}) and not is_active and day <= $2) as day,
     ${registerDate} as register_date
   where ${hasAuthority(TO_CARRY, 'I')} and not ${hasAuthority(TO_CARRY, 'A')} and ${isInterstateForHire}`,
);

/**
 * Loads within the own state and its commercial zones, exempt commodities and own goods need no federal authority. So the
 * carrier must have been seen far from its state, and a carrier of own goods is less certain.
 */
export const seenWithoutAuthority: FindSignal = async (request) => {
  const { db, usdotNumber, today, loaded } = request;
  const lost = await db.row<{ day: string | null; register_date: string | null }>(lostAuthority, [
    ...[usdotNumber, today],
  ]);
  if (!lost?.day) return null;
  const row = await db.row<Home>(home, [usdotNumber]);
  if (!row?.is_listed || !row.state) return { reason: 'The census does not list the carrier.' };
  if (row.is_exempt) return null;
  const last = lastJudgedDay(loaded, 'authority', today);
  const range = { from: dayStart(lost.day, 1), to: dayStart(last, 1) };
  const found = await sightingsWithin(request, [{ ...range, facts: { without_since: lost.day } }]);
  const since = lost.day > request.since ? addDays(lost.day, 1) : request.since;
  if (found === null || !(await isSeenFarFrom({ ...request, since, today: last }, row.state))) return null;
  const isOld = lost.register_date === null || daysBetween(lost.register_date, today) > REGISTER_DAYS;
  const severity = row.is_private || isOld ? 'medium' : 'high';
  return { ...found, severity, register_date: lost.register_date };
};

const fromOrderFile = `r.source_dataset, federal_file_date(r.source_dataset) as source_date`;

export const pendingSuspension = querySignal(
  'pending_suspension',
  `select r.order_type, coalesce(r.authority_type, '') as authority_type, r.served_date, r.effective_date,
     ${fromOrderFile}, count(*) over () as total
   from carrier_authority_orders r
   where r.usdot_number = $1 and coalesce(r.served_date, '-infinity') <= $3 and r.effective_date > $3
     and r.order_type ilike 'involuntary%' and $2::date is not null and coalesce(r.discontinued_on > $3, true)
   order by r.effective_date, r.authority_type`,
);

const revoked = querySignal(
  'authority_revoked',
  `select r.order_type, coalesce(r.authority_type, '') as authority_type, r.served_date, r.effective_date,
     ${registerDate} as register_date, ${fromOrderFile}, count(*) over () as total
   from carrier_authority_orders r cross join lateral (${lossOf('$1', '$3')}) loss
   where r.usdot_number = $1 and r.discontinued_on is null and loss.revoked_on >= $2
     and r.effective_date = loss.revoked_on and coalesce(r.order_type, '') not ilike 'voluntary%'
     and ${isInterstateForHire}
   order by r.effective_date desc, r.authority_type`,
);

export const authorityRevoked: FindSignal = async (request) => {
  const found = await revoked(request);
  return found && { ...found, register_date: (found.evidence[0]?.register_date as string | null) ?? null };
};

const isGrant = (e: string) =>
  `(${e}.original_action in ('GRANTED', 'REINSTATED') or ${e}.original_action ilike 'active%')`;

/** The events of the common authority and the days on which it ended. */
const eventsAndEnds = `events as materialized (
     select *, case source when 'motus' then 'motus-auth-hist' else 'legacy-auth-hist' end as source_dataset
     from carrier_authority_events where usdot_number = $1 and authority_kind(authority_type) = 'common'
   ), ends as materialized (
     select distinct day from carrier_authority_changes
     where usdot_number = $1 and authority = 'common' and not is_active and day is not null)`;

/**
 * From the end of the authority to the grant there is no other grant. A grant without a readable date may lie between.
 * Contract authority is left out: it exists beside common authority.
 */
export const authorityReinstated = querySignal(
  'authority_reinstated',
  `with ${eventsAndEnds}
   select g.original_action, g.authority_type, ended.day as authority_ended, g.action_date as authority_again,
     g.action_date - ended.day as days_without, g.source_dataset, federal_file_date(g.source_dataset) as source_date,
     count(*) over () as total
   from events g
   cross join lateral (select max(day) as day from ends where ends.day < g.action_date) ended
   where ${isGrant('g')} and g.action_date between $2 and $3 and g.action_date - ended.day >= ${DORMANT_DAYS}
     and not exists (select from events between_
       where ${isGrant('between_')} and coalesce(between_.action_date >= ended.day and between_.action_date < g.action_date, true))
   order by g.action_date desc`,
);

/** Grants of an authority that the carrier did not have before: the first one, or one after an end. $2, $3: days. */
export const newGrants = statement(
  'signals.new-grants',
  `with ${eventsAndEnds}
   select g.original_action || ' ' || g.authority_type as granted, ended.day as ended_on, g.action_date as granted_on,
     g.source_dataset, federal_file_date(g.source_dataset) as source_date
   from events g
   cross join lateral (select max(day) as day from ends where ends.day < g.action_date) ended
   where ${isGrant('g')} and g.action_date between $2 and $3 and not exists (select from events earlier
     where ${isGrant('earlier')} and coalesce(
       earlier.action_date < g.action_date and (ended.day is null or earlier.action_date >= ended.day), true))
   order by g.action_date desc limit 1`,
);
export type NewGrant = FromFile & { granted: string; ended_on: string | null; granted_on: string };

export const holdsBrokerAuthority = querySignal(
  'holds_broker_authority',
  `select a.authority, concat(a.docket_prefix, a.docket_number) as docket, a.source_dataset, a.source_date,
     count(*) over () as total
   from (select distinct authority, docket_prefix, docket_number, source_dataset, source_date from carrier_authorities
     where usdot_number = $1 and status = 'A' and authority in (${TO_CARRY}, 'broker')
       and $2::date is not null and $3::date is not null) a
   where ${hasAuthority(TO_CARRY, 'A')} and ${hasAuthority(`'broker'`, 'A')}
   order by a.authority, a.docket_number`,
);

const registration = statement(
  'signals.registration-update',
  `select coalesce(d.mcs150_date, m.mcs150_date) as filed, coalesce(d.status_code, 'A') as status,
     ${fromFile(`case when d.mcs150_date is null then 'sms-census' else 'company-census' end`)}
   from (select) one left join company_census d on d.usdot_number = $1 left join sms_census m on m.usdot_number = $1`,
);

/**
 * The last due date before a day, and the one before it (49 CFR 390.19): the last digit of the number is the month (0 is
 * October); the update is due in odd years if the digit before it is odd, else in even years.
 */
export function updateDueDates(usdotNumber: number, today: string): { last: string; previous: string } {
  const month = usdotNumber % 10 || 10;
  const parity = Math.floor(usdotNumber / 10) % 2;
  const endOfMonth = (year: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  let year = Number(today.slice(0, 4));
  while (year % 2 !== parity || endOfMonth(year) > today) year--;
  return { last: endOfMonth(year), previous: endOfMonth(year - 2) };
}

type Registration = FromFile & { filed: string | null; status: string };

/** Judged on the day of the file: what was filed later is not in it. */
export const mcs150Overdue: FindSignal = async ({ db, usdotNumber, today }) => {
  const row = await db.row<Registration>(registration, [usdotNumber]);
  if (!row?.filed || row.status !== 'A' || row.source_date === null) return null;
  const day = row.source_date < today ? row.source_date : today;
  const due = updateDueDates(usdotNumber, addDays(day, -UPDATE_GRACE_DAYS));
  if (row.filed > due.previous) return null;
  const { filed, source_dataset, source_date } = row;
  const evidence = [{ mcs150_date: filed, due_date: due.last, source_dataset, source_date }];
  return { evidence, evidence_total: 1, register_date: source_date };
};
