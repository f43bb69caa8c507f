import { bucketOf } from '../read-violations.ts';
import { type Section, text } from './section.ts';

/** Every violation of the window. */
export const violations: Section<object> = async (asked) => {
  const found = await asked.violations();
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
