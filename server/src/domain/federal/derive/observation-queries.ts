import { names } from '../../../lib/names.ts';
import { isCountedCrash } from '../counted-crash.ts';
import { isDuplicateInspection } from '../duplicate-inspection.ts';
import {
  cargoBodyLabel,
  crashConfigurationLabel,
  POWER_UNIT_TYPE_IDS,
  TRAILER_TYPE_IDS,
  unitTypeLabel,
} from '../vehicle-types.ts';

/**
 * A kind of federal observation. `select` returns one row per record: key, then fields. The id is computed from the
 * record's own key, so that a record that is imported again is the same observation. Each kind has its own range of
 * ids, above those of sightings and exact in a double.
 */
export type ObservationQuery = {
  firstId: number;
  /** Source tables. An import of any of them can change the result. */
  tables: readonly string[];
  /** `tableName` returns the table to read: the staged table if there is one. */
  select(tableName: (table: string) => string): string;
};

export const IDS_PER_KIND = 1_000_000_000_000_000;
const firstId = (nth: number) => nth * IDS_PER_KIND;

/** Returned by every query, in this order, after usdot_number, time_captured, id and type. */
export const fields: string[] = names(
  `source alpr_plate_number plate_state mc_number vin cab_number equipment_type equipment_number location_state
   location_city latitude longitude route`,
);

/** A carrier's MC number from the census, digits only. */
export const censusMcNumber = (census: string) =>
  `case when ${census}.docket1_prefix = 'MC' then ${census}.docket1_number
        when ${census}.docket2_prefix = 'MC' then ${census}.docket2_number
        when ${census}.docket3_prefix = 'MC' then ${census}.docket3_number end::text`;
const digits = (docket: string) => `nullif(ltrim(regexp_replace(${docket}, '\\D', '', 'g'), '0'), '')`;

/**
 * The files have the local time of the place. A record without a time has the beginning of its day in UTC, so that the day
 * stays that of the report; so has one of an unknown place. `county` joins the zones.
 */
const timestamp = (day: string, time: string) =>
  `(${day} + coalesce(${time}, '00:00'::time))
     at time zone case when ${time} is null then 'UTC' else coalesce(c.zone, z.zone, 'UTC') end`;

/** The first unit of each inspection that has one of these types. One pass over the units in key order. */
const firstUnit = (units: string, types: string) =>
  `select distinct on (inspection_id) inspection_id, vin, unit_license, unit_license_state, company_number,
     unit_type_id
   from ${units} where unit_type_id in (${types}) order by inspection_id, unit_number, unit_id`;

const county = (state: string, code: string) =>
  `left join county_centers c on c.state = ${state} and c.county_code = ${code}
   left join state_zones z on z.state = ${state}`;

const inspections: ObservationQuery = {
  firstId: firstId(1),
  tables: ['inspections', 'inspection_units'],
  select: (tableName) => `
    select i.usdot_number::bigint as usdot_number, ${timestamp('i.insp_date', 'i.insp_start_time')} as time_captured,
      ${firstId(1)} + i.inspection_id as id, 'Inspection' as type, 'FMCSA' as source,
      coalesce(p.unit_license, '') as alpr_plate_number, coalesce(p.unit_license_state, '') as plate_state,
      coalesce(${censusMcNumber('k')}, ${digits('i.docket')}, '') as mc_number, coalesce(p.vin, '') as vin,
      coalesce(p.company_number, '') as cab_number,
      coalesce(${unitTypeLabel('coalesce(t.unit_type_id, p.unit_type_id)')}, '') as equipment_type,
      coalesce(t.company_number, '') as equipment_number,
      coalesce(i.county_code_state, i.report_state, '') as location_state,
      coalesce(c.name, '') as location_city, c.latitude, c.longitude,
      coalesce(i.location_desc, i.location, '') as route
    from ${tableName('inspections')} i
    left join (${firstUnit(tableName('inspection_units'), POWER_UNIT_TYPE_IDS)}) p using (inspection_id)
    left join (${firstUnit(tableName('inspection_units'), TRAILER_TYPE_IDS)}) t using (inspection_id)
    left join ${tableName('company_census')} k on k.usdot_number = i.usdot_number and i.usdot_number <> 0
    ${county('coalesce(i.county_code_state, i.report_state)', 'i.county_code')}
    where i.insp_date is not null and not ${isDuplicateInspection(tableName('inspections'))}`,
};

/** Inspections that are only in the SMS file, which has no time, county or unit numbers. */
const smsInspections: ObservationQuery = {
  firstId: firstId(2),
  tables: ['sms_inspections', 'inspections'],
  select: (tableName) => `
    select s.usdot_number::bigint as usdot_number, s.insp_date::timestamp at time zone 'UTC' as time_captured,
      ${firstId(2)} + s.unique_id as id, 'Inspection' as type, 'FMCSA' as source,
      coalesce(s.unit_license, '') as alpr_plate_number, coalesce(s.unit_license_state, '') as plate_state,
      coalesce(${censusMcNumber('k')}, '') as mc_number, coalesce(s.vin, '') as vin, '' as cab_number,
      lower(coalesce(s.unit_type_desc2, s.unit_type_desc, '')) as equipment_type, '' as equipment_number,
      coalesce(s.county_code_state, s.report_state, '') as location_state, '' as location_city,
      null::float8 as latitude, null::float8 as longitude, '' as route
    from ${tableName('sms_inspections')} s
    left join ${tableName('company_census')} k on k.usdot_number = s.usdot_number and s.usdot_number <> 0
    where s.insp_date is not null and not exists (
      select from ${tableName('inspections')} i
      where i.usdot_number = s.usdot_number and i.insp_date = s.insp_date and i.report_state = s.report_state
        and bare_report(i.report_state, i.report_number) = bare_report(s.report_state, s.report_number))`,
};

/** One row per commercial vehicle in a crash. */
export const crashes: ObservationQuery = {
  firstId: firstId(3),
  tables: ['crashes'],
  select: (tableName) => `
    select r.usdot_number::bigint as usdot_number, ${timestamp('r.report_date', 'r.report_time')} as time_captured,
      ${firstId(3)} + r.crash_id * 10000 + case when r.report_seq_no ~ '^(0|[1-9][0-9]{0,2})$'
        then r.report_seq_no::bigint else 1000 + abs(hashtext(r.report_seq_no)::bigint) % 9000 end as id,
      'Crash' as type, 'FMCSA' as source, coalesce(r.vehicle_license_number, '') as alpr_plate_number,
      coalesce(r.vehicle_license_state, '') as plate_state,
      coalesce(${digits('r.docket')}, ${censusMcNumber('k')}, '') as mc_number, coalesce(r.vin, '') as vin,
      '' as cab_number,
      coalesce(${cargoBodyLabel('r.cargo_body_type_id')},
        ${crashConfigurationLabel('r.vehicle_configuration_id')}, '') as equipment_type,
      '' as equipment_number, coalesce(r.state, r.report_state, '') as location_state,
      coalesce(c.name, initcap(r.city), '') as location_city, c.latitude, c.longitude,
      coalesce(r.location, '') as route
    from ${tableName('crashes')} r
    left join ${tableName('company_census')} k on k.usdot_number = r.usdot_number and r.usdot_number <> 0
    ${county('coalesce(r.state, r.report_state)', 'r.county_code')}
    where r.report_date is not null and ${isCountedCrash('r')}`,
};

/** Crashes that are only in the SMS file. It has no row id, so the id is a hash of the report's key. */
const smsCrashes: ObservationQuery = {
  firstId: firstId(4),
  tables: ['sms_crashes', 'crashes'],
  select: (tableName) => `
    select s.usdot_number::bigint as usdot_number, s.report_date::timestamp at time zone 'UTC' as time_captured,
      ${firstId(4)} + (hashtextextended(concat_ws('|', s.report_state, s.report_number, s.report_seq_no), 0)
        & 281474976710655) as id,
      'Crash' as type, 'FMCSA' as source, coalesce(s.vehicle_license_number, '') as alpr_plate_number,
      coalesce(s.vehicle_license_state, '') as plate_state, coalesce(${censusMcNumber('k')}, '') as mc_number,
      coalesce(s.vin, '') as vin, '' as cab_number, '' as equipment_type, '' as equipment_number,
      coalesce(s.report_state, '') as location_state, '' as location_city, null::float8 as latitude,
      null::float8 as longitude, '' as route
    from ${tableName('sms_crashes')} s
    left join ${tableName('company_census')} k on k.usdot_number = s.usdot_number and s.usdot_number <> 0
    where s.report_date is not null and not exists (
      select from ${tableName('crashes')} r
      where ${isCountedCrash('r')} and r.usdot_number = s.usdot_number and r.report_date = s.report_date and r.report_state = s.report_state
        and r.report_seq_no = s.report_seq_no
        and bare_report(r.report_state, r.report_number) = bare_report(s.report_state, s.report_number))`,
};

export const observationQueries = [inspections, smsInspections, crashes, smsCrashes];
