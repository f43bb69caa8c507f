import { statement } from '../../../db/database.ts';
import { authorities, censusRow, orderInForce } from '../records/census.ts';
import { violationRows } from '../records/violations.ts';

const TWO_YEARS = `(select end_day - interval '24 months' from win)`;
const END = '(select end_day from win)';

/** Exclusive classes, each crash once however many of the carrier's vehicles were in it. */
const crashCounts = `
  select count(*) as total, count(*) filter (where fatal > 0) as fatal,
    count(*) filter (where fatal = 0 and hurt > 0) as injury,
    count(*) filter (where fatal = 0 and hurt = 0) as towaway,
    count(*) filter (where day > ${END} - interval '12 months') as last_year
  from (select max(fatalities) as fatal, max(injuries) as hurt, max(report_date) as day
    from carrier_crashes where usdot_number = $1 and report_date > ${TWO_YEARS} and report_date <= ${END}
    group by report_state, report_number) crash`;

/** Driver: levels 1, 2, 3, 6; vehicle: 1, 2, 5, 6; hazmat: any level with hazmat aboard. */
export const inspectionCounts = (after: string, until: string) => `
  select count(*) as inspections, count(*) filter (where any_oos > 0) as any_oos,
    count(*) filter (where insp_level_id in (1, 2, 3, 6)) as driver,
    count(*) filter (where insp_level_id in (1, 2, 3, 6) and driver_oos > 0) as driver_oos,
    count(*) filter (where insp_level_id in (1, 2, 5, 6)) as vehicle,
    count(*) filter (where insp_level_id in (1, 2, 5, 6) and vehicle_oos > 0) as vehicle_oos,
    count(*) filter (where has_hazmat) as hazmat,
    count(*) filter (where has_hazmat and hazmat_oos > 0) as hazmat_oos
  from carrier_inspections where usdot_number = $1 and insp_date > ${after} and insp_date <= ${until}`;

const violationCounts = `
  select count(*) filter (where basic ilike 'unsafe%') as unsafe_driving,
    count(*) filter (where basic ilike 'driver fit%') as driver_fitness,
    count(*) filter (where basic ilike 'hours%' or basic ilike 'hos%') as hours_of_service,
    count(*) filter (where basic ilike 'controlled%' or basic ilike 'drug%') as controlled_substances,
    count(*) filter (where basic ilike 'vehicle%') as vehicle_maintenance
  from violated`;

/** The primary public-liability filing in force, or, when none is, the next to come. */
const liability = `
  select * from carrier_filings
  where usdot_number = $1 and kind = 'BIPD' and coalesce(class_code, 'P') <> 'E'
    and (cancel_effective_date is null or cancel_effective_date > $2)
  order by effective_date > $2, effective_date desc nulls last, max_coverage_dollars desc limit 1`;

const docket = `
  select d.docket_prefix || d.docket_number as docket from carrier_dockets d
  left join carrier_authorities a using (usdot_number, docket_prefix, docket_number)
  where d.usdot_number = $1
  order by (d.docket_prefix = 'MC' and a.status = 'A') desc nulls last, (d.docket_prefix = 'MC') desc,
    d.docket_number limit 1`;

/** What FMCSA's own run of the month counted. */
export const smsOutputs = `
  select driver_insp_total, driver_oos_insp_total, vehicle_insp_total, vehicle_oos_insp_total
  from sms_outputs where usdot_number = $1`;

const json = (query: string) => `(select to_json(x) from (${query}) x)`;

/**
 * All of one carrier's record: one round trip, index ranges of this carrier only. $1 carrier, $2 today. Its cost is the
 * carrier's inspections and violations of two years (a few µs each), so the answer is remembered.
 */
export const carrierDetail = statement(
  'carriers.detail',
  `with win as materialized (select federal_window_end(null) as end_day), census as materialized (${censusRow}),
     ${violationRows(TWO_YEARS, END)}
   select census.*, ${json(docket)} as docket, ${json(liability)} as filing, ${json(crashCounts)} as crashes,
     ${json(inspectionCounts(TWO_YEARS, END))} as inspections, ${json(violationCounts)} as violations,
     ${json(orderInForce('$2'))} as oos_order,
     (select json_agg(x) from (${authorities('$2')}) x) as authorities,
     ${json(`select bool_or(property) as property, bool_or(passenger) as passenger,
       bool_or(household_goods) as household_goods from legacy_carriers where usdot_number = $1`)} as legacy,
     ${json(smsOutputs)} as outputs,
     ${END} as window_end
   from census`,
);
