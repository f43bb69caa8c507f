import { statement } from '../../../db/database.ts';
import { nationalAverages } from '../../safety/rates/national-averages.ts';
import type { BasicScore } from '../../safety/sms/describe-basic.ts';
import type { InspectionCounts, SmsOutputs } from '../detail-row.ts';
import { inspectionCounts, smsOutputs } from '../detail/detail-row.ts';
import { inspectedCounts } from '../records/inspections.ts';
import { percentOf } from '../percent-of.ts';
import { bucketOf } from '../read-violations.ts';
import { inWindow, WINDOW_END, WINDOW_START } from '../records/window.ts';
import type { Section } from './section.ts';

type Row = {
  inspections: InspectionCounts;
  outputs: SmsOutputs | null;
  crashes: { crash_count: number; injuries: number; fatalities: number };
};

/** People are counted once for each crash. */
const counts = statement(
  'profile.oos',
  `select (select to_json(x) from (${inspectionCounts(WINDOW_START, WINDOW_END)}) x) as inspections,
     (select to_json(x) from (${smsOutputs}) x) as outputs,
     (select to_json(x) from (
       select count(*) as crash_count, coalesce(sum(hurt), 0) as injuries, coalesce(sum(dead), 0) as fatalities
       from (select max(injuries) as hurt, max(fatalities) as dead from carrier_crashes
         where usdot_number = $1 and ${inWindow('report_date')} group by report_state, report_number) c) x) as crashes`,
);

/** The seven categories of the contract, in its order. */
const BASICS = [
  'unsafe_driving',
  'hours_of_service',
  'driver_fitness',
  'controlled_substances',
  'vehicle_maintenance',
  'hazmat_related',
  'crash_indicator',
] as const satisfies BasicScore['basic'][];

/** How the carrier stands: scores, out-of-service rates, what was found. */
export const oos: Section<object> = async (asked) => {
  const { asOf, today } = asked;
  const [scores, violations, row] = await Promise.all([
    asked.scores(),
    asked.violations(),
    asked.db.row<Row>(counts, [asked.usdotNumber, asOf]),
  ]);
  if (row === null) throw new Error('the statement gives a row for every number');
  const found = { most_severe: 0, major: 0, less_severe: 0 };
  for (const violation of violations) found[bucketOf(violation)]++;
  return {
    iss_score: scores.iss.score,
    basic_scores: Object.fromEntries(
      BASICS.map((name) => [name, basicScore(scores.basics.find(({ basic }) => basic === name))]),
    ),
    major_and_severe_violations: {
      most_severe_violations_count: found.most_severe,
      major_violations_count: found.major,
    },
    crash_information: row.crashes,
    // The month's own result speaks of now only.
    oos_scores: rates(asOf === null ? inspectedCounts(row.inspections, row.outputs) : row.inspections, today),
  };
};

function basicScore(basic: BasicScore | undefined) {
  const score = basic?.percentile ?? null;
  const measure = basic?.measure ?? null;
  // Where nothing was measured, nothing is said of an alert either.
  const isKnown = score !== null || measure !== null || (basic?.is_alert ?? false);
  return { score, measure, is_escalate: isKnown ? (basic?.is_alert ?? false) : null };
}

function rates(counted: InspectionCounts, today: string) {
  const averages = nationalAverages(today);
  const rate = (bad: number, all: number) => ({
    percent_oos: percentOf(bad, all),
    total_oos: bad,
    total_inspected: all,
  });
  return {
    overall: rate(counted.any_oos, counted.inspections),
    driver: { ...rate(counted.driver_oos, counted.driver), national_avg: averages.driver },
    vehicle: { ...rate(counted.vehicle_oos, counted.vehicle), national_avg: averages.vehicle },
    hazmat: { ...rate(counted.hazmat_oos, counted.hazmat), national_avg: averages.hazmat },
  };
}
