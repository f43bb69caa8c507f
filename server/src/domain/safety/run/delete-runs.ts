import { LOCKS } from '../../../db/advisory-locks.ts';
import type { Transaction } from '../../../db/database.ts';

/** Deletes all score runs. Waits for a run in progress; their partitions, now empty, are dropped by `dropOldRuns`. */
export async function deleteRuns({ client }: Transaction): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.runScores]);
  for (const table of ['safety_runs', 'safety_groups', 'safety_cuts', 'safety_sums', 'safety_scores'])
    await client.query(`delete from ${table}`);
}
