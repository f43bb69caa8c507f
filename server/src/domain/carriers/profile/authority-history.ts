import type { Sections } from '../../../contract/profile.ts';
import { statement } from '../../../db/database.ts';
import { text } from '../records/census-words.ts';
import type { Section } from './section.ts';

type Snapshot = {
  snapshot_date: string;
  mcs150_date: string | null;
  power_units: number | null;
  drivers: number | null;
  mileage: number | null;
};
type AuthorityEvent = Sections['authority_history']['authority_history'][number];

/** From the archive of the daily census, else of the SMS census. $2 the day. */
const snapshots = statement(
  'profile.carrier-snapshots',
  `select snapshot_date, mcs150_date, power_units, drivers, mileage from carrier_snapshots
   where usdot_number = $1 and snapshot_date <= $2 and source = coalesce(
     (select source from carrier_snapshots where usdot_number = $1 and source = 'company-census' limit 1), 'sms-census')
   order by snapshot_date`,
);

/**
 * Several dockets, or both licensing systems, may have the same event: each is listed once. Orders that are served but not
 * in effect and applications are pending. $2 the day; $3 whether it is today, so that announced changes are known.
 */
const events = statement(
  'profile.authority-events',
  `select coalesce(authority_type, '') as authority_type, coalesce(original_action, '') as original_action,
     coalesce(action_date::text, '') as action_date, disposition_action, disposition_date
   from (
     select authority_type, original_action, action_date, disposition_action, disposition_date
     from carrier_authority_events
     where usdot_number = $1 and ($3 or coalesce(action_date, disposition_date, '-infinity') <= $2)
     union
     select authority_type, order_type, served_date, 'PENDING', effective_date from carrier_revocations
     where usdot_number = $1 and coalesce(served_date, '-infinity') <= $2 and effective_date > $2
     union
     select coalesce(a.authority_type, upper(a.authority) || ' AUTHORITY'), 'APPLICATION', null, 'PENDING', null
     from carrier_authorities a
     where a.usdot_number = $1 and a.is_pending and $3 and not exists (
       select from carrier_authority_events e where e.usdot_number = $1 and e.authority_type = a.authority_type
         and e.original_action ilike 'pending%')) e
   order by coalesce(e.disposition_action = 'PENDING', false) desc, e.action_date desc nulls last,
     e.disposition_date desc nulls last, e.authority_type, e.original_action`,
);

export const authorityHistory: Section<'authority_history'> = async ({ db, usdotNumber, today, asOf }) => {
  const [history, authority] = await Promise.all([
    db.rows<Snapshot>(snapshots, [usdotNumber, today]),
    db.rows<AuthorityEvent>(events, [usdotNumber, today, asOf === null]),
  ]);
  return {
    carrier_history: history.map((current, i) => historyEntry(current, history[i - 1])).reverse(),
    authority_history: authority,
    authority_history_count: authority.length,
  };
};

function historyEntry(current: Snapshot, previous: Snapshot | undefined) {
  return {
    snapshot_date: current.snapshot_date,
    mcs150_date: text(current.mcs150_date),
    power_units: current.power_units ?? 0,
    drivers: current.drivers ?? 0,
    mileage: current.mileage ?? 0,
    power_units_change_pct: changePercent(current.power_units, previous?.power_units),
    drivers_change_pct: changePercent(current.drivers, previous?.drivers),
    mileage_change_pct: changePercent(current.mileage, previous?.mileage),
  };
}

/** 0 when either value is unknown or the previous one is 0. */
function changePercent(current: number | null, previous: number | null | undefined): number {
  return previous && current !== null ? Number(((100 * (current - previous)) / previous).toFixed(2)) : 0;
}
