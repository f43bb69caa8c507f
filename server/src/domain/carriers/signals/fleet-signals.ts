import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { statement } from '../../../db/database.ts';
import { vinModelYear } from '../../../lib/identifiers/vin-model-year.ts';
import { utcDay } from '../records/window.ts';
import {
  FLEET_DAYS,
  FLEET_TOLERANCE,
  MIN_EXTRA_UNITS,
  MIN_UNSEEN_UNITS,
  OLD_YEARS,
  UNSEEN_DAYS,
  YOUNG_DAYS,
} from './rules.ts';
import {
  addDays,
  daysBetween,
  type FindSignal,
  fromFile,
  hasAuthority,
  inPeriod,
  isCarrierRead,
  isInterstateForHire,
  isKnownVinRead,
  isVinRead,
  newest,
  querySignal,
  TO_CARRY,
} from './signal.ts';

const vehicles = `
  select vin, max(day) as last_seen, count(*) as times from (
    select vin, insp_date as day from carrier_units
    where usdot_number = $1 and is_power and has_valid_check_digit(vin) and insp_date between $2 and $3
    union all
    select o.vin, (o.time_captured at time zone 'UTC')::date from observations o
    where o.usdot_number = $1 and o.vin_ocr_score = 'High' and ${isVinRead} and ${isCarrierRead} and ${inPeriod}) v
  group by vin`;

const fleetSizes = statement(
  'signals.fleet-sizes',
  `select coalesce((select power_units from company_census where usdot_number = $1),
       (select power_units from sms_census where usdot_number = $1)) as declared,
     (select count(*) from (${vehicles}) v) as seen`,
);

/** A vehicle that another carrier used in the same days is rented, leased or on its way to a new owner. */
const ownVehicles = statement(
  'signals.fleet_larger_than_declared',
  `with vehicles as materialized (${vehicles}), own as materialized (
     select * from vehicles v where not exists (
       select from observations o where o.vin = v.vin and ${isKnownVinRead} and o.usdot_number not in (0, $1)
         and ${isCarrierRead} and ${inPeriod}))
   select vin, last_seen, times, count(*) over () as total from own order by last_seen desc, vin limit ${MAX_EVIDENCE}`,
);

const isLarger = (seen: number, declared: number) =>
  seen > declared * FLEET_TOLERANCE && seen - declared >= MIN_EXTRA_UNITS;

export const fleetLargerThanDeclared: FindSignal = async ({ db, usdotNumber, today }) => {
  const period = [usdotNumber, addDays(today, -FLEET_DAYS), today];
  const sizes = await db.row<{ declared: number | null; seen: number }>(fleetSizes, period);
  if (!sizes || sizes.declared === null || !isLarger(sizes.seen, sizes.declared)) return null;
  const { declared } = sizes;
  type Vehicle = { vin: string; last_seen: string; times: number; total: number };
  const rows = await db.rows<Vehicle>(ownVehicles, period);
  const total = rows[0]?.total ?? 0;
  if (!isLarger(total, declared)) return null;
  return {
    evidence: rows.map(({ total: seen, ...vehicle }) => ({
      ...vehicle,
      declared_power_units: declared,
      power_units_seen: seen,
    })),
    evidence_total: total,
  };
};

/** The first grant of any authority: a carrier that changes its kind of authority is not new. */
const firstGrant = statement(
  'signals.first-grant',
  `select min(action_date) as granted from carrier_authority_events
   where usdot_number = $1 and action_date <= $2
     and (original_action in ('GRANTED', 'REINSTATED') or original_action ilike 'active%')`,
);

const allVehicles = statement(
  'signals.vehicles',
  `select vin, min(day) as first_seen, max(day) as last_seen from (
     select vin, insp_date as day from carrier_units
     where usdot_number = $1 and is_power and has_valid_check_digit(vin) and insp_date <= $2
     union all
     select o.vin, (o.time_captured at time zone 'UTC')::date from observations o
     where o.usdot_number = $1 and o.vin_ocr_score = 'High' and ${isVinRead} and ${isCarrierRead}
       and o.time_captured < ${utcDay('$2', 1)}) v
   group by vin`,
);

export const youngAuthorityOldEquipment: FindSignal = async ({ db, usdotNumber, today }) => {
  const grant = await db.row<{ granted: string | null }>(firstGrant, [usdotNumber, today]);
  const granted = grant?.granted;
  if (!granted || daysBetween(granted, today) >= YOUNG_DAYS) return null;
  type Vehicle = { vin: string; first_seen: string; last_seen: string };
  const seen = await db.rows<Vehicle>(allVehicles, [usdotNumber, today]);
  const old = seen.flatMap(({ vin, first_seen, last_seen }) => {
    const year = vinModelYear(vin, new Date(today), new Date(first_seen));
    return year !== null && Number(today.slice(0, 4)) - year >= OLD_YEARS
      ? [{ vin, model_year: year, first_seen, last_seen, authority_granted: granted }]
      : [];
  });
  return newest(old.sort((a, b) => a.model_year - b.model_year || (a.vin < b.vin ? -1 : 1)));
};

const absent = (table: string, day: string) =>
  `not exists (select from ${table} x where x.usdot_number = $1 and x.${day} >= $3::date - ${UNSEEN_DAYS})`;

/** Says nothing while no recent file of inspections is loaded. */
export const neverSeen = querySignal(
  'never_seen',
  `select c.power_units as declared_power_units, c.total_drivers as declared_drivers, c.mcs150_mileage as declared_mileage,
     c.mcs150_date, c.add_date as registered_on, $3::date - ${UNSEEN_DAYS} as searched_since,
     ${fromFile(`'company-census'`)}, 1 as total
   from company_census c
   where c.usdot_number = $1 and c.status_code = 'A' and c.power_units >= ${MIN_UNSEEN_UNITS}
     and c.add_date <= $3::date - ${UNSEEN_DAYS} and ${isInterstateForHire} and ${hasAuthority(TO_CARRY, 'A')}
     and $2::date is not null
     and exists (select from federal_loads l where l.is_current and l.dataset in ('vehicle-inspection', 'sms-inspection')
       and l.as_of >= $3::date - 100)
     and ${absent('inspections', 'insp_date')} and ${absent('sms_inspections', 'insp_date')}
     and ${absent('crashes', 'report_date')} and ${absent('sms_crashes', 'report_date')}
     and not exists (select from observations o where o.usdot_number = $1
       and o.time_captured >= ($3::date - ${UNSEEN_DAYS})::timestamp at time zone 'UTC')`,
);
