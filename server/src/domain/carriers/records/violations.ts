import { type Db, statement } from '../../../db/database.ts';
import type { Names } from '../../../lib/names.ts';
import { dailyCodeSql } from '../../federal/catalog/build-catalog.ts';
import { catalogRule, redFlagRule } from '../../federal/catalog/read-catalog.ts';
import { plainCodeSql } from '../../federal/catalog/violation-code.ts';
import { POWER_UNIT_TYPE_IDS } from '../../federal/vehicle-types.ts';
import { type SeverityBucket, violationBucket } from '../../safety/severity.ts';
import { WINDOW_END, WINDOW_START } from './window.ts';

/**
 * Rows `v` of inspection_violations with their code and out-of-service flag. A code that is cited several times in one
 * inspection is one violation, out of service if any of them is. `where` limits the rows; `v` can be joined with it.
 */
export const dailyViolations = (from: string, where = 'true') => `
  select distinct on (v.inspection_id, ${plainCodeSql('daily.code')}) v.*, daily.code, daily.is_oos
  from ${from}
  cross join lateral (select ${dailyCodeSql('v')} as code,
    coalesce(v.out_of_service_indicator in ('Y', 'Z'), false) as is_oos) daily
  where ${where}
  order by v.inspection_id, ${plainCodeSql('daily.code')}, daily.is_oos desc, v.violation_id`;

/** The columns of a violation `v` of the daily files that the catalog has, from its `rule`. */
export const weighedViolation = `
  coalesce(v.viol_desc, nullif(rule.description, ''), nullif(rule.violation_group, '')) as description,
  rule.violation_group, rule.basic, coalesce(rule.severity_weight, 0) as severity_weight,
  case when v.is_oos then coalesce(rule.oos_weight, 0) else 0 end as oos_weight, v.is_oos as out_of_service,
  coalesce(rule.is_red_flag, false) as is_red_flag`;

/** The same columns of a row `v` of the SMS file, which has the catalog's values of its own month. */
export const weighedSmsViolation = `
  coalesce(v.section_desc, v.group_desc) as description, v.group_desc as violation_group, v.basic_desc as basic,
  coalesce(v.severity_weight, 0) as severity_weight, coalesce(v.oos_weight, 0) as oos_weight,
  coalesce(v.oos_indicator, false) as out_of_service, flagged.plain_code is not null as is_red_flag`;

/**
 * The violations of one carrier ($1) after one day and up to another, as CTEs of which `violated` is the last. The SMS
 * file has their weights. Violations that are only in the daily files (newer than the SMS run) get the weight of the
 * catalog and no time weight, which depends on the day of the request. Inspections in both are removed once, up
 * front: a check for each row would take minutes for a large carrier.
 */
export const violationRows = (after: string, until: string) => `
  daily_only as materialized (
    select i.inspection_id, i.usdot_number, i.insp_date, bare_report(i.report_state, i.report_number) as report_number,
      coalesce(i.county_code_state, i.report_state) as state
    from daily_inspections i
    where i.usdot_number = $1 and i.insp_date >= ${after} and i.insp_date <= ${until}
      and not exists (select from sms_inspections s
        where s.usdot_number = i.usdot_number and s.insp_date = i.insp_date and s.report_state = i.report_state
          and bare_report(s.report_state, s.report_number) = bare_report(i.report_state, i.report_number))
  ), cited as materialized (
    ${dailyViolations('daily_only i join inspection_violations v using (inspection_id)')}
  ), violated as (
    select v.unique_id as record_id, v.insp_date, i.report_number,
      coalesce(i.county_code_state, i.report_state) as state, v.viol_code as code, v.time_weight,
      ${weighedSmsViolation}, v.viol_unit as unit,
      case when v.viol_unit = '2' then i.vin2 else i.vin end as vin,
      case when v.viol_unit = '2' then i.unit_license2 else i.unit_license end as plate,
      case when v.viol_unit = '2' then i.unit_license_state2 else i.unit_license_state end as plate_state
    from sms_violations v
    left join sms_inspections i on i.usdot_number = v.usdot_number and i.unique_id = v.unique_id
    ${redFlagRule('v.viol_code')}
    where v.usdot_number = $1 and v.insp_date >= ${after} and v.insp_date <= ${until}
    union all
    select i.inspection_id, i.insp_date, i.report_number, i.state, v.code, null, ${weighedViolation}, v.viol_unit,
      u.vin, u.unit_license, u.unit_license_state
    from daily_only i
    join cited v using (inspection_id) ${catalogRule('v.code', 'v.viol_desc')}
    left join lateral (
      select n.vin, n.unit_license, n.unit_license_state from inspection_units n
      where n.inspection_id = v.inspection_id and (n.unit_id = v.unit_id or v.unit_id is null)
      order by case when n.unit_number::text = v.viol_unit then 0 else 1 end,
        case when n.unit_type_id in (${POWER_UNIT_TYPE_IDS}) then 0 else 1 end, n.unit_number limit 1) u on true
  )`;

export type ViolationRow = Record<
  Names<'report_number state code description basic violation_group unit vin plate plate_state'>,
  string | null
> & {
  insp_date: string;
  severity_weight: number;
  time_weight: number | null;
  oos_weight: number;
  out_of_service: boolean;
  is_red_flag: boolean;
};

/** $1 carrier, $2 the requested day or null. Takes a few µs for each violation. */
const inTheWindow = statement(
  'profile.violations',
  `with ${violationRows(WINDOW_START, WINDOW_END)}
   select insp_date, report_number, state, code, description, basic, violation_group, severity_weight, time_weight,
     oos_weight, out_of_service, is_red_flag, unit, vin, plate, plate_state
   from violated order by insp_date desc, record_id, code`,
);

/** The violations of the last 24 months, newest first. */
export function readViolations(db: Db, usdotNumber: number, asOf: string | null): Promise<ViolationRow[]> {
  return db.rows<ViolationRow>(inTheWindow, [usdotNumber, asOf]);
}

type Violation = Pick<ViolationRow, 'severity_weight' | 'out_of_service' | 'is_red_flag'>;

export function severityBucket({ severity_weight, out_of_service, is_red_flag }: Violation): SeverityBucket {
  return violationBucket({
    severityWeight: severity_weight,
    outOfService: out_of_service,
    isRedFlag: is_red_flag,
  });
}

export function countBuckets(violations: Violation[]): Record<SeverityBucket, number> {
  const counts = { major: 0, most_severe: 0, less_severe: 0 };
  for (const violation of violations) counts[severityBucket(violation)]++;
  return counts;
}
