import { statement } from '../../../db/database.ts';
import { crashWeight } from '../../safety/rates/crash-classes.ts';
import { crashBucket } from '../../safety/rates/severity-buckets.ts';
import { inWindow } from '../records/window.ts';
import { type Section, text } from './section.ts';

type Row = {
  report_state: string;
  report_number: string;
  report_date: string;
  location: string | null;
  state: string | null;
  vin: string | null;
  plate: string | null;
  plate_state: string | null;
  fatalities: number;
  injuries: number;
  tow_away: boolean;
  hazmat_released: boolean;
  severity_weight: number | null;
  not_preventable: boolean;
};

/** $1 carrier, $2 the day asked for or null. */
const crashesOf = statement(
  'profile.crashes',
  `select report_state, report_number, report_date, location, state, vin, plate, plate_state, fatalities, injuries,
     tow_away, hazmat_released, severity_weight, not_preventable
   from carrier_crashes where usdot_number = $1 and ${inWindow('report_date')}
   order by report_date desc, report_state, report_number, report_seq_no`,
);

const flag = (value: boolean) => (value ? 'Y' : 'N');

/** One row for each of the carrier's vehicles in a crash; the counts are of crashes. */
export const crashes: Section<object> = async ({ db, usdotNumber, asOf }) => {
  const found = await db.rows<Row>(crashesOf, [usdotNumber, asOf]);
  const reports = {
    major: new Set<string>(),
    most_severe: new Set<string>(),
    less_severe: new Set<string>(),
  };
  const rows = found.map((row) => {
    const crash = { fatalities: row.fatalities, injuries: row.injuries, hazmatReleased: row.hazmat_released };
    const bucket = crashBucket(crash);
    reports[bucket].add(`${row.report_state} ${row.report_number}`);
    return {
      date: row.report_date,
      report_number: text(row.report_number),
      vin: text(row.vin),
      location: text(row.location),
      state: text(row.state),
      plate_number: text(row.plate),
      plate_state: text(row.plate_state),
      fatalities: row.fatalities,
      injury: row.injuries,
      towaway: flag(row.tow_away),
      preventable: flag(!row.not_preventable),
      severity_weight: row.severity_weight ?? crashWeight(crash),
      severity_bucket: bucket,
    };
  });
  return {
    major_crashes_count: reports.major.size,
    most_severe_crashes_count: reports.most_severe.size,
    rows,
  };
};
