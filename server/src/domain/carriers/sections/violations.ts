import { statement } from '../../../db/database.ts';
import { type SeverityBucket, violationBucket } from '../../safety/rates/severity-buckets.ts';
import { violationRows } from '../violation-rows.ts';
import { WINDOW_END, WINDOW_START } from '../window.ts';
import { type Section, text } from './section.ts';

export type ViolationRow = {
  insp_date: string;
  report_number: string | null;
  state: string | null;
  code: string | null;
  description: string | null;
  basic: string | null;
  violation_group: string | null;
  severity_weight: number;
  time_weight: number | null;
  oos_weight: number;
  out_of_service: boolean;
  unit: string | null;
  vin: string | null;
  plate: string | null;
  plate_state: string | null;
};

/** $1 carrier, $2 the day asked for or null. A few µs for each of the carrier's violations. */
export const violationsOf = statement(
  'profile.violations',
  `with ${violationRows(WINDOW_START, WINDOW_END)}
   select insp_date, report_number, state, code, description, basic, violation_group, severity_weight, time_weight,
     oos_weight, out_of_service, unit, vin, plate, plate_state
   from violated order by insp_date desc, record_id, code`,
);

export function bucketOf({ code, severity_weight, out_of_service }: ViolationRow): SeverityBucket {
  return violationBucket({
    code: code ?? '',
    severityWeight: severity_weight,
    outOfService: out_of_service,
  });
}

/** Every violation of the window. */
export const violations: Section<object> = async ({ db, usdotNumber, asOf }) => {
  const found = await db.rows<ViolationRow>(violationsOf, [usdotNumber, asOf]);
  const counts = { major: 0, most_severe: 0, less_severe: 0 };
  const rows = found.map((row) => {
    const bucket = bucketOf(row);
    counts[bucket]++;
    return {
      date: row.insp_date,
      number: text(row.report_number),
      vin: text(row.vin),
      violation_description: text(row.description ?? row.code),
      state: text(row.state),
      plate_number: text(row.plate),
      plate_state: text(row.plate_state),
      severity_weight: row.severity_weight,
      severity_bucket: bucket,
    };
  });
  return {
    major_violations_count: counts.major,
    most_severe_violations_count: counts.most_severe,
    less_severe_violations_count: counts.less_severe,
    rows,
  };
};
