import type { Database } from '../db/database.ts';
import type { WorkCounts } from '../domain/queues/work-counts.ts';
import type { Clock } from '../lib/clock.ts';
import type { Stage } from './run-stages.ts';

/** Stores how many items this process has worked on, for the rates that the operator sees. */
export function countWork(database: Database, clock: Clock, counts: WorkCounts): Stage {
  return {
    name: 'count-work',
    everyMs: 5_000,
    async run() {
      await counts.store(database, clock.now());
      return false;
    },
  };
}
