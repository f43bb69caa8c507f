import { statement } from '../../../db/database.ts';
import { BASICS, type BasicId, isBasicSql } from '../../federal/catalog/basics.ts';
import { isOutOfService } from '../../federal/out-of-service.ts';
import { type AuthorityRow, authorities } from '../records/authorities.ts';
import { type CensusRow, censusRow } from '../records/census.ts';
import { HAS_CRASH_FILE } from '../records/crash-rate.ts';
import {
  type InspectionCounts,
  inspectionCounts,
  type SmsOutputs,
  smsOutputs,
} from '../records/inspections.ts';
import { violationRows } from '../records/violations.ts';

export type DetailRow = CensusRow & {
  docket: { docket: string } | null;
  filing: {
    docket_prefix: string;
    docket_number: number;
    form_code: string | null;
    company_name: string | null;
    policy_number: string | null;
    max_coverage_dollars: number | null;
    underlying_limit_dollars: number | null;
    posted_date: string | null;
    effective_date: string | null;
    cancel_effective_date: string | null;
  } | null;
  crashes: { total: number; fatal: number; injury: number; towaway: number; last_year: number };
  has_crash_file: boolean;
  inspections: InspectionCounts;
  violations: Record<BasicId, number>;
  is_out_of_service: boolean;
  authorities: AuthorityRow[] | null;
  outputs: SmsOutputs | null;
  window_end: string;
  loaded_files: string[];
};

const TWO_YEARS = `(select end_day - interval '24 months' from win)`;
const END = '(select end_day from win)';

/** Exclusive classes; a crash counts once, however many vehicles of the carrier were in it. */
const crashCounts = `
  select count(*) as total, count(*) filter (where fatal > 0) as fatal,
    count(*) filter (where fatal = 0 and hurt > 0) as injury,
    count(*) filter (where fatal = 0 and hurt = 0) as towaway,
    count(*) filter (where day >= ${END} - interval '12 months') as last_year
  from (select max(fatalities) as fatal, max(injuries) as hurt, max(report_date) as day
    from carrier_crashes where usdot_number = $1 and report_date >= ${TWO_YEARS} and report_date <= ${END}
    group by report_state, report_number) crash`;

const countOf = (id: BasicId) => `count(*) filter (where ${isBasicSql('basic', id)}) as ${id}`;
const violationCounts = `select ${BASICS.map(({ id }) => countOf(id)).join(', ')} from violated`;

/** The primary public-liability filing in force, else the next one. */
const liability = `
  select * from carrier_filings
  where usdot_number = $1 and kind = 'BIPD' and coalesce(class_code, 'P') <> 'E'
    and coalesce(least(cancel_effective_date, replaced_on), 'infinity') > $2
  order by effective_date > $2, effective_date desc nulls last, max_coverage_dollars desc limit 1`;

const docket = `
  select d.docket_prefix || d.docket_number as docket from carrier_dockets d
  left join carrier_authorities a using (usdot_number, docket_prefix, docket_number)
  where d.usdot_number = $1
  order by (d.docket_prefix = 'MC' and a.status = 'A') desc nulls last, (d.docket_prefix = 'MC') desc,
    d.docket_number limit 1`;

const json = (query: string) => `(select to_json(x) from (${query}) x)`;

/**
 * The record of one carrier in one round trip. $1 carrier, $2 today. Takes a few µs for each inspection and violation of
 * two years, so the result is cached.
 */
export const carrierDetail = statement(
  'carriers.detail',
  `with win as materialized (select federal_window_end(null) as end_day), census as materialized (${censusRow}),
     ${violationRows(TWO_YEARS, END)}
   select census.*, ${json(docket)} as docket, ${json(liability)} as filing, ${json(crashCounts)} as crashes,
     ${json(inspectionCounts(TWO_YEARS, END))} as inspections, ${json(violationCounts)} as violations,
     ${isOutOfService('$2')} as is_out_of_service,
     (select json_agg(x) from (${authorities('$2')}) x) as authorities,
     ${json(smsOutputs)} as outputs, ${HAS_CRASH_FILE} as has_crash_file,
     ${END} as window_end,
     coalesce((select json_agg(dataset) from federal_loads where is_current), '[]') as loaded_files
   from census`,
);
