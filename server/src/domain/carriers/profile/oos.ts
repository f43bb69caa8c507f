import { BASICS, type Sections } from '../../../contract/profile.ts';
import type { CategoryId } from '../../../contract/scores.ts';
import { readRow, statement } from '../../../db/database.ts';
import { nationalAverages } from '../../safety/published-rates.ts';
import type { CarrierScores } from '../../safety/read-scores.ts';
import { roundMeasure } from '../../safety/round-measure.ts';
import {
  type InspectionCounts,
  inspectedCounts,
  percentOf,
  type SmsOutputs,
  smsOutputs,
} from '../records/inspections.ts';
import { countBuckets } from '../records/violations.ts';
import { inWindow } from '../records/window.ts';
import type { Section } from './section.ts';

type Row = {
  outputs: SmsOutputs | null;
  crashes: { crash_count: number; injuries: number; fatalities: number };
};

/** Injuries and fatalities count once for each crash. */
const oosRow = statement(
  'profile.oos',
  `select (select to_json(x) from (${smsOutputs}) x) as outputs,
     (select to_json(x) from (
       select count(*) as crash_count, coalesce(sum(hurt), 0) as injuries, coalesce(sum(dead), 0) as fatalities
       from (select max(injuries) as hurt, max(fatalities) as dead from carrier_crashes
         where usdot_number = $1 and ${inWindow('report_date')} group by report_state, report_number) c) x) as crashes`,
);

export const oos: Section<'oos'> = async (request) => {
  const { asOf, today } = request;
  const [scores, violations, { counts: inspections }, row] = await Promise.all([
    request.scores(),
    request.violations(),
    request.inspected(),
    readRow<Row>(request.db, oosRow, [request.usdotNumber, asOf]),
  ]);
  const counts = countBuckets(violations);
  return {
    iss_score: scores.iss?.score ?? 0,
    basic_scores: Object.fromEntries(
      BASICS.map((name) => [name, basicScore(scores, name)]),
    ) as Sections['oos']['basic_scores'],
    major_and_severe_violations: {
      most_severe_violations_count: counts.most_severe,
      major_violations_count: counts.major,
    },
    crash_information: row.crashes,
    // The monthly SMS counts describe only the present.
    oos_scores: rates(asOf === null ? inspectedCounts(inspections, row.outputs) : inspections, today),
  };
};

function basicScore({ basics, unknown }: CarrierScores, name: CategoryId) {
  const basic = unknown[name] === undefined ? basics.find((one) => one.basic === name) : undefined;
  const score = basic?.percentile ?? null;
  const measure = typeof basic?.measure === 'number' ? roundMeasure(basic.measure) : null;
  // Without a score or a measure, the alert is unknown too.
  const isKnown = score !== null || measure !== null || (basic?.is_alert ?? false);
  return { score, measure, is_escalate: isKnown ? (basic?.is_alert ?? false) : null };
}

function rates(counted: InspectionCounts, today: string) {
  const averages = nationalAverages(today);
  const rate = (outOfService: number, inspected: number) => ({
    percent_oos: percentOf(outOfService, inspected),
    total_oos: outOfService,
    total_inspected: inspected,
  });
  return {
    overall: rate(counted.any_oos, counted.inspections),
    driver: { ...rate(counted.driver_oos, counted.driver), national_avg: averages.driver },
    vehicle: { ...rate(counted.vehicle_oos, counted.vehicle), national_avg: averages.vehicle },
    hazmat: { ...rate(counted.hazmat_oos, counted.hazmat), national_avg: averages.hazmat },
  };
}
