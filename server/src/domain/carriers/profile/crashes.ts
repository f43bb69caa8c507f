import type { Sections } from '../../../contract/profile.ts';
import { statement } from '../../../db/database.ts';
import { crashBucket, crashWeight } from '../../safety/severity.ts';
import { inWindow } from '../records/window.ts';
import type { Section } from './section.ts';

type CrashRow = Omit<Sections['crashes']['rows'][number], 'severity_weight' | 'severity_bucket'> & {
  report: string;
  hazmat_released: boolean;
  weight: number | null;
};

/** FMCSA's decisions have no date, so a file of a later day does not say what was decided by the requested one ($2). */
const PREVENTABILITY_IS_OF_THE_DAY = `coalesce($2::date >= (select as_of from federal_loads
  where is_current and dataset = 'sms-crash'), true)`;

/**
 * $1 carrier, $2 the requested day or null. The files say only which crashes FMCSA found not preventable; the others were
 * not reviewed.
 */
const crashRows = statement(
  'profile.crashes',
  `select report_date as date, coalesce(report_number, '') as report_number, coalesce(vin, '') as vin,
     coalesce(location, '') as location, coalesce(state, '') as state, coalesce(plate, '') as plate_number,
     coalesce(plate_state, '') as plate_state, fatalities, injuries as injury,
     case when tow_away then 'Y' else 'N' end as towaway, case when not_preventable and ${PREVENTABILITY_IS_OF_THE_DAY} then 'N' else '' end as preventable,
     concat_ws(' ', report_state, report_number) as report, hazmat_released, severity_weight as weight
   from carrier_crashes where usdot_number = $1 and ${inWindow('report_date')}
   order by report_date desc, report_state, report_number, report_seq_no`,
);

/** One row for each vehicle of the carrier in a crash; the counts are numbers of crashes. */
export const crashes: Section<'crashes'> = async ({ db, usdotNumber, asOf }) => {
  const found = await db.rows<CrashRow>(crashRows, [usdotNumber, asOf]);
  const reports = {
    major: new Set<string>(),
    most_severe: new Set<string>(),
    less_severe: new Set<string>(),
  };
  const rows = found.map(({ report, hazmat_released: hazmatReleased, weight, ...row }) => {
    const crash = { fatalities: row.fatalities, injuries: row.injury, hazmatReleased };
    const bucket = crashBucket(crash);
    reports[bucket].add(report);
    return { ...row, severity_weight: weight ?? crashWeight(crash), severity_bucket: bucket };
  });
  return {
    major_crashes_count: reports.major.size,
    most_severe_crashes_count: reports.most_severe.size,
    rows,
  };
};
