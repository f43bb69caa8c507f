import type { Database } from '../db/database.ts';
import { retryOnDeadlock } from '../db/database.ts';
import { isDatabaseFault } from '../db/database-fault.ts';
import { plannedOnce } from '../db/planned-once.ts';
import { revisitQueue } from '../domain/recognition/sighting/revisit-queue.ts';
import { revisitSighting } from '../domain/recognition/sighting/revisit-sighting.ts';
import { DEFAULT_RULES, type SightingRules } from '../domain/recognition/sighting/sighting-rules.ts';
import { sweepAfterImport } from '../domain/recognition/sighting/sweep-after-import.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Outcome } from '../lib/queues.ts';
import type { Stage } from './run-stages.ts';
import { loggedReason, type WorkReport } from './work-report.ts';

const BATCH = 50;
const POLL_MS = 10_000;

/** Decides sightings again when evidence is new or lost: an import, or another sighting of the same vehicle. */
export function revisit(
  database: Database,
  wake: (table: string) => void,
  log: Log,
  onWake: Stage['onWake'],
  report: WorkReport,
  rules: SightingRules = DEFAULT_RULES,
): Stage {
  const queue = revisitQueue();
  return {
    name: 'revisit',
    everyMs: POLL_MS,
    async run(signal, progress) {
      const { leaseId, rows, dead } = await queue.claim(database, BATCH);
      report.count('revisits', 'dead', dead.length, 0);
      // The next batch of a sweep is queued only when the queue is empty.
      if (rows.length === 0) return (await sweepAfterImport(database)) > 0;
      for (const { key, attempts } of rows) {
        if (signal.aborted) {
          await queue.release(database, leaseId, [key]);
          continue;
        }
        const startedAt = performance.now();
        let outcome: Outcome = 'done';
        try {
          if (await decideAgain(leaseId, key)) wake('unmatched_sightings');
        } catch (error) {
          log.warn({ sighting: key, error: loggedReason(error) }, 'revisiting a sighting failed');
          const failure = { key, attempts, reason: messageOf(error), outside: isDatabaseFault(error) };
          const failed = await queue.fail(database, leaseId, [failure]);
          outcome = failed.includes(key) ? 'dead' : failure.outside ? 'interrupted' : 'retry';
        }
        report.count('revisits', outcome, 1, performance.now() - startedAt);
        progress?.();
      }
      return true;
    },
    ...(onWake && { onWake }),
  };

  /** Finishes the claim first: if the claim was lost, another worker has newer evidence. */
  function decideAgain(leaseId: string, key: number): Promise<boolean> {
    return retryOnDeadlock(() =>
      plannedOnce(database, async (tx) => {
        const finished = await queue.finish(tx, leaseId, [key]);
        return finished.length === 1 && revisitSighting(tx, key, rules);
      }),
    );
  }
}
