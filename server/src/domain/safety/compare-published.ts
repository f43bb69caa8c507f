import type { CategoryId } from '../../contract/scores.ts';
import { type Db, statement } from '../../db/database.ts';
import { operatorError } from '../../lib/errors.ts';
import { currentLoads } from '../federal/loads.ts';
import type { Category } from './sms/method.ts';
import { currentMethod } from './sms/method-current.ts';
import { latestRun } from './stored-runs.ts';

const TOLERANCE = 0.01;

export type Difference = {
  usdot_number: number;
  basic: CategoryId;
  title: string;
  ours: number | null;
  published: number;
  why: string;
};

/** How many carriers of a BASIC are in each case. A measure below 0.005 is 0, as FMCSA publishes two decimals. */
type BasicComparison = {
  basic: CategoryId;
  title: string;
  /** Both figures are above 0; `equal` of them differ by at most the tolerance. */
  nonzero: number;
  equal: number;
  /** Both are 0. */
  zero: number;
  /** One of them is 0. */
  zero_and_nonzero: number;
  /** FMCSA published a figure, and the loaded files have nothing to compute it from. FMCSA publishes 0 in that case too. */
  published_without_input: number;
  /** Of these, figures above 0. */
  published_nonzero_without_input: number;
  /** Milepost has a measure for the carrier, but the published file has none. */
  computed_without_published: number;
  /** Both have a percentile; `equal_percentiles` differ by at most one: FMCSA's rule for ties is not published. */
  percentiles: number;
  equal_percentiles: number;
};

type Comparison = {
  run_date: string;
  tolerance: number;
  basics: BasicComparison[];
  /** Sorted by size, largest first. */
  differences: Difference[];
};

/** Two hash joins over the run and the outputs, about 670,000 rows. */
const compared = ({ id }: Category) =>
  statement(
    `safety.compare.${id}`,
    `select coalesce(o.usdot_number, s.usdot_number) as usdot_number, s.${id}_measure as ours,
       o.${id}_measure as published, s.${id}_percentile as our_percentile,
       o.${id}_percentile as published_percentile, s.unit_months,
       coalesce(s.${id}_with_violation, 0) as our_inspections, o.${id}_insp_w_viol as published_inspections
     from sms_outputs o
     full join (select * from safety_scores where run_id = $1) s on s.usdot_number = o.usdot_number
     where o.${id}_measure is not null or s.${id}_measure is not null`,
  );

type Row = {
  usdot_number: number;
  ours: number | null;
  published: number | null;
  our_percentile: number | null;
  published_percentile: number | null;
  unit_months: number | null;
  our_inspections: number;
  published_inspections: number | null;
};

/** Compares the newest run with FMCSA's published figures of the same month. */
export async function comparePublished(db: Db): Promise<Comparison> {
  const run = await latestRun(db, 'current');
  if (!run) throw operatorError('There are no scores yet. Run milepost score first.');
  const outputs = (await currentLoads(db)).filter(({ dataset }) => /^sms-(ab|c)-/.test(dataset));
  const ofMonth = outputs.filter(({ as_of }) => as_of.slice(0, 7) === run.as_of.slice(0, 7));
  if (ofMonth.length === 0)
    throw operatorError(
      `No SMS output file of ${run.as_of.slice(0, 7)}, the month of the newest run, is loaded.`,
    );
  const comparison: Comparison = { run_date: run.as_of, tolerance: TOLERANCE, basics: [], differences: [] };
  for (const category of currentMethod.categories.filter(({ isPublic }) => isPublic))
    addCategory(comparison, category, await db.rows<Row>(compared(category), [run.id]));
  const gap = ({ ours, published }: Difference) => Math.abs((ours ?? 0) - published);
  comparison.differences.sort((a, b) => gap(b) - gap(a) || a.usdot_number - b.usdot_number);
  return comparison;
}

function addCategory({ basics, differences }: Comparison, category: Category, rows: Row[]): void {
  const { id, title } = category;
  const count: BasicComparison = {
    ...{ basic: id, title, nonzero: 0, equal: 0, zero: 0, zero_and_nonzero: 0, published_without_input: 0 },
    ...{ published_nonzero_without_input: 0, computed_without_published: 0 },
    ...{ percentiles: 0, equal_percentiles: 0 },
  };
  basics.push(count);
  for (const row of rows) {
    countPercentile(count, row);
    const { usdot_number, ours, published } = row;
    if (published === null) count.computed_without_published++;
    else if (!countMeasure(count, ours, published))
      differences.push({ usdot_number, basic: id, title, ours, published, why: reasonOf(category, row) });
  }
}

function countPercentile(
  count: BasicComparison,
  { our_percentile: ours, published_percentile: theirs }: Row,
) {
  if (ours === null || theirs === null) return;
  count.percentiles++;
  if (Math.abs(ours - theirs) <= 1) count.equal_percentiles++;
}

const isZero = (measure: number) => Math.abs(measure) < 0.005;

/** Returns whether the figures agree. */
function countMeasure(count: BasicComparison, ours: number | null, published: number): boolean {
  if (ours === null) {
    count.published_without_input++;
    if (isZero(published)) return true;
    count.published_nonzero_without_input++;
    return false;
  }
  if (isZero(ours) && isZero(published)) {
    count.zero++;
    return true;
  }
  const isEqual = Math.abs(ours - published) <= TOLERANCE + 1e-6;
  if (isZero(ours) || isZero(published)) {
    count.zero_and_nonzero++;
    return isEqual;
  }
  count.nonzero++;
  if (isEqual) count.equal++;
  return isEqual;
}

function reasonOf(category: Category, row: Row): string {
  if (row.ours === null) return 'no inspection or power units in the loaded files';
  if (row.our_inspections !== row.published_inspections)
    return `${row.our_inspections} inspections with violation here, ${row.published_inspections ?? 0} published`;
  if (category.dividedBy === 'power units' && (row.unit_months ?? 0) < 18)
    return `power units known for ${row.unit_months ?? 0} of 18 months`;
  return category.dividedBy === 'power units'
    ? 'power units, segment or miles'
    : 'weights or relevant inspections';
}
