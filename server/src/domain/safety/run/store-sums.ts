import type { Transaction } from '../../../db/database.ts';
import type { MonthScores } from '../score-month.ts';
import { CATEGORY_COUNT } from '../sms/categories.ts';

/** Carriers with fewer inspections need no stored sums: reading all their events takes a few milliseconds. */
export const SUMMED_FROM = 100;

/** Stores the sums of the carriers whose events would take long to read. */
export async function storeSums(
  tx: Transaction,
  runId: number,
  { carriers, tally }: Pick<MonthScores, 'carriers' | 'tally'>,
): Promise<void> {
  const stored: object[] = [];
  for (let carrier = 0; carrier < carriers.size; carrier++) {
    if ((tally.inspections[carrier] as number) < SUMMED_FROM) continue;
    const own = (values: Int32Array | Uint8Array) => [
      ...values.subarray(carrier * CATEGORY_COUNT, (carrier + 1) * CATEGORY_COUNT),
    ];
    stored.push({
      usdot_number: carriers.usdotNumbers[carrier],
      inspections: tally.inspections[carrier],
      points: own(tally.points),
      weights: own(tally.weights),
      relevant: own(tally.relevant),
      with_violation: own(tally.withViolation),
      violations: own(tally.violations),
      recent: own(tally.recent),
      is_recent: own(tally.isRecent).reduce((bits, flag, category) => bits | (flag << category), 0),
    });
  }
  await tx.client.query(
    `insert into safety_sums
     select $1, usdot_number, inspections, points, weights, relevant, with_violation, violations, recent, is_recent
     from json_populate_recordset(null::safety_sums, $2)`,
    [runId, JSON.stringify(stored)],
  );
}
