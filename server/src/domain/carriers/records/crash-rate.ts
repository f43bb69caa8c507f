import { type Db, readRow, statement } from '../../../db/database.ts';
import { type CrashRate, recordableCrashRate } from '../../safety/published-rates.ts';
import { WINDOW_END } from './window.ts';

export const HAS_CRASH_FILE = `exists (select from federal_loads
  where is_current and dataset in ('sms-crash', 'crash-file'))`;

type CrashRateRow = {
  recordable_crash_rate: number | null;
  review_date: string | null;
  mcs150_mileage: number | null;
  mcs150_mileage_year: number | null;
  crashes: { last_year: number };
  has_crash_file: boolean;
};

/** The recordable crash rate of a carrier, for the twelve months up to a day. */
export function crashRateOf(row: CrashRateRow, day: string): CrashRate | null {
  return recordableCrashRate(
    {
      reviewedRate: row.recordable_crash_rate,
      reviewDate: row.review_date,
      crashes: row.has_crash_file ? row.crashes.last_year : null,
      miles: row.mcs150_mileage,
      milesYear: row.mcs150_mileage_year,
    },
    day,
  );
}

/** $1 carrier, $2 the requested day or null. */
const crashRateRow = statement(
  'profile.crash-rate',
  `select d.recordable_crash_rate, d.review_date, coalesce(d.mcs150_mileage, m.mcs150_mileage) as mcs150_mileage,
     coalesce(d.mcs150_mileage_year, m.mcs150_mileage_year) as mcs150_mileage_year, ${HAS_CRASH_FILE} as has_crash_file,
     (select json_build_object('last_year', count(distinct (report_state, report_number))) from carrier_crashes
      where usdot_number = $1 and report_date >= ${WINDOW_END} - interval '12 months'
        and report_date <= ${WINDOW_END}) as crashes, ${WINDOW_END}::text as window_end
   from (select) one left join company_census d on d.usdot_number = $1
   left join sms_census m on m.usdot_number = $1`,
);

/** The mileage and the review are those of the loaded census, so the rate of an earlier day is not known. */
export async function readCrashRate(
  db: Db,
  usdotNumber: number,
  asOf: string | null,
): Promise<CrashRate | null> {
  const row = await readRow<CrashRateRow & { window_end: string }>(db, crashRateRow, [usdotNumber, asOf]);
  return crashRateOf(row, row.window_end);
}
