import { statement } from '../../../db/database.ts';
import { type Section, text } from './section.ts';

type Snapshot = {
  snapshot_date: string;
  mcs150_date: string | null;
  power_units: number | null;
  drivers: number | null;
  mileage: number | null;
};
type Event = {
  authority_type: string | null;
  original_action: string | null;
  action_date: string | null;
  disposition_action: string | null;
  disposition_date: string | null;
};

/** The daily census's archive; SMS's where there is no other. One index range. $2 the day. */
const snapshots = statement(
  'profile.carrier-snapshots',
  `select snapshot_date, mcs150_date, power_units, drivers, mileage from carrier_snapshots
   where usdot_number = $1 and snapshot_date <= $2 and source = coalesce(
     (select source from carrier_snapshots where usdot_number = $1 and source = 'company-census' limit 1), 'sms-census')
   order by snapshot_date`,
);

/** Each event once, though several dockets or both systems may tell of it. */
const events = statement(
  'profile.authority-events',
  `select distinct authority_type, original_action, action_date, disposition_action, disposition_date
   from carrier_authority_events
   where usdot_number = $1 and coalesce(action_date, disposition_date, '-infinity') <= $2
   order by action_date desc nulls last, disposition_date desc nulls last, authority_type, original_action`,
);

/** How the carrier and its authority came to be what they are, the newest first. */
export const authorityHistory: Section<object> = async ({ db, usdotNumber, today }) => {
  const [known, told] = await Promise.all([
    db.rows<Snapshot>(snapshots, [usdotNumber, today]),
    db.rows<Event>(events, [usdotNumber, today]),
  ]);
  return {
    carrier_history: known.map((now, i) => historyEntry(now, known[i - 1])).reverse(),
    authority_history: told.map((event) => ({
      authority_type: text(event.authority_type),
      original_action: text(event.original_action),
      action_date: text(event.action_date),
      disposition_action: event.disposition_action,
      disposition_date: event.disposition_date,
    })),
    authority_history_count: told.length,
  };
};

function historyEntry(now: Snapshot, before: Snapshot | undefined) {
  return {
    snapshot_date: now.snapshot_date,
    mcs150_date: text(now.mcs150_date),
    power_units: now.power_units ?? 0,
    drivers: now.drivers ?? 0,
    mileage: now.mileage ?? 0,
    power_units_change_pct: changePercent(now.power_units, before?.power_units),
    drivers_change_pct: changePercent(now.drivers, before?.drivers),
    mileage_change_pct: changePercent(now.mileage, before?.mileage),
  };
}

/** 0 where there is nothing to compare with. */
function changePercent(now: number | null, before: number | null | undefined): number {
  return before && now !== null ? Number(((100 * (now - before)) / before).toFixed(2)) : 0;
}
