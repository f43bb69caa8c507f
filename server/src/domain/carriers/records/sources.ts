import { type Db, statement } from '../../../db/database.ts';

/** One filing or authority of a carrier, with the file that it is from and the day of that file. */
type SourcedRecord = {
  record: 'filing' | 'authority';
  kind: string;
  docket: string;
  status: string;
  dollars: number | null;
  effective_date: string | null;
  cancel_effective_date: string | null;
  source_dataset: string;
  source_date: string | null;
};

const sources = statement(
  'carriers.sources',
  `select 'filing' as record, concat_ws(' ', coalesce(kind, form_code), case when class_code = 'E' then 'excess' end) as kind,
     docket_prefix || docket_number as docket, concat_ws(' ', company_name, policy_number) as status,
     max_coverage_dollars as dollars, effective_date,
     least(cancel_effective_date, replaced_on) as cancel_effective_date, source_dataset, source_date
   from carrier_filings where usdot_number = $1
   union all
   select 'authority', concat_ws(' ', authority, carries), docket_prefix || docket_number,
     case status when 'A' then 'Active' when 'I' then 'Inactive' else 'None' end
       || case when is_pending then ', application pending' else '' end
       || case when in_revocation then ', revocation pending' else '' end,
     null, null, null, source_dataset, source_date
   from carrier_authorities where usdot_number = $1
   order by 1 desc, 2, 3, 6`,
);

/** The filings and authorities that the profile is computed from, after the merge of the registers. */
export function readSources(db: Db, usdotNumber: number): Promise<SourcedRecord[]> {
  return db.rows<SourcedRecord>(sources, [usdotNumber]);
}
