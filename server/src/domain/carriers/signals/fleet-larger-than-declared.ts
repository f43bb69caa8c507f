import { statement } from '../../../db/database.ts';
import { utcDay } from '../utc-day.ts';
import { type Finding, MOST_EVIDENCE, type Signal, type SignalAsked } from './signal.ts';

/** Readings and typing err: a tenth more than declared, and two at least, is no finding yet. */
const TOLERANCE = 1.1;
const AT_LEAST = 2;

type Row = {
  declared: number | null;
  seen: number;
  vehicles: { vin: string; last_seen: string; times: number }[];
};

const fleet = statement(
  'signals.fleet-larger',
  `with vehicles as materialized (
     select vin, max(day) as last_seen, count(*) as times from (
       select vin, insp_date as day from carrier_units
       where usdot_number = $1 and is_power and length(vin) = 17 and insp_date between $2 and $3
       union all
       select vin, (time_captured at time zone 'UTC')::date from observations
       where usdot_number = $1 and vin_ocr_score = 'High' and vin <> '' and not is_usdot_imputed
         and time_captured >= ${utcDay('$2')} and time_captured < ${utcDay('$3', 1)}) v
     group by vin)
   select coalesce((select power_units from company_census where usdot_number = $1),
       (select power_units from sms_census where usdot_number = $1)) as declared,
     (select count(*) from vehicles) as seen,
     coalesce((select json_agg(x) from (
       select * from vehicles order by last_seen desc, vin limit ${MOST_EVIDENCE}) x), '[]') as vehicles`,
);

async function find({ db, usdotNumber, since, today }: SignalAsked): Promise<Finding | null> {
  const row = await db.row<Row>(fleet, [usdotNumber, since, today]);
  if (!row || row.declared === null) return null;
  const { declared, seen, vehicles } = row;
  if (seen <= declared * TOLERANCE || seen - declared < AT_LEAST) return null;
  return {
    evidence: vehicles.map((vehicle) => ({
      ...vehicle,
      declared_power_units: declared,
      power_units_seen: seen,
    })),
    evidence_total: seen,
  };
}

export const fleetLargerThanDeclared: Signal = {
  name: 'fleet_larger_than_declared',
  title: 'More power units seen than declared',
  rule: 'Distinct power-unit VINs of inspections and of sightings read without doubt exceed the declared power units by more than a tenth and by two at least.',
  find,
};
