import { type Db, statement } from '../../db/database.ts';
import { operatorError } from '../../lib/errors.ts';
import { currentLoads } from '../federal/loads.ts';
import type { CategoryId } from './sms/categories.ts';
import type { Category } from './sms/method.ts';
import { currentMethod } from './sms/method-current.ts';
import { latestRun } from './store.ts';

const TOLERANCE = 0.01;

export type Difference = {
  usdot_number: number;
  basic: CategoryId;
  title: string;
  ours: number | null;
  published: number;
  why: string;
};

export type Comparison = {
  run_date: string;
  tolerance: number;
  /** `equal_percentiles` differ by at most one: FMCSA's rule for ties is not published. */
  basics: {
    basic: CategoryId;
    title: string;
    published: number;
    equal: number;
    percentiles: number;
    equal_percentiles: number;
  }[];
  /** Sorted by size, largest first. */
  differences: Difference[];
};

/** Two hash joins over the run and the outputs, about 670,000 rows. */
const compared = ({ id }: Category) =>
  statement(
    `safety.compare.${id}`,
    `select o.usdot_number, s.${id}_measure as ours, o.${id}_measure as published,
       s.${id}_percentile as our_percentile, o.${id}_percentile as published_percentile,
       s.unit_months, coalesce(s.${id}_with_violation, 0) as our_inspections,
       o.${id}_insp_w_viol as published_inspections
     from sms_outputs o left join safety_scores s on s.usdot_number = o.usdot_number and s.run_id = $1
     where o.${id}_measure is not null`,
  );

type Row = {
  usdot_number: number;
  ours: number | null;
  published: number;
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
  const ranked = rows.filter(
    (row) => row.published_percentile !== null && (row.our_percentile !== null || row.our_inspections === 0),
  );
  const different = rows.filter((row) => !isEqual(row));
  basics.push({
    basic: id,
    title,
    published: rows.length,
    equal: rows.length - different.length,
    percentiles: ranked.length,
    equal_percentiles: ranked.filter(
      (row) => Math.abs((row.our_percentile ?? 0) - (row.published_percentile ?? 0)) <= 1,
    ).length,
  });
  for (const row of different) {
    const { usdot_number, ours, published } = row;
    differences.push({ usdot_number, basic: id, title, ours, published, why: reasonOf(category, row) });
  }
}

/** FMCSA publishes two decimals, and 0 for a measure with nothing to divide by. */
function isEqual({ ours, published }: Row): boolean {
  return Math.abs((ours ?? 0) - published) <= TOLERANCE + 1e-6;
}

function reasonOf(category: Category, row: Row): string {
  if (row.our_inspections !== row.published_inspections)
    return `${row.our_inspections} inspections with violation here, ${row.published_inspections ?? 0} published`;
  if (category.dividedBy === 'power units' && (row.unit_months ?? 0) < 18)
    return `power units known for ${row.unit_months ?? 0} of 18 months`;
  return category.dividedBy === 'power units'
    ? 'power units, segment or miles'
    : 'weights or relevant inspections';
}
