import { type Db, readRow, statement } from '../../../db/database.ts';

export type Filing = {
  kind: 'BIPD' | 'CARGO' | 'SURETY' | 'TRUST FUND' | null;
  class_code: string | null;
  company_name: string | null;
  max_coverage_dollars: number | null;
  underlying_limit_dollars: number | null;
  effective_date: string | null;
  cancel_effective_date: string | null;
  /** The day on which a Motus filing takes the place of a legacy one. */
  replaced_on?: string | null;
};

/** A row of an insurance file, and the days of the files that had it. */
export type FilingRecord = Filing & {
  source: 'motus' | 'legacy';
  /** In a file of ended policies, which also has those whose end is announced. */
  is_history: boolean;
  form_code: string | null;
  policy_number: string | null;
  posted_date: string | null;
  replaced_on: string | null;
  cancellation_method: string | null;
  source_dataset: string;
  source_date: string | null;
  /** Null if the first archived file had the row. */
  listed_from: string | null;
  /** The day of the first file without the row. Null if the loaded file has it. */
  listed_until: string | null;
};

export type FilingRecords = {
  records: FilingRecord[];
  /** The first archived day of each file. */
  archived_since: Partial<Record<string, string>>;
  /** The days of the Motus files that were loaded, in order. */
  motus_days: string[];
};

const common = `kind, class_code, company_name, max_coverage_dollars, underlying_limit_dollars, effective_date,
  form_code, policy_number, listed_from`;
const rowsOf = (of: string, columns: string) => `
  select ${columns}, stated_cancel_date as cancel_effective_date, source, false as is_history, posted_date, replaced_on, null as cancellation_method,
    source_dataset, source_date, null::date as listed_until
  from carrier_filings where usdot_number ${of}
  union all
  select ${columns}, cancel_effective_date, source, true, null, null, cancellation_method, source_dataset, source_date, null
  from carrier_filing_history where usdot_number ${of}
  union all
  select ${columns}, cancel_effective_date, case when dataset like 'motus-%' then 'motus' else 'legacy' end,
    dataset like '%-ins-hist', posted_date, null, cancellation_method, dataset, federal_file_date(dataset), listed_until
  from former_filings where usdot_number ${of}`;
const archiveDays = `
  coalesce((select json_object_agg(dataset, since) from filing_archive), '{}') as archived_since,
  coalesce((select json_agg(distinct as_of order by as_of) from federal_loads where dataset = 'motus-insur'), '[]') as motus_days`;

/** A carrier has dozens of filings at most, rarely hundreds. */
const filingRecords = statement(
  'carriers.filing-records',
  `select coalesce((select json_agg(x) from (${rowsOf('= $1', common)}) x), '[]') as records, ${archiveDays}`,
);

export function readFilingRecords(db: Db, usdotNumber: number): Promise<FilingRecords> {
  return readRow<FilingRecords>(db, filingRecords, [usdotNumber]);
}

const recordsOfSeveral = statement(
  'carriers.filing-records-of-several',
  rowsOf('= any($1::integer[])', `usdot_number, ${common}`),
);
const filingArchive = statement('carriers.filing-archive', `select ${archiveDays}`);

export function readFilingsOf(
  db: Db,
  usdotNumbers: number[],
): Promise<(FilingRecord & { usdot_number: number })[]> {
  return db.rows(recordsOfSeveral, [usdotNumbers]);
}

export function readFilingArchive(db: Db): Promise<Omit<FilingRecords, 'records'>> {
  return readRow(db, filingArchive, []);
}
