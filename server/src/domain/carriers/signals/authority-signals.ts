import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { statement } from '../../../db/database.ts';
import { utcDay } from '../records/window.ts';
import { findingOf, ownSightings, querySignal, type Signal, shownSighting } from './signal.ts';

/** Operations B and C of the census are intrastate. */
export const farFromRegistration = querySignal({
  name: 'far_from_registration',
  title: 'Seen outside the state of its intrastate registration',
  rule: 'Registered as intrastate and seen in another state, with its number read on the truck.',
  sql: `with home as materialized (
     select coalesce(d.carrier_operation, m.carrier_operation) as operation, coalesce(d.phy_state, m.phy_state) as state
     from (select) one left join company_census d on d.usdot_number = $1 left join sms_census m on m.usdot_number = $1
   ), away as materialized (
     select s.* from (${ownSightings}) s, home
     where home.operation in ('B', 'C') and home.state <> '' and s.location_state <> '' and s.location_state <> home.state)
   select ${shownSighting}, home.state as registered_state,
     case home.operation when 'B' then 'Intrastate Hazmat' else 'Intrastate Non-Hazmat' end as registered_operation,
     count(*) over () as total
   from away s, home order by s.time_captured desc`,
});

export const seenOutOfService = querySignal({
  name: 'seen_out_of_service',
  title: 'Seen moving while under an out-of-service order',
  rule: 'Seen after the day of an out-of-service order and before the day it was rescinded.',
  sql: `with orders as materialized (
     select oos_date, oos_reason, rescind_date from out_of_service_orders
     where usdot_number = $1 and oos_date <= $3 and coalesce(rescind_date, 'infinity') > $2)
   select ${shownSighting}, o.oos_date as order_date, coalesce(o.oos_reason, '') as order_reason,
     o.rescind_date, count(*) over () as total
   from orders o cross join lateral (
     select * from (${ownSightings}) own
     where own.time_captured >= ${utcDay('o.oos_date', 1)} and (o.rescind_date is null or own.time_captured < ${utcDay('o.rescind_date')})
   ) s
   order by s.time_captured desc`,
});

/**
 * Interstate for-hire carriers only: private and intrastate carriers need no federal authority. The authority ended with the newest revocation in effect
 * or with the end of the newest grant. Sightings are read only when no authority to carry is active.
 */
export const seenWithoutAuthority = querySignal({
  name: 'seen_without_authority',
  title: 'Seen moving without operating authority',
  rule: 'An interstate for-hire carrier whose authority to carry is inactive, seen after the day it ended.',
  sql: `with lost as materialized (
     select greatest(
       (select max(coalesce(effective_date, served_date)) from carrier_revocations
        where usdot_number = $1 and coalesce(effective_date, served_date) <= $3),
       (select max(disposition_date) from carrier_authority_events
        where usdot_number = $1 and disposition_date <= $3 and disposition_action <> 'DISCONTINUED REVOCATION')) as day
     where exists (select from carrier_authorities
         where usdot_number = $1 and authority in ('common', 'contract') and status = 'I')
       and not exists (select from carrier_authorities
         where usdot_number = $1 and authority in ('common', 'contract') and status = 'A')
       and coalesce((select classdef ilike '%authorized for hire%' from company_census where usdot_number = $1),
         (select authorized_for_hire from sms_census where usdot_number = $1), true)
       and coalesce((select carrier_operation from company_census where usdot_number = $1),
         (select carrier_operation from sms_census where usdot_number = $1), 'A') not in ('B', 'C'))
   select ${shownSighting}, lost.day as without_since, count(*) over () as total
   from lost cross join lateral (
     select * from (${ownSightings}) own where own.time_captured >= ${utcDay('lost.day', 1)}) s
   order by s.time_captured desc`,
});

type Filing = { effective_date: string; cancel_effective_date: string | null };
type Gap = { from: string; to: string };

/** Past liability filings too. A carrier that never filed may not need insurance and has no lapse. */
const filings = statement(
  'signals.liability-filings',
  `select effective_date, cancel_effective_date from carrier_filings
   where usdot_number = $1 and kind = 'BIPD' and effective_date is not null
   union
   select effective_date, cancel_effective_date from carrier_filing_history
   where usdot_number = $1 and kind = 'BIPD' and effective_date is not null
   order by 1`,
);

/** $4, $5: the starts and ends of the gaps. */
const inGaps = statement(
  'signals.insurance-lapse',
  `select ${shownSighting}, g.first as lapse_start, g.last as lapse_end, count(*) over () as total
   from unnest($4::date[], $5::date[]) as g (first, last)
   cross join lateral (
     select * from (${ownSightings}) own
     where own.time_captured >= ${utcDay('g.first', 1)} and own.time_captured < ${utcDay('g.last')}) s
   order by s.time_captured desc limit ${MAX_EVIDENCE}`,
);

/** The gaps between filings, sorted by their start, that overlap the period. */
export function coverageGaps(sorted: Filing[], since: string, today: string): Gap[] {
  const gaps: Gap[] = [];
  let coveredTo: string | null = null;
  for (const { effective_date: from, cancel_effective_date: to } of sorted) {
    if (coveredTo !== null && from > coveredTo) gaps.push({ from: coveredTo, to: from });
    const end = to ?? '9999-12-31';
    if (coveredTo === null || end > coveredTo) coveredTo = end;
  }
  if (coveredTo !== null && coveredTo <= today) gaps.push({ from: coveredTo, to: dayAfter(today) });
  return gaps.filter((gap) => gap.to > since && gap.from <= today);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

export const insuranceLapseWhileMoving: Signal = {
  name: 'insurance_lapse_while_moving',
  title: 'Seen moving while its liability insurance had lapsed',
  rule: 'Seen between the end of one liability filing and the start of the next, or after the last one ended.',
  async find({ db, usdotNumber, since, today }) {
    const gaps = coverageGaps(await db.rows<Filing>(filings, [usdotNumber]), since, today);
    if (gaps.length === 0) return null;
    const [from, to] = [gaps.map((gap) => gap.from), gaps.map((gap) => gap.to)];
    return findingOf(await db.rows(inGaps, [usdotNumber, since, today, from, to]));
  },
};
