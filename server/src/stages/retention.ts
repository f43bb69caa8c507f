import type { Database } from '../db/database.ts';
import { expireEntries } from '../domain/audit/expire-entries.ts';
import { retainSightings } from '../domain/privacy/retain-sightings.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Stage } from './run-stages.ts';

/** Deletes sightings and entries of the audit log after their retention. Apart from housekeeping: a backlog takes hours. */
export function retention(database: Database, clock: Clock, auditDays: number, log: Log): Stage {
  return {
    name: 'retention',
    everyMs: 15 * 60_000,
    async run(signal) {
      const { hasMore, ...deleted } = await retainSightings(database, clock.now(), signal);
      if (deleted.sightings + deleted.matches + deleted.images > 0) {
        log.info(deleted, 'deleted sightings after their retention');
      }
      while (!signal.aborted && (await expireEntries(database, auditDays, clock.now())) !== null);
      return hasMore;
    },
  };
}
