import { statement } from '../../../db/database.ts';
import { utcDay } from '../records/window.ts';
import { DORMANT_DAYS, UPDATE_GRACE_DAYS } from './rules.ts';
import {
  addDays,
  type FindSignal,
  fromFile,
  fromSightings,
  hasAuthority,
  isInterstateForHire,
  ownSightings,
  querySignal,
  shownSighting,
  sightingSignal,
  TO_CARRY,
} from './signal.ts';

/** Operations B and C of the census are intrastate. */
export const farFromRegistration = sightingSignal(
  'far_from_registration',
  `with home as materialized (
     select coalesce(d.carrier_operation, m.carrier_operation) as operation, coalesce(d.phy_state, m.phy_state) as state
     from (select) one left join company_census d on d.usdot_number = $1 left join sms_census m on m.usdot_number = $1
   ), away as materialized (
     select s.* from (${ownSightings}) s, home
     where home.operation in ('B', 'C') and home.state <> '' and s.location_state <> '' and s.location_state <> home.state)
   select ${shownSighting}, home.state as registered_state,
     case home.operation when 'B' then 'Intrastate Hazmat' else 'Intrastate Non-Hazmat' end as registered_operation,
     ${fromSightings}
   from away s, home order by s.time_captured desc`,
);

export const seenOutOfService = sightingSignal(
  'seen_out_of_service',
  `with orders as materialized (
     select oos_date, oos_reason, rescind_date from out_of_service_orders
     where usdot_number = $1 and oos_date <= $3 and coalesce(rescind_date, 'infinity') > $2)
   select ${shownSighting}, o.oos_date as order_date, coalesce(o.oos_reason, '') as order_reason,
     o.rescind_date, ${fromFile(`'out-of-service-orders'`)}, ${fromSightings}
   from orders o cross join lateral (
     select * from (${ownSightings}) own
     where own.time_captured >= ${utcDay('o.oos_date', 1)} and (o.rescind_date is null or own.time_captured < ${utcDay('o.rescind_date')})
   ) s
   order by s.time_captured desc`,
);

/**
 * The authority ended with the newest revocation in effect or with the end of the newest grant. Sightings are read only
 * when no authority to carry is active.
 */
export const seenWithoutAuthority = sightingSignal(
  'seen_without_authority',
  `with lost as materialized (
     select greatest(
       (select max(coalesce(effective_date, served_date)) from carrier_revocations
        where usdot_number = $1 and coalesce(effective_date, served_date) <= $3),
       (select max(disposition_date) from carrier_authority_events
        where usdot_number = $1 and disposition_date <= $3 and disposition_action <> 'DISCONTINUED REVOCATION')) as day
     where ${hasAuthority(TO_CARRY, 'I')} and not ${hasAuthority(TO_CARRY, 'A')} and ${isInterstateForHire})
   select ${shownSighting}, lost.day as without_since, ${fromSightings}
   from lost cross join lateral (
     select * from (${ownSightings}) own where own.time_captured >= ${utcDay('lost.day', 1)}) s
   order by s.time_captured desc`,
);

const fromOrderFile = `r.source_dataset, federal_file_date(r.source_dataset) as source_date`;
const orders = `(select *, case source when 'motus' then 'motus-revoke-suspend' else 'legacy-revocation' end
  as source_dataset from carrier_revocations where usdot_number = $1)`;

/** A later record of an active authority, or of a discontinued order, ends a pending one. */
export const pendingSuspension = querySignal(
  'pending_suspension',
  `select r.order_type, coalesce(r.authority_type, '') as authority_type, r.served_date, r.effective_date,
     ${fromOrderFile}, count(*) over () as total
   from ${orders} r
   where coalesce(r.served_date, '-infinity') <= $3 and r.effective_date > $3 and r.order_type ilike 'involuntary%'
     and $2::date is not null and not exists (
       select from carrier_authority_events e where e.usdot_number = $1
         and ((e.disposition_action ilike 'discontinued%' and e.disposition_date >= r.served_date)
           or (e.original_action ilike 'active%' and e.action_date > r.served_date and e.action_date <= $3)))
   order by r.effective_date, r.authority_type`,
);

const carries = (column: string) => `${column} !~* 'broker|forwarder|contract'`;
const isGrant = (e: string) =>
  `(${e}.original_action in ('GRANTED', 'REINSTATED') or ${e}.original_action ilike 'active%')`;

/**
 * From the end of the authority to the grant there is no other grant. A grant without a readable date may lie between.
 * Contract authority is left out: it exists beside common authority.
 */
export const authorityReinstated = querySignal(
  'authority_reinstated',
  `with events as materialized (
     select * from carrier_authority_events where usdot_number = $1 and ${carries('authority_type')}
   ), ends as materialized (
     select effective_date as day from carrier_revocations
     where usdot_number = $1 and ${carries('authority_type')} and effective_date is not null
     union
     select disposition_date from events where disposition_action ilike '%revoked%'
     union
     select action_date from events where original_action ilike 'inactive%')
   select g.original_action, g.authority_type, ended.day as authority_ended, g.action_date as authority_again,
     g.action_date - ended.day as days_without, g.source_dataset, federal_file_date(g.source_dataset) as source_date,
     count(*) over () as total
   from (select *, case source when 'motus' then 'motus-auth-hist' else 'legacy-auth-hist' end as source_dataset
     from events) g
   cross join lateral (select max(day) as day from ends where ends.day < g.action_date) ended
   where ${isGrant('g')} and g.action_date between $2 and $3 and g.action_date - ended.day >= ${DORMANT_DAYS}
     and not exists (select from events between_
       where ${isGrant('between_')} and coalesce(between_.action_date >= ended.day and between_.action_date < g.action_date, true))
   order by g.action_date desc`,
);

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

type Registration = {
  filed: string | null;
  status: string;
  source_dataset: string;
  source_date: string | null;
};

export const mcs150Overdue: FindSignal = async ({ db, usdotNumber, today }) => {
  const row = await db.row<Registration>(registration, [usdotNumber]);
  if (!row?.filed || row.status !== 'A') return null;
  const due = updateDueDates(usdotNumber, addDays(today, -UPDATE_GRACE_DAYS));
  if (row.filed > due.previous) return null;
  const { filed, source_dataset, source_date } = row;
  const evidence = [{ mcs150_date: filed, due_date: due.last, source_dataset, source_date }];
  return { evidence, evidence_total: 1 };
};
