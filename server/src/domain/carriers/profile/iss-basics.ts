import { type Db, statement } from '../../../db/database.ts';
import { scoreHistory } from '../../safety/read-scores.ts';
import { roundMeasure } from '../../safety/round-measure.ts';
import type { BasicScore } from '../../safety/sms/describe-basic.ts';
import { currentMethod } from '../../safety/sms/method-current.ts';
import { dayNumber, timeWeightFrom } from '../../safety/sms/time-weight.ts';
import { text } from '../records/census-words.ts';
import type { ViolationRow } from '../records/violations.ts';
import type { Section, SectionRequest } from './section.ts';

/** A median of fewer carriers is not shown as established. */
const MIN_GROUP_CARRIERS = 5;
const CHART_MONTHS = 12;
const UNKNOWN = 'Unknown';

/** VINs read with high confidence. $2, $3: the window as times. */
const sightedVins = statement(
  'profile.sighted-vins',
  `select distinct vin from observations where usdot_number = $1 and vin_ocr_score = 'High' and vin <> ''
     and time_captured >= $2::timestamptz and time_captured < $3::timestamptz`,
);

/** Of inspections, and of sightings, which may be on other servers than federal records. */
async function readFleet({ db, usdotNumber, inspected }: SectionRequest) {
  const { vehicles, window_start, window_end, sms_date } = await inspected();
  const vins = vehicles.map(({ vin }) => vin);
  if (window_start === null || window_end === null) return { vins, window_end, sms_date };
  const until = new Date(Date.parse(window_end) + 86_400_000);
  const sighted = await db.rows<{ vin: string }>(sightedVins, [usdotNumber, new Date(window_start), until]);
  return { vins: [...vins, ...sighted.map(({ vin }) => vin)], window_end, sms_date };
}

export const issBasics: Section<'iss_basics'> = async (request) => {
  const [{ scores, top, chart }, found, fleet] = await Promise.all([
    readScores(request),
    request.violations(),
    readFleet(request),
  ]);
  const timeWeight = timeWeightsOf(
    scores.run?.run_date ?? null,
    fleet.sms_date,
    fleet.window_end ?? request.today,
  );
  return {
    header: {
      score: text(scores.iss?.score),
      status: scores.iss?.basis ?? UNKNOWN,
      measure: shownMeasure(top?.measure),
      recommendation: scores.iss?.recommendation ?? UNKNOWN,
      show_score: scores.basics.some(({ is_ranked }) => is_ranked),
    },
    tab_summary: scores.basics.map((basic) => ({
      category: basic.basic,
      title: basic.title,
      percentage: basic.percentile ?? 0,
      measure: shownMeasure(basic.measure),
      status: basic.status_reason ?? basic.status,
      is_escalate: basic.is_alert,
    })),
    chart,
    violation_summary: summaryOf(found),
    violation_history: found.map((row) => historyEntry(row, timeWeight)),
    current_fleet_vins: [...new Set(fleet.vins.map(normalVin))].filter((vin) => vin !== '').sort(),
  };
};

async function readScores({ db, usdotNumber, asOf, scores: read }: SectionRequest) {
  const scores = await read();
  const top = leading(scores.basics);
  return { scores, top, chart: await chartOf(db, usdotNumber, top, asOf) };
}

/**
 * The category with the highest percentile among its peers; without one, with the highest measure. The 0 of a category
 * without violations is not a rank, so such a category leads only if every other measure is 0 too.
 */
function leading(basics: BasicScore[]): BasicScore | null {
  const rank = ({ is_ranked, percentile, measure }: BasicScore) =>
    [(measure ?? 0) > 0 ? 1 : 0, is_ranked ? (percentile ?? 0) : -1, measure ?? -1] as const;
  const known = basics.filter(({ measure }) => measure !== null);
  known.sort((a, b) => {
    const [[aboveA, percentileA, measureA], [aboveB, percentileB, measureB]] = [rank(a), rank(b)];
    return aboveB - aboveA || percentileB - percentileA || measureB - measureA;
  });
  return known[0] ?? null;
}

function shownMeasure(measure: number | null | undefined): number {
  return measure ? roundMeasure(measure) : 0;
}

/**
 * The time weights that the shown measures were computed with: those of the file if the run is of its day, otherwise those of
 * the day of the run. Violations that are newer than the run have the weight of the last day of the records.
 */
function timeWeightsOf(runDate: string | null, smsDate: string | null, lastDay: string) {
  const onRunDate = timeWeightFrom(currentMethod, runDate ?? lastDay);
  const onLastDay = timeWeightFrom(currentMethod, lastDay);
  const isOfTheFile = runDate === null ? smsDate !== null && smsDate <= lastDay : runDate === smsDate;
  return ({ insp_date, time_weight }: ViolationRow): number => {
    if (isOfTheFile && time_weight !== null) return time_weight;
    const weightOn = runDate !== null && insp_date <= runDate ? onRunDate : onLastDay;
    return weightOn(dayNumber(insp_date));
  };
}

async function chartOf(db: Db, usdotNumber: number, top: BasicScore | null, asOf: string | null) {
  const points = top ? await scoreHistory(db, usdotNumber, top.basic, CHART_MONTHS, { asOf }) : [];
  const data = points.map(({ measure }) => shownMeasure(measure));
  const medians = points.map(({ group_median }) => shownMeasure(group_median));
  return {
    data,
    labels: points.map(({ run_date }) => run_date),
    date_range: { start_date: text(points[0]?.run_date), end_date: text(points.at(-1)?.run_date) },
    group_median: medians,
    may_measure: Math.max(0, ...data, ...medians),
    point_classifications: null,
    has_established_median: (points.at(-1)?.group_carriers ?? 0) >= MIN_GROUP_CARRIERS,
  };
}

/** Grouped by description and weight like the SMS website, most frequent first. */
function summaryOf(found: ViolationRow[]) {
  const sums = new Map<string, { weight: number; category: string; total: number; out: number }>();
  for (const { severity_weight: weight, description, violation_group, code, out_of_service } of found) {
    const category = text(description ?? violation_group ?? code);
    const key = `${weight} ${category}`;
    const sum = sums.get(key) ?? { weight, category, total: 0, out: 0 };
    sum.total++;
    if (out_of_service) sum.out++;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .sort((a, b) => b.total - a.total || b.weight - a.weight || (a.category < b.category ? -1 : 1))
    .map(({ weight, category, total, out }) => ({
      weight: String(weight),
      category,
      total: String(total),
      out_of_service: String(out),
    }));
}

function historyEntry(row: ViolationRow, timeWeightOf: (row: ViolationRow) => number) {
  const timeWeight = timeWeightOf(row);
  return {
    date: row.insp_date,
    report_number: text(row.report_number),
    code: text(row.code),
    description: text(row.description),
    basic: text(row.basic),
    severity_weight: row.severity_weight,
    time_weight: timeWeight,
    oos_weight: row.oos_weight,
    total_weight: (row.severity_weight + row.oos_weight) * timeWeight,
    out_of_service: row.out_of_service,
    unit: text(row.unit),
    vin: text(row.vin),
    state: text(row.state),
  };
}

/** VINs contain no I, O or Q: a reader or an inspector meant the digit. */
function normalVin(vin: string): string {
  return vin
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OQ]/g, '0')
    .replace(/I/g, '1');
}
