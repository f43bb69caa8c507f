import { statement } from '../../../db/database.ts';
import { vinModelYear } from '../../../lib/identifiers/vin-model-year.ts';
import { utcDay } from '../utc-day.ts';
import { type Finding, MOST_EVIDENCE, type Signal, type SignalAsked } from './signal.ts';

const YOUNG_DAYS = 90;
const OLD_YEARS = 10;

/** The first authority that was ever given: a carrier that changed its kind of authority is not young. */
const firstGrant = statement(
  'signals.first-grant',
  `select min(action_date) as granted from carrier_authority_events
   where usdot_number = $1 and action_date <= $2
     and (original_action in ('GRANTED', 'REINSTATED') or original_action ilike 'active%')`,
);

const vehicles = statement(
  'signals.vehicles',
  `select vin, min(day) as first_seen, max(day) as last_seen from (
     select vin, insp_date as day from carrier_units where usdot_number = $1 and is_power and insp_date <= $2
     union all
     select vin, (time_captured at time zone 'UTC')::date from observations
     where usdot_number = $1 and vin_ocr_score = 'High' and vin <> '' and time_captured < ${utcDay('$2', 1)}) v
   group by vin`,
);

type Vehicle = { vin: string; first_seen: string; last_seen: string };

async function find({ db, usdotNumber, today }: SignalAsked): Promise<Finding | null> {
  const granted = (await db.row<{ granted: string | null }>(firstGrant, [usdotNumber, today]))?.granted;
  if (!granted || ageDays(granted, today) >= YOUNG_DAYS) return null;
  const seen = await db.rows<Vehicle>(vehicles, [usdotNumber, today]);
  const old = seen.flatMap(({ vin, first_seen, last_seen }) => {
    const year = vinModelYear(vin, new Date(today), new Date(first_seen));
    return year !== null && Number(today.slice(0, 4)) - year >= OLD_YEARS
      ? [{ vin, model_year: year, first_seen, last_seen, authority_granted: granted }]
      : [];
  });
  if (old.length === 0) return null;
  old.sort((a, b) => a.model_year - b.model_year || (a.vin < b.vin ? -1 : 1));
  return { evidence: old.slice(0, MOST_EVIDENCE), evidence_total: old.length };
}

function ageDays(day: string, today: string): number {
  return (Date.parse(today) - Date.parse(day)) / 86_400_000;
}

export const youngAuthorityOldEquipment: Signal = {
  name: 'young_authority_old_equipment',
  title: 'Authority younger than 90 days, with old vehicles',
  rule: `The first authority was granted less than ${YOUNG_DAYS} days ago, and a power unit’s VIN tells a model year ${OLD_YEARS} or more years back.`,
  find,
};
