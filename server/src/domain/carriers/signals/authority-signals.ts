import { statement } from '../../../db/database.ts';
import { dayStart, findingOf, type Signal, sightingsOutside, sightingsWithin } from './signal.ts';

/** $1 carrier. */
const home = statement(
  'signals.home',
  `select coalesce(d.carrier_operation, m.carrier_operation) as operation, coalesce(d.phy_state, m.phy_state) as state
   from (select 1) one left join company_census d on d.usdot_number = $1 left join sms_census m on m.usdot_number = $1`,
);
/** Intrastate operations of the census. */
const INTRASTATE: Record<string, string> = { B: 'Intrastate Hazmat', C: 'Intrastate Non-Hazmat' };

export const farFromRegistration: Signal = {
  name: 'far_from_registration',
  title: 'Seen outside the state of its intrastate registration',
  rule: 'Registered as intrastate and seen in another state, with its number read on the truck.',
  async find(request) {
    const row = await request.db.row<{ operation: string | null; state: string | null }>(home, [
      request.usdotNumber,
    ]);
    const registered_operation = INTRASTATE[row?.operation ?? ''];
    if (!registered_operation || !row?.state) return null;
    const registered_state = row.state;
    const sightings = await sightingsOutside(request, registered_state);
    return findingOf(sightings.map((seen) => ({ ...seen, registered_state, registered_operation })));
  },
};

const orders = statement(
  'signals.out-of-service-orders',
  `select oos_date as order_date, coalesce(oos_reason, '') as order_reason, rescind_date from out_of_service_orders
   where usdot_number = $1 and oos_date <= $3 and coalesce(rescind_date, 'infinity') > $2`,
);

export const seenOutOfService: Signal = {
  name: 'seen_out_of_service',
  title: 'Seen moving while under an out-of-service order',
  rule: 'Seen after the day of an out-of-service order and before the day it was rescinded.',
  async find(request) {
    const { db, usdotNumber, since, today } = request;
    const found = await db.rows<{ order_date: string; order_reason: string; rescind_date: string | null }>(
      orders,
      [usdotNumber, since, today],
    );
    return sightingsWithin(
      request,
      found.map((facts) => ({
        from: dayStart(facts.order_date, 1),
        to: facts.rescind_date === null ? null : dayStart(facts.rescind_date),
        facts,
      })),
    );
  },
};

/**
 * Interstate for-hire carriers only: private and intrastate carriers need no federal authority. The authority ended with the newest revocation in effect
 * or with the end of the newest grant. Sightings are read only when no authority to carry is active.
 */
const lostAuthority = statement(
  'signals.lost-authority',
  `select greatest(
     (select max(coalesce(effective_date, served_date)) from carrier_revocations
      where usdot_number = $1 and coalesce(effective_date, served_date) <= $2),
     (select max(disposition_date) from carrier_authority_events
      where usdot_number = $1 and disposition_date <= $2 and disposition_action <> 'DISCONTINUED REVOCATION')) as day
   where exists (select 1 from carrier_authorities
       where usdot_number = $1 and authority in ('common', 'contract') and status = 'I')
     and not exists (select 1 from carrier_authorities
       where usdot_number = $1 and authority in ('common', 'contract') and status = 'A')
     and coalesce((select classdef ilike '%authorized for hire%' from company_census where usdot_number = $1),
       (select authorized_for_hire from sms_census where usdot_number = $1), true)
     and coalesce((select carrier_operation from company_census where usdot_number = $1),
       (select carrier_operation from sms_census where usdot_number = $1), 'A') not in ('B', 'C')`,
);

export const seenWithoutAuthority: Signal = {
  name: 'seen_without_authority',
  title: 'Seen moving without operating authority',
  rule: 'An interstate for-hire carrier whose authority to carry is inactive, seen after the day it ended.',
  async find(request) {
    const lost = await request.db.row<{ day: string | null }>(lostAuthority, [
      request.usdotNumber,
      request.today,
    ]);
    if (!lost?.day) return null;
    const facts = { without_since: lost.day };
    return sightingsWithin(request, [{ from: dayStart(lost.day, 1), to: null, facts }]);
  },
};

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
  async find(request) {
    const { db, usdotNumber, since, today } = request;
    const gaps = coverageGaps(await db.rows<Filing>(filings, [usdotNumber]), since, today);
    return sightingsWithin(
      request,
      gaps.map(({ from, to }) => ({
        from: dayStart(from, 1),
        to: dayStart(to),
        facts: { lapse_start: from, lapse_end: to },
      })),
    );
  },
};
