import { type Database, statement } from '../../../db/database.ts';
import { CATEGORY_COUNT, categoryIndex } from '../sms/categories.ts';
import type { Method } from '../sms/method.ts';
import { emptyTally, type Tally } from '../sms/tally.ts';

const sums = statement(
  'safety.sums',
  `select inspections, points, weights, relevant, with_violation, violations, recent, is_recent
   from safety_sums where run_id = $1 and usdot_number = $2`,
);

type SumsRow = Record<
  'points' | 'weights' | 'relevant' | 'with_violation' | 'violations' | 'recent',
  number[]
> & {
  inspections: number;
  is_recent: number;
};

/** The sums that the run has stored for a carrier with many inspections; null for other carriers. */
export async function storedTally(
  database: Database,
  runId: number,
  usdotNumber: number,
): Promise<Tally | null> {
  const row = await database.row<SumsRow>(sums, [runId, usdotNumber]);
  if (!row) return null;
  const tally = emptyTally(1);
  tally.inspections[0] = row.inspections;
  tally.points.set(row.points);
  tally.weights.set(row.weights);
  tally.relevant.set(row.relevant);
  tally.withViolation.set(row.with_violation);
  tally.violations.set(row.violations);
  tally.recent.set(row.recent);
  for (let c = 0; c < CATEGORY_COUNT; c++) tally.isRecent[c] = (row.is_recent >> c) & 1;
  return tally;
}

const SUMMED = ['points', 'weights', 'relevant', 'withViolation', 'violations', 'recent'] as const;

/**
 * The tally of a carrier in which the inspections of `before` are replaced with those of `after`. Null if it does not follow
 * from the sums: without a recent violation, the latest of all inspections decides whether a percentile is shown.
 */
export function replaceInspections(method: Method, all: Tally, before: Tally, after: Tally): Tally | null {
  const rest = emptyTally(1);
  const change = (values: Int32Array, from: Int32Array, to: Int32Array, i: number) =>
    (values[i] as number) - (from[i] as number) + (to[i] as number);
  rest.inspections[0] = change(all.inspections, before.inspections, after.inspections, 0);
  for (const name of SUMMED)
    for (let c = 0; c < CATEGORY_COUNT; c++) rest[name][c] = change(all[name], before[name], after[name], c);
  for (const { id, latestInspectionCounts } of method.categories) {
    const c = categoryIndex(id);
    const isUnchanged =
      before.withViolation[c] === after.withViolation[c] && before.relevant[c] === after.relevant[c];
    if (isUnchanged) rest.isRecent[c] = all.isRecent[c] as number;
    else if ((rest.recent[c] as number) > 0) rest.isRecent[c] = 1;
    else if (latestInspectionCounts) return null;
  }
  return rest;
}
