import { text } from '../records/census-words.ts';
import { countBuckets, severityBucket } from '../records/violations.ts';
import type { Section } from './section.ts';

export const violations: Section<'violations'> = async ({ violations: readViolations }) => {
  const found = await readViolations();
  const counts = countBuckets(found);
  return {
    major_violations_count: counts.major,
    most_severe_violations_count: counts.most_severe,
    less_severe_violations_count: counts.less_severe,
    rows: found.map((row) => ({
      date: row.insp_date,
      number: text(row.report_number),
      vin: text(row.vin),
      violation_description: text(row.description ?? row.code),
      state: text(row.state),
      plate_number: text(row.plate),
      plate_state: text(row.plate_state),
      severity_weight: row.severity_weight,
      severity_bucket: severityBucket(row),
    })),
  };
};
