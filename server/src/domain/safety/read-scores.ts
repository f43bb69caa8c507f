import {
  type CategoryId,
  MAX_SCORE_MONTHS,
  type MethodId,
  type ScoreHistory,
  type ScoreRun,
  SEGMENTS,
  type Segment,
} from '../../contract/scores.ts';
import type { Db } from '../../db/database.ts';
import { scoreBySize } from './iss/insufficient-data.ts';
import { describeIss, ISS_NO_INSPECTION, ISS_ORDER, type IssScore } from './iss/iss-groups.ts';
import { type PublishedRow, publishedBasic, readPublished } from './published-scores.ts';
import { roundMeasure } from './round-measure.ts';
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

export type CarrierScores = {
  /** Null if the scores are not those of a run. */
  run: ScoreRun | null;
  /** The day of FMCSA's output files, if the scores are theirs. */
  published_on: string | null;
  /** All categories of the method, in order. Figures are null for a carrier without inspections. */
  basics: BasicScore[];
  /** Null if it is unknown. */
  iss: (IssScore & { source: string }) | null;
  /** Why a category is unknown, and why the ISS score is. */
  unknown: Partial<Record<CategoryId | 'iss', string>>;
  /** The inspections that the scores rest on; null if they are unknown. */
  inspections: number | null;
  segment: Segment | null;
  average_power_units: number | null;
  /** Months for which power units are known: 18, 6 or 0. With 0, the average is the current count. */
  average_power_units_months: number | null;
};

type ScoreOptions = {
  method?: MethodId;
  asOf?: string | null;
  /** The current day (ISO). */
  today?: string;
};

const NO_FIGURES: BasicFigures = {
  measure: null,
  percentile: null,
  group: null,
  relevant: 0,
  withViolation: 0,
  violations: 0,
  inspections: 0,
};
const NO_FLAGS = { carrierType: 0, alerts: 0, acute: 0 };
const NO_UNITS = { segment: null, average_power_units: null, average_power_units_months: null };
const NO_ORDERS =
  'Not loaded: Out of Service Orders (out-of-service-orders). With an order in force, the score is 100.';
const NO_CRASH_FILE = 'No SMS crash file was loaded when the scores were computed.';

/**
 * A carrier's scores in the newest run, optionally the newest up to a day. An out-of-service order that is in force on the
 * day asked for gives an ISS score of 100; no run stores that. While no list of orders is loaded, the score is unknown. Four
 * lookups by key.
 */
export async function latestScores(
  db: Db,
  usdotNumber: number,
  options: ScoreOptions = {},
): Promise<CarrierScores> {
  return (await scoreReader(db, options))(usdotNumber);
}

/** Reads the run once, and then the scores of any carrier in it. */
export async function scoreReader(
  db: Db,
  { method: id = 'current', asOf = null, today = new Date().toISOString().slice(0, 10) }: ScoreOptions = {},
): Promise<(usdotNumber: number) => Promise<CarrierScores>> {
  const run = await latestRun(db, id, asOf);
  const groups = run === null ? Promise.resolve([]) : groupsOf(db, run.id);
  groups.catch(() => undefined);
  const day = asOf ?? today;
  return async (usdotNumber) => {
    const [size, row, peers] = await Promise.all([
      sizeOf(db, usdotNumber, { day, isPast: asOf !== null }),
      run && scoresOf(db, usdotNumber, run.id),
      groups,
    ]);
    const published = row === null && id === 'current' ? await readPublished(db, usdotNumber, day) : null;
    const scores =
      run && row
        ? fromRow(run, row, peers)
        : run && !published?.insp_total
          ? uninspected(run, size)
          : withoutRun(id, asOf, published);
    if (size.is_out_of_service === null)
      return { ...scores, iss: null, unknown: { ...scores.unknown, iss: NO_ORDERS } };
    if (!size.is_out_of_service) return scores;
    const { iss: _, ...unknown } = scores.unknown;
    return { ...scores, unknown, iss: { ...describeIss(100, ISS_ORDER), source: OWN_CALCULATION } };
  };
}

/** FMCSA's own figures if it has inspections of the carrier that are not loaded here, otherwise nothing. */
function withoutRun(method: MethodId, asOf: string | null, published: PublishedRow | null): CarrierScores {
  const reason = published
    ? 'FMCSA does not publish it, and the SMS inputs that it is computed from do not have the carrier.'
    : asOf === null
      ? 'The SMS files have not been scored.'
      : `No score run of ${asOf} or before is stored.`;
  const unknown: CarrierScores['unknown'] = { iss: reason };
  const basics = methods[method].categories.map((category) => {
    const found = published && publishedBasic(category, published);
    if (found) return found;
    unknown[category.id] = reason;
    return unknownBasic(category, reason);
  });
  const inspections = published?.insp_total ?? null;
  const published_on = published?.published_on ?? null;
  return { run: null, published_on, basics, iss: null, unknown, inspections, ...NO_UNITS };
}

function unknownBasic(category: Category, reason: string): BasicScore {
  const basic = describeBasic(category, NO_FIGURES, NO_FLAGS, undefined);
  return { ...basic, status: 'Insufficient Data', status_reason: reason };
}

/** A run has no row of a carrier without inspections and crashes. Its ISS score follows from its size. */
function uninspected(
  run: RunRow,
  { power_units, drivers }: { power_units: number | null; drivers: number | null },
): CarrierScores {
  const isKnown = power_units !== null || drivers !== null;
  const score = scoreBySize(power_units ?? 0, drivers ?? 0);
  return {
    run: describeRun(run),
    published_on: null,
    basics: methods[run.method].categories.map((category) =>
      isWithoutFile(run, category)
        ? unknownBasic(category, NO_CRASH_FILE)
        : describeBasic(category, NO_FIGURES, NO_FLAGS, undefined),
    ),
    iss: isKnown ? { ...describeIss(score, ISS_NO_INSPECTION), source: OWN_CALCULATION } : null,
    unknown: {
      ...unknownOf(run),
      ...(!isKnown && { iss: 'The size of the carrier on that day is not archived.' }),
    },
    inspections: 0,
    ...NO_UNITS,
  };
}

function isWithoutFile({ inputs }: Pick<RunRow, 'inputs'>, { counts }: Category): boolean {
  return counts === 'crashes' && !inputs['sms-crash'];
}

function unknownOf(run: RunRow): CarrierScores['unknown'] {
  const missing = methods[run.method].categories.filter((category) => isWithoutFile(run, category));
  return Object.fromEntries(missing.map(({ id }) => [id, NO_CRASH_FILE]));
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
  { method = 'current', asOf = null }: Omit<ScoreOptions, 'today'> = {},
): Promise<ScoreHistory> {
  const found = await scoreMonths(db, usdotNumber, { method, count: MAX_SCORE_MONTHS, asOf });
  const months = found.reverse();
  const scored = months.map((month) => basicsOf({ method, inputs: month.inputs }, month.row, []));
  return {
    usdot_number: String(usdotNumber),
    method,
    runs: months.map(({ run_date, version, inputs, row, is_out_of_service }) => ({
      ...{ run_date, version, files: filesOf(inputs) },
      iss_score: issOf(row, is_out_of_service),
      iss_source: OWN_CALCULATION,
      inspections: row.inspections ?? 0,
    })),
    basics: (scored.at(-1) ?? []).map(({ basic, title, threshold }, index) => ({
      basic,
      title,
      threshold,
      points: scored.flatMap((basics) => (basics[index] ? [historyPoint(basics[index])] : [])),
    })),
  };
}

/** Null if it is unknown. */
function issOf({ iss_score }: ScoreRow, isOutOfService: boolean | null): number | null {
  if (isOutOfService) return 100;
  return isOutOfService === null ? null : iss_score;
}

function historyPoint(basic: BasicScore): ScoreHistory['basics'][number]['points'][number] {
  const { percentile, measure, status, status_reason, is_alert, is_ranked } = basic;
  const { measure_source, percentile_source } = basic;
  return {
    ...{ percentile, status, status_reason, is_alert, is_ranked, measure_source, percentile_source },
    measure: measure === null ? null : roundMeasure(measure),
  };
}

export function describeRun(run: RunRow): ScoreRun {
  const { id, method, version, as_of, notes, inputs } = run;
  const is_preview = methods[method].isPreview;
  return { id, method, version, run_date: as_of, is_preview, notes, files: filesOf(inputs) };
}

function filesOf(inputs: RunRow['inputs']): ScoreRun['files'] {
  return Object.entries(inputs).map(([dataset, { as_of }]) => ({ dataset, file_date: as_of }));
}

function basicsOf(run: Pick<RunRow, 'method' | 'inputs'>, row: ScoreRow, groups: GroupRow[]): BasicScore[] {
  const flags = { carrierType: row.carrier_type, alerts: row.alerts, acute: row.acute };
  return methods[run.method].categories.map((category) => {
    if (isWithoutFile(run, category)) return unknownBasic(category, NO_CRASH_FILE);
    const figures = figuresOf(row, category);
    return describeBasic(category, figures, flags, findGroup(groups, category.id, figures.group));
  });
}

function fromRow(run: RunRow, row: ScoreRow, groups: GroupRow[]): CarrierScores {
  return {
    run: describeRun(run),
    published_on: null,
    basics: basicsOf(run, row, groups),
    iss: { ...describeIss(row.iss_score, row.iss_group), source: OWN_CALCULATION },
    unknown: unknownOf(run),
    inspections: row.inspections ?? 0,
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
