import { statement } from '../../../db/database.ts';
import { catalogRule, redFlagRule } from '../../federal/catalog/read-catalog.ts';
import { isCountedCrash } from '../../federal/counted-crash.ts';
import { isoTime } from '../../observations/observation.ts';
import { sightingsWithKeys } from '../../observations/vehicles/look-up.ts';
import { dailyViolations, weighedSmsViolation, weighedViolation } from '../records/violations.ts';

/** Each of these queries finds the records of one VIN ($1) up to a day ($2) with an index probe. Sightings may be on other servers. */

/** Each inspection once; `unit_number` selects the violations of this vehicle. */
const inspected = `
  select distinct on (report_state, report_number, insp_date) * from (
    select usdot_number, insp_date, report_state, bare_report(report_state, report_number) as report_number,
      coalesce(county_code_state, report_state) as state, insp_level_id, coalesce(oos_total, 0) as oos_total,
      unit_type_desc as unit_type, null::smallint as unit_type_id, unit_make as make, unit_license as plate,
      unit_license_state as plate_state, 1 as unit_number, unique_id, null::bigint as inspection_id, null::bigint as unit_id,
      0 as duplicate_rank
    from sms_inspections where vin = $1
    union all
    select usdot_number, insp_date, report_state, bare_report(report_state, report_number),
      coalesce(county_code_state, report_state), insp_level_id, coalesce(oos_total, 0), unit_type_desc2, null,
      unit_make2, unit_license2, unit_license_state2, 2, unique_id, null, null, 0
    from sms_inspections where vin2 = $1
    union all
    select i.usdot_number, i.insp_date, i.report_state, bare_report(i.report_state, i.report_number),
      coalesce(i.county_code_state, i.report_state), i.insp_level_id, coalesce(i.oos_total, 0), null, u.unit_type_id,
      u.unit_make, u.unit_license, u.unit_license_state, u.unit_number, null, i.inspection_id, u.unit_id,
      duplicate_rank(i.ci_status_code)
    from inspection_units u join inspections i using (inspection_id) where u.vin = $1
  ) found where insp_date <= $2
  order by report_state, report_number, insp_date, unique_id nulls last, duplicate_rank, inspection_id`;

const violated = `
  select v.usdot_number, v.insp_date, i.report_number, i.state, v.viol_code as code, ${weighedSmsViolation}
  from inspected i join sms_violations v on v.usdot_number = i.usdot_number and v.unique_id = i.unique_id
  ${redFlagRule('v.viol_code')}
  where v.viol_unit = i.unit_number::text or (i.unit_number = 1 and v.viol_unit in ('D', 'C'))
  union all
  select i.usdot_number, i.insp_date, i.report_number, i.state, v.code, ${weighedViolation}
  from inspected i
  join (${dailyViolations(
    'inspected i join inspection_violations v on v.inspection_id = i.inspection_id',
    `v.unit_id = i.unit_id or (i.unit_number = 1 and v.viol_unit in ('D', 'C'))`,
  )}) v using (inspection_id) ${catalogRule('v.code', 'v.viol_desc')}`;

/** As in the view carrier_crashes. */
const isTowAway = `coalesce(tow_away, false) or (coalesce(fatalities, 0) = 0 and coalesce(injuries, 0) = 0)`;
const crashed = `
  select distinct on (report_state, report_number, usdot_number) * from (
    select 1 as rank, usdot_number, report_date, report_state, bare_report(report_state, report_number) as report_number,
      coalesce(state, report_state) as state, concat_ws(', ', location, initcap(city)) as location,
      coalesce(fatalities, 0) as fatalities, coalesce(injuries, 0) as injuries, ${isTowAway} as tow_away,
      vehicle_configuration_id
    from crashes where vin = $1 and ${isCountedCrash('crashes')}
    union all
    select 2, usdot_number, report_date, report_state, bare_report(report_state, report_number), report_state, '',
      coalesce(fatalities, 0), coalesce(injuries, 0), ${isTowAway}, null
    from sms_crashes where vin = $1
  ) found where report_date <= $2
  order by report_state, report_number, usdot_number, rank`;

/** The sightings of a VIN ($7) by their keys. The federal statement gets them as JSON ($3). */
export const vinSightings = statement(
  'carriers.vin-sightings',
  `${sightingsWithKeys(
    `o.usdot_number, o.time_captured, o.location_city, o.location_state, o.latitude, o.longitude, o.route,
     o.alpr_plate_number, o.cab_number`,
  )} and o.vin = $7 and o.type = 'Detection'`,
);
const seen = `
  select * from json_to_recordset($3) as s (usdot_number bigint, time_captured timestamptz, location_city text,
    location_state text, latitude float8, longitude float8, route text, alpr_plate_number text, cab_number text)`;

const list = (rows: string, order: string) =>
  `coalesce((select json_agg(x order by ${order}) from (${rows}) x), '[]')`;
const seenDay = `(time_captured at time zone 'UTC')::date`;

/** The lists of the section in one round trip. A vehicle may pass the same sensor every day: the newest 500 sightings. */
export const vinRecords = statement(
  'carriers.vin-records',
  `with inspected as materialized (${inspected}), violated as materialized (${violated}),
   crashed as materialized (${crashed}), seen as materialized (${seen}),
   named as (
     select usdot_number, insp_date as day, 'Inspection' as source from inspected
     union all select usdot_number, report_date, 'Crash' from crashed
     union all select usdot_number, ${seenDay}, 'Detection' from seen
   ), carriers as (
     select n.usdot_number, min(n.day) as first_seen, max(n.day) as last_seen,
       array_agg(distinct n.source order by n.source) as sources
     from named n where n.usdot_number <> 0 group by n.usdot_number)
   select ${list(
     `select insp_date as date, usdot_number::text as usdot_number, coalesce(report_number, '') as report_number,
        coalesce(state, '') as state, coalesce(insp_level_id, 0) as level, oos_total as out_of_service_total,
        coalesce(plate, '') as plate_number, coalesce(plate_state, '') as plate_state
      from inspected`,
     'x.date desc, x.report_number',
   )} as inspections,
     ${list(
       `select insp_date as date, usdot_number::text as usdot_number, coalesce(report_number, '') as report_number,
          coalesce(state, '') as state, coalesce(code, '') as code, coalesce(description, '') as description,
          coalesce(basic, '') as basic, severity_weight, out_of_service, is_red_flag
        from violated`,
       'x.date desc, x.report_number, x.code',
     )} as violations,
     ${list(
       `select report_date as date, usdot_number::text as usdot_number, report_number, coalesce(state, '') as state,
          coalesce(location, '') as location, fatalities, injuries as injury,
          case when tow_away then 'Y' else 'N' end as towaway
        from crashed`,
       'x.date desc, x.report_number',
     )} as crashes,
     ${list(
       `select case when usdot_number = 0 then '' else usdot_number::text end as usdot_number,
          ${isoTime('time_captured', 3)} as time_captured, location_city, location_state, latitude, longitude, route,
          alpr_plate_number as plate_number, cab_number
        from seen order by seen.time_captured desc limit 500`,
       'x.time_captured desc',
     )} as sightings,
     ${list(
       `select c.usdot_number::text as usdot_number, coalesce(d.legal_name, m.legal_name, '') as legal_name,
          c.first_seen, c.last_seen, c.sources
        from carriers c
        left join company_census d on d.usdot_number = c.usdot_number
        left join sms_census m on m.usdot_number = c.usdot_number`,
       'x.last_seen desc, x.usdot_number::bigint',
     )} as carriers,
     (select to_json(u) from (
        select unit_type, unit_type_id from inspected where unit_type is not null or unit_type_id is not null
        order by insp_date desc, report_number limit 1) u) as unit,
     (select make from inspected where make <> '' order by insp_date desc, report_number limit 1) as inspected_make,
     (select vehicle_configuration_id from crashed where vehicle_configuration_id is not null
      order by report_date desc, report_number limit 1) as vehicle_configuration_id,
     (select to_json(w) from wmi_vehicle_types w where w.wmi in (left($1, 3), left($1, 3) || substr($1, 12, 3))
      order by length(w.wmi) desc limit 1) as maker`,
);
