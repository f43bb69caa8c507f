import { FILING_KINDS, type InsuranceFilings, MAX_FILINGS } from '../../../contract/profile.ts';
import { statement } from '../../../db/database.ts';
import { runWithin } from '../../../db/run-within.ts';
import { MAX_USDOT } from '../records/census.ts';
import type { ProfileService } from './profile-service.ts';

type Filing = InsuranceFilings['filings'][number];

/** A filing in the history takes precedence over the same one on file: it has the reason of its end. $2 the day, or null. */
const filings = statement(
  'profile.insurance-filings',
  `with listed as (
     select distinct on (kind, is_excess, plain_policy(policy_number), effective_date) *
     from (
       select 1 as rank, kind, coalesce(class_code = 'E', false) as is_excess, coalesce(company_name, '') as insurer,
         coalesce(policy_number, '') as policy_number, max_coverage_dollars as coverage_dollars, effective_date,
         cancel_effective_date as end_date, cancellation_method as ended_by, source_dataset, source_date
       from carrier_filing_history where usdot_number = $1
       union all
       select 2, kind, coalesce(class_code = 'E', false), coalesce(company_name, ''), coalesce(policy_number, ''),
         max_coverage_dollars, effective_date, cancel_effective_date, null, source_dataset, source_date
       from carrier_filings where usdot_number = $1) f
     where kind = any ($3) and coalesce(effective_date, '-infinity') <= coalesce($2::date, 'infinity')
     order by kind, is_excess, plain_policy(policy_number), effective_date, rank, end_date desc nulls first)
   select kind, is_excess, insurer, policy_number, coverage_dollars, effective_date, end_date, ended_by, source_dataset,
     source_date, count(*) over () as total
   from listed order by effective_date desc nulls last, kind, policy_number limit ${MAX_FILINGS}`,
);

/** Every insurance filing of a carrier, past and present. */
export async function readInsuranceFilings(
  { budgets }: ProfileService,
  usdotNumber: number,
  asOf: string | null,
): Promise<InsuranceFilings> {
  const values = [usdotNumber, asOf, FILING_KINDS];
  const rows =
    usdotNumber > MAX_USDOT
      ? []
      : await runWithin(budgets.insurance, (db) => db.rows<Filing & { total: number }>(filings, values));
  return {
    usdot_number: String(usdotNumber),
    filings: rows.map(({ total: _, ...filing }) => filing),
    total: rows[0]?.total ?? 0,
  };
}
