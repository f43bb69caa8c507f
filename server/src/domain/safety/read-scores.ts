import type { Db } from '../../db/database.ts';
import { monthNumber } from './iss/iss-draw.ts';
import { describeIss, type IssScore } from './iss/iss-words.ts';
import { scoreUninspected } from './iss/score-by-size.ts';
import { type CategoryId, placeOf } from './sms/categories.ts';
import { type BasicFigures, type BasicScore, describeBasic, OWN_CALCULATION } from './sms/describe-basic.ts';
import { type Category, type MethodId, SEGMENTS, type Segment } from './sms/method.ts';
import { methods } from './sms/methods.ts';
import {
  type GroupRow,
  groupsOf,
  historyOf,
  latestRun,
  type RunRow,
  type ScoreRow,
  scoresOf,
  sizeOf,
} from './store.ts';

export type ScoreRun = {
  id: number;
  method: MethodId;
  version: string;
  run_date: string;
  is_preview: boolean;
  /** What a reader must know of it: months that do not fit, power units without a history. */
  notes: string[];
};

export type CarrierScores = {
  /** Null before the first run. */
  run: ScoreRun | null;
  /** Every category of the method, in its order; figures are null for a carrier that nobody inspected. */
  basics: BasicScore[];
  /** Always there. */
  iss: IssScore & { source: string };
  segment: Segment | null;
  average_power_units: number | null;
  /** How far back the power units were known: 18, 6 or 0 months. With 0 it is the count of the day. */
  average_power_units_months: number | null;
};

export type ScoreOptions = { method?: MethodId; asOf?: string | null; now?: Date };

const NO_FIGURES: BasicFigures = {
  ...{ measure: null, percentile: null, group: null },
  ...{ relevant: 0, withViolation: 0, violations: 0, inspections: 0 },
};

/** The scores of one carrier in the newest run, or in the newest up to a day. Four look-ups by key. */
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
    ...{ segment: null, average_power_units: null, average_power_units_months: null },
  };
}

export type ScorePoint = {
  run_date: string;
  measure: number | null;
  percentile: number | null;
  group: number | null;
  /** Of the carrier's own peer group in that run. */
  group_median: number | null;
  group_carriers: number | null;
};

/** What one category of a carrier was at each stored run, the oldest first. */
export async function scoreHistory(
  db: Db,
  usdotNumber: number,
  basic: CategoryId,
  months = 12,
  { method = 'current', asOf = null }: ScoreOptions = {},
): Promise<ScorePoint[]> {
  const rows = await historyOf(db, usdotNumber, basic, { method, months, asOf });
  return rows.reverse().map(({ peer_group, version: _, ...point }) => ({ ...point, group: peer_group }));
}

export function describeRun(run: RunRow): ScoreRun {
  const { id, method, version, as_of, notes } = run;
  return { id, method, version, run_date: as_of, is_preview: methods[method].isPreview, notes };
}

function fromRow(run: RunRow, row: ScoreRow, groups: GroupRow[]): CarrierScores {
  const marks = { carrierType: row.carrier_type, alerts: row.alerts, acute: row.acute };
  const basics = methods[run.method].categories.map((category) => {
    const figures = figuresOf(row, category);
    const group = groups.find(
      (one) => one.category === placeOf(category.id) && one.peer_group === figures.group,
    );
    return describeBasic(category, figures, marks, group);
  });
  return {
    run: describeRun(run),
    basics,
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
