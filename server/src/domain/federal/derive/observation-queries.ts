/**
 * The four kinds of federal observations, as SELECTs that give one row for each record: key, then fields. An id is
 * made from the record's own key, each kind in a range of its own, far above the ids of sightings and exact in
 * a double; so a record that is imported again is the same observation.
 */
export type Kind = {
  firstId: number;
  /** Tables it reads; an import of one of them may change it. */
  tables: readonly string[];
  /** `of` gives the name under which a table is to be read: the staged one where there is one. */
  select(of: (table: string) => string): string;
};

export const FEDERAL_IDS = 1_000_000_000_000_000;
const firstId = (nth: number) => nth * FEDERAL_IDS;

/** Fields that every kind gives, in this order, after usdot_number, time_captured, id and type. */
export const fields = [
  ...['source', 'alpr_plate_number', 'plate_state', 'mc_number', 'vin', 'cab_number', 'equipment_type'],
  ...['equipment_number', 'location_state', 'location_city', 'latitude', 'longitude', 'route'],
];

/** A carrier's motor-carrier number, digits only, from the census. */
export const docketOf = (census: string) =>
  `case when ${census}.docket1_prefix = 'MC' then ${census}.docket1_number
        when ${census}.docket2_prefix = 'MC' then ${census}.docket2_number
        when ${census}.docket3_prefix = 'MC' then ${census}.docket3_number end::text`;
const digits = (docket: string) => `nullif(ltrim(regexp_replace(${docket}, '\\D', '', 'g'), '0'), '')`;

/** Local wall-clock time: the files name no zone. It is kept as it stands, so that the day stays the report's day. */
const moment = (day: string, time: string) =>
  `(${day} + coalesce(${time}, '00:00'::time)) at time zone 'UTC'`;

/** Daily files write the state before the report number, SMS files do not. */
export const bareReport = (state: string, report: string) =>
  `case when left(${report}, 2) = ${state} then substr(${report}, 3) else ${report} end`;

const UNIT_WORDS = [
  ...['bus', 'dolly converter', 'full trailer', 'limousine', 'motor coach', 'other', 'pole trailer'],
  ...[
    'school bus',
    'semi-trailer',
    'straight truck',
    'truck tractor',
    'van',
    'unknown',
    'intermodal chassis',
  ],
  'crib log trailer',
];
const CARGO_WORDS: Record<number, string> = {
  1: 'bus',
  2: 'bus',
  3: 'van/enclosed box',
  4: 'cargo tank',
  5: 'flatbed',
  6: 'dump',
  7: 'concrete mixer',
  8: 'auto transporter',
  9: 'garbage/refuse',
  10: 'grain/chips/gravel',
  11: 'pole trailer',
  13: 'intermodal chassis',
  14: 'logging',
  15: 'towing vehicle',
};
const CONFIGURATION_WORDS = [
  ...['passenger car', 'light truck', 'bus', 'bus', 'single-unit truck', 'single-unit truck'],
  ...['truck and trailer', 'truck tractor', 'tractor and semi-trailer', 'tractor and double'],
  'tractor and triple',
];
const POWER = '1, 4, 5, 8, 10, 11, 12';
const TRAILING = '2, 3, 7, 9, 14, 15';

function wordOf(column: string, words: readonly string[] | Record<number, string>): string {
  const pairs = Array.isArray(words)
    ? words.map((word, i) => [i + 1, word] as const)
    : Object.entries(words).map(([id, word]) => [Number(id), word] as const);
  return `case ${column} ${pairs.map(([id, word]) => `when ${id} then '${word}'`).join(' ')} end`;
}

/** The first of an inspection's units that is of these types. One pass over the units in the order of their key. */
const firstUnit = (units: string, types: string) =>
  `select distinct on (inspection_id) inspection_id, vin, unit_license, unit_license_state, company_number,
     unit_type_id
   from ${units} where unit_type_id in (${types}) order by inspection_id, unit_number, unit_id`;

const county = (state: string, code: string) =>
  `left join county_centres c on c.state = ${state} and c.county_code = ${code}`;

export const inspectionKind: Kind = {
  firstId: firstId(1),
  tables: ['inspections', 'inspection_units'],
  select: (of) => `
    select i.usdot_number::bigint as usdot_number, ${moment('i.insp_date', 'i.insp_start_time')} as time_captured,
      ${firstId(1)} + i.inspection_id as id, 'Inspection' as type, 'FMCSA' as source,
      coalesce(p.unit_license, '') as alpr_plate_number, coalesce(p.unit_license_state, '') as plate_state,
      coalesce(${docketOf('k')}, ${digits('i.docket')}, '') as mc_number, coalesce(p.vin, '') as vin,
      coalesce(p.company_number, '') as cab_number,
      coalesce(${wordOf('coalesce(t.unit_type_id, p.unit_type_id)', UNIT_WORDS)}, '') as equipment_type,
      coalesce(t.company_number, '') as equipment_number,
      coalesce(i.county_code_state, i.report_state, '') as location_state,
      coalesce(c.name, '') as location_city, c.latitude, c.longitude,
      coalesce(i.location_desc, i.location, '') as route
    from ${of('inspections')} i
    left join (${firstUnit(of('inspection_units'), POWER)}) p using (inspection_id)
    left join (${firstUnit(of('inspection_units'), TRAILING)}) t using (inspection_id)
    left join ${of('company_census')} k on k.usdot_number = i.usdot_number and i.usdot_number <> 0
    ${county('coalesce(i.county_code_state, i.report_state)', 'i.county_code')}
    where i.insp_date is not null`,
};

/** Inspections that only the SMS files tell of: no time, no county, no numbers on the units. */
export const smsInspectionKind: Kind = {
  firstId: firstId(2),
  tables: ['sms_inspections', 'inspections'],
  select: (of) => `
    select s.usdot_number::bigint as usdot_number, s.insp_date::timestamp at time zone 'UTC' as time_captured,
      ${firstId(2)} + s.unique_id as id, 'Inspection' as type, 'FMCSA' as source,
      coalesce(s.unit_license, '') as alpr_plate_number, coalesce(s.unit_license_state, '') as plate_state,
      coalesce(${docketOf('k')}, '') as mc_number, coalesce(s.vin, '') as vin, '' as cab_number,
      lower(coalesce(s.unit_type_desc2, s.unit_type_desc, '')) as equipment_type, '' as equipment_number,
      coalesce(s.county_code_state, s.report_state, '') as location_state, '' as location_city,
      null::float8 as latitude, null::float8 as longitude, '' as route
    from ${of('sms_inspections')} s
    left join ${of('company_census')} k on k.usdot_number = s.usdot_number and s.usdot_number <> 0
    where s.insp_date is not null and not exists (
      select from ${of('inspections')} i
      where i.usdot_number = s.usdot_number and i.insp_date = s.insp_date and i.report_state = s.report_state
        and ${bareReport('i.report_state', 'i.report_number')} = ${bareReport('s.report_state', 's.report_number')})`,
};

/** One row for each commercial vehicle in a crash. */
export const crashKind: Kind = {
  firstId: firstId(3),
  tables: ['crashes'],
  select: (of) => `
    select r.usdot_number::bigint as usdot_number, ${moment('r.report_date', 'r.report_time')} as time_captured,
      ${firstId(3)} + r.crash_id * 10000 + case when r.report_seq_no ~ '^(0|[1-9][0-9]{0,2})$'
        then r.report_seq_no::bigint else 1000 + abs(hashtext(r.report_seq_no)::bigint) % 9000 end as id,
      'Crash' as type, 'FMCSA' as source, coalesce(r.vehicle_license_number, '') as alpr_plate_number,
      coalesce(r.vehicle_license_state, '') as plate_state,
      coalesce(${digits('r.docket')}, ${docketOf('k')}, '') as mc_number, coalesce(r.vin, '') as vin,
      '' as cab_number,
      coalesce(${wordOf('r.cargo_body_type_id', CARGO_WORDS)},
        ${wordOf('r.vehicle_configuration_id', CONFIGURATION_WORDS)}, '') as equipment_type,
      '' as equipment_number, coalesce(r.state, r.report_state, '') as location_state,
      coalesce(c.name, initcap(r.city), '') as location_city, c.latitude, c.longitude,
      coalesce(r.location, '') as route
    from ${of('crashes')} r
    left join ${of('company_census')} k on k.usdot_number = r.usdot_number and r.usdot_number <> 0
    ${county('coalesce(r.state, r.report_state)', 'r.county_code')}
    where r.report_date is not null`,
};

/** Crashes that only the SMS file tells of. It has no number for a row, so one is made from what names it. */
export const smsCrashKind: Kind = {
  firstId: firstId(4),
  tables: ['sms_crashes', 'crashes'],
  select: (of) => `
    select s.usdot_number::bigint as usdot_number, s.report_date::timestamp at time zone 'UTC' as time_captured,
      ${firstId(4)} + (hashtextextended(concat_ws('|', s.report_state, s.report_number, s.report_seq_no), 0)
        & 281474976710655) as id,
      'Crash' as type, 'FMCSA' as source, coalesce(s.vehicle_license_number, '') as alpr_plate_number,
      coalesce(s.vehicle_license_state, '') as plate_state, coalesce(${docketOf('k')}, '') as mc_number,
      coalesce(s.vin, '') as vin, '' as cab_number, '' as equipment_type, '' as equipment_number,
      coalesce(s.report_state, '') as location_state, '' as location_city, null::float8 as latitude,
      null::float8 as longitude, '' as route
    from ${of('sms_crashes')} s
    left join ${of('company_census')} k on k.usdot_number = s.usdot_number and s.usdot_number <> 0
    where s.report_date is not null and not exists (
      select from ${of('crashes')} r
      where r.usdot_number = s.usdot_number and r.report_date = s.report_date and r.report_state = s.report_state
        and r.report_seq_no = s.report_seq_no
        and ${bareReport('r.report_state', 'r.report_number')} = ${bareReport('s.report_state', 's.report_number')})`,
};
