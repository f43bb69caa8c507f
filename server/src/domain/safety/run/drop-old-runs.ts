import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { codeOf } from '../../../lib/errors.ts';

/** Runs kept per method. */
export const RUNS_KEPT = 24;
const LOCK_NOT_AVAILABLE = '55P03';
const TRIES = 20;

/**
 * Deletes old runs of each method, the cuts and sums of all but the newest run, and partitions without a run. A partition that
 * cannot be locked is left for the next time.
 */
export async function dropOldRuns(database: Database): Promise<void> {
  await database.transaction(async ({ client }) => {
    await client.query(
      `delete from safety_runs where id in (
         select id from (select id, row_number() over (partition by method order by month desc) as nth
           from safety_runs) as numbered where nth > $1)`,
      [RUNS_KEPT],
    );
    await client.query(
      `delete from safety_groups g where not exists (select from safety_runs r where r.id = g.run_id)`,
    );
    for (const table of ['safety_cuts', 'safety_sums'])
      await client.query(
        `delete from ${table} where run_id not in (
           select distinct on (method) id from safety_runs order by method, month desc)`,
      );
  });
  for (const table of await partitionsWithoutRun(database)) await dropTable(database, table);
}

async function partitionsWithoutRun({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'safety_scores'::regclass
       and not exists (select from safety_runs r where 'safety_scores_' || r.id = c.relname)`,
  );
  return rows.map(({ name }) => name);
}

/** New readers queue behind a waiting exclusive lock, so each wait is short. */
async function dropTable(database: Database, table: string): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    try {
      await database.transaction(async ({ client }) => {
        await client.query(`set local lock_timeout = 100`);
        await client.query(`drop table if exists ${table}`);
      });
      return;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      await pause(20 + Math.random() * 100);
    }
  }
}
