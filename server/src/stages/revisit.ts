import type { Database } from '../db/database.ts';
import { retryOnDeadlock } from '../db/database.ts';
import { revisitSighting } from '../domain/recognition/sighting/revisit-sighting.ts';
import { revisitQueue } from '../domain/recognition/sighting/revisits.ts';
import { sweepAfterImport } from '../domain/recognition/sighting/sweep-after-import.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Stage } from './run-stages.ts';

const BATCH = 50;
const POLL_MS = 10_000;

/** Sightings are looked at again when better evidence has come: an import, or a sighting of High with the same plate. */
export function revisit(
  database: Database,
  wake: (table: string) => void,
  log: Log,
  onWake: Stage['onWake'],
): Stage {
  const queue = revisitQueue();
  return {
    name: 'revisit',
    everyMs: POLL_MS,
    async run(signal) {
      const { leaseId, rows } = await queue.claim(database, BATCH);
      // New ones come only when those before them are through.
      if (rows.length === 0) return (await sweepAfterImport(database)) > 0;
      for (const { key, attempts } of rows) {
        if (signal.aborted) {
          await queue.release(database, leaseId, [key]);
          continue;
        }
        try {
          if (await look(leaseId, key)) wake('unmatched_sightings');
        } catch (error) {
          log.warn({ sighting: key, error: messageOf(error) }, 'a sighting could not be looked at again');
          await queue.fail(database, leaseId, [{ key, attempts, reason: messageOf(error) }]);
        }
      }
      return true;
    },
    ...(onWake && { onWake }),
  };

  /** The claim ends first: if it is ours no more, whoever has it now knows more than we do. */
  function look(leaseId: string, key: number): Promise<boolean> {
    return retryOnDeadlock(() =>
      database.transaction(async (tx) => {
        const kept = await queue.finish(tx, leaseId, [key]);
        return kept.length === 1 && revisitSighting(tx, key);
      }),
    );
  }
}
