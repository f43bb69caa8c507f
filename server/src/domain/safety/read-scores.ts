import {
  type CategoryId,
  MAX_SCORE_MONTHS,
  type MethodId,
  type ScoreExplanation,
  type ScoreHistory,
  SEGMENTS,
  type Segment,
} from '../../contract/scores.ts';
import type { Db } from '../../db/database.ts';
import { monthNumber, scoreUninspected } from './iss/insufficient-data.ts';
import { describeIss, type IssScore } from './iss/iss-groups.ts';
import { type BasicFigures, type BasicScore, describeBasic, OWN_CALCULATION } from './sms/describe-basic.ts';
import type { Category } from './sms/method.ts';
import { methods } from './sms/methods.ts';
import {
  findGroup,
  type GroupRow,
  groupsOf,
  historyOf,
  latestRun,
  type RunRow,
  type ScorePoint,
  type ScoreRow,
  scoreMonths,
  scoresOf,
  sizeOf,
} from './stored-runs.ts';

type ScoreRun = ScoreExplanation['run'];

export type CarrierScores = {
  /** Null before the first run. */
  run: ScoreRun | null;
  /** All categories of the method, in order. Figures are null for a carrier without inspections. */
  basics: BasicScore[];
  iss: IssScore & { source: string };
  segment: Segment | null;
  average_power_units: number | null;
  /** Months for which power units are known: 18, 6 or 0. With 0, the average is the current count. */
  average_power_units_months: number | null;
};

type ScoreOptions = { method?: MethodId; asOf?: string | null; now?: Date };

const NO_FIGURES: BasicFigures = {
  measure: null,
  percentile: null,
  group: null,
  relevant: 0,
  withViolation: 0,
  violations: 0,
  inspections: 0,
};

/** A carrier's scores in the newest run, optionally the newest up to a day. Four lookups by key. */
export async function latestScores(
  db: Db,
  usdotNumber: number,
  { method: id = 'current', asOf = null, now = new Date() }: ScoreOptions = {},
): Promise<CarrierScores> {
  const run = await latestRun(db, id, asOf);
  const [row, groups] = run
    ? await Promise.all([scoresOf(db, usdotNumber, run.id), groupsOf(db, run.id)])
    : [];
  if (run && row) return fromRow(run, row, groups ?? []);
  const { power_units: powerUnits, drivers, is_under_order: isUnderOrder } = await sizeOf(db, usdotNumber);
  const month = monthNumber(run?.as_of ?? asOf ?? now.toISOString());
  const { score, group } = scoreUninspected({ usdotNumber, powerUnits, drivers, isUnderOrder }, month);
  return {
    run: run && describeRun(run),
    basics: methods[id].categories.map((category) =>
      describeBasic(category, NO_FIGURES, { carrierType: 0, alerts: 0, acute: 0 }, undefined),
    ),
    iss: { ...describeIss(score, group), source: OWN_CALCULATION },
    segment: null,
    average_power_units: null,
    average_power_units_months: null,
  };
}

/** One category of a carrier in each stored run, oldest first. */
export async function scoreHistory(
  db: Db,
  usdotNumber: number,
  basic: CategoryId,
  months = 12,
  { method = 'current', asOf = null }: ScoreOptions = {},
): Promise<ScorePoint[]> {
  return (await historyOf(db, usdotNumber, basic, { method, months, asOf })).reverse();
}

/** Percentiles and alerts of every category in the stored runs, oldest first. */
export async function readScoreHistory(
  db: Db,
  usdotNumber: number,
  { method = 'current', asOf = null }: Omit<ScoreOptions, 'now'> = {},
): Promise<ScoreHistory> {
  const found = await scoreMonths(db, usdotNumber, { method, count: MAX_SCORE_MONTHS, asOf });
  const months = found.reverse();
  const scored = months.map(({ row }) => basicsOf(method, row, []));
  return {
    usdot_number: String(usdotNumber),
    method,
    runs: months.map(({ run_date, row }) => ({ run_date, iss_score: row.iss_score })),
    basics: (scored.at(-1) ?? []).map(({ basic, title, threshold }, index) => ({
      basic,
      title,
      threshold,
      points: scored.flatMap((basics) => (basics[index] ? [historyPoint(basics[index])] : [])),
    })),
  };
}

function historyPoint({ percentile, measure, status, status_reason, is_alert }: BasicScore) {
  return { percentile, measure, status, status_reason, is_alert };
}

export function describeRun(run: RunRow): ScoreRun {
  const { id, method, version, as_of, notes } = run;
  return { id, method, version, run_date: as_of, is_preview: methods[method].isPreview, notes };
}

function basicsOf(method: MethodId, row: ScoreRow, groups: GroupRow[]): BasicScore[] {
  const flags = { carrierType: row.carrier_type, alerts: row.alerts, acute: row.acute };
  return methods[method].categories.map((category) => {
    const figures = figuresOf(row, category);
    return describeBasic(category, figures, flags, findGroup(groups, category.id, figures.group));
  });
}

function fromRow(run: RunRow, row: ScoreRow, groups: GroupRow[]): CarrierScores {
  return {
    run: describeRun(run),
    basics: basicsOf(run.method, row, groups),
    iss: { ...describeIss(row.iss_score, row.iss_group), source: OWN_CALCULATION },
    segment: SEGMENTS[row.segment] ?? null,
    average_power_units: row.average_power_units,
    average_power_units_months: row.unit_months,
  };
}

function figuresOf(row: ScoreRow, { id }: Category): BasicFigures {
  return {
    measure: row[`${id}_measure`],
    percentile: row[`${id}_percentile`],
    group: row[`${id}_group`],
    relevant: row[`${id}_relevant`] ?? 0,
    withViolation: row[`${id}_with_violation`] ?? 0,
    violations: row[`${id}_violations`] ?? 0,
    inspections: row.inspections ?? 0,
  };
}
