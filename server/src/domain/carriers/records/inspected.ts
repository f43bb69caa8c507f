import { type Db, readRow, statement } from '../../../db/database.ts';
import { POWER_UNIT_TYPE_IDS, TRACTOR_TYPE_IDS } from '../../federal/vehicle-types.ts';
import { countInspections, type InspectionCounts } from './inspections.ts';
import { inWindow, WINDOW_END, WINDOW_START } from './window.ts';

/** A power unit with its first inspection in the window. */
export type InspectedVehicle = { vin: string; first_seen: string; is_tractor: boolean };

export type Inspected = {
  counts: InspectionCounts;
  vehicles: InspectedVehicle[];
  /** Null if no file of events is loaded. */
  window_start: string | null;
  window_end: string | null;
  /** The day of the loaded SMS violation file, to which its time weights belong. */
  sms_date: string | null;
};

const places = [
  ['vin', 'unit_type_desc', true],
  ['vin2', 'unit_type_desc2', false],
] as const;
const isTrailer = (type: string) =>
  `upper(${type}) like '%TRAILER%' or upper(${type}) like '%DOLLY%' or upper(${type}) like '%CHASSIS%'`;
const smsUnits = places.map(
  ([vin, type, isFirst]) =>
    `select ${vin} as vin, insp_date, coalesce(upper(${type}) like '%TRACTOR%', false) as is_tractor from listed where ${vin} is not null and coalesce(not (${isTrailer(type)}), ${isFirst})`,
);

/**
 * The inspections of a carrier in the window, read once for their counts and their vehicles: the views carrier_inspections and
 * carrier_units, each of which reads all of them. $1 carrier, $2 the requested day or null.
 */
const inspected = statement(
  'profile.inspected',
  `with listed as materialized (
     select insp_date, report_state, bare_report(report_state, report_number) as report_number, insp_level_id,
       coalesce(driver_oos_total, 0) as driver_oos, coalesce(vehicle_oos_total, 0) as vehicle_oos,
       coalesce(hazmat_oos_total, 0) as hazmat_oos, coalesce(oos_total, 0) as any_oos,
       coalesce(total_hazmat_sent, 0) > 0 as has_hazmat, vin, unit_type_desc, vin2, unit_type_desc2
     from sms_inspections where usdot_number = $1 and ${inWindow('insp_date')}
   ), daily as materialized (
     select inspection_id, insp_date, report_state, bare_report(report_state, report_number) as report_number,
       insp_level_id, coalesce(driver_oos_total, 0) as driver_oos, coalesce(vehicle_oos_total, 0) as vehicle_oos,
       coalesce(hazmat_oos_total, 0) as hazmat_oos, coalesce(oos_total, 0) as any_oos,
       coalesce(hazmat_placard_req, false) as has_hazmat
     from daily_inspections where usdot_number = $1 and ${inWindow('insp_date')}
   ), counted as (
     select insp_level_id, driver_oos, vehicle_oos, hazmat_oos, any_oos, has_hazmat from listed
     union all
     select insp_level_id, driver_oos, vehicle_oos, hazmat_oos, any_oos, has_hazmat from daily d
     where report_state is null or report_number is null
       or (insp_date, report_state, report_number) not in (select insp_date, report_state, report_number from listed
         where report_state is not null and report_number is not null)
   ), units as (
     ${smsUnits.join(' union all ')}
     union all
     select u.vin, d.insp_date, u.unit_type_id in (${TRACTOR_TYPE_IDS}) from daily d join inspection_units u using (inspection_id)
     where u.vin is not null and u.unit_type_id in (${POWER_UNIT_TYPE_IDS})
   )
   select (select to_json(x) from (${countInspections('counted')}) x) as counts,
     coalesce((select json_agg(x) from (
       select vin, min(insp_date) as first_seen, bool_or(is_tractor) as is_tractor from units group by vin) x), '[]') as vehicles,
     ${WINDOW_START}::date::text as window_start, ${WINDOW_END}::text as window_end,
     (select as_of::text from federal_loads where is_current and dataset = 'sms-violation') as sms_date`,
);

export function readInspected(db: Db, usdotNumber: number, asOf: string | null): Promise<Inspected> {
  return readRow<Inspected>(db, inspected, [usdotNumber, asOf]);
}
