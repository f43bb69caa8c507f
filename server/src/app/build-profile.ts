import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { openReader } from '../db/reader.ts';
import { BUDGETS, type ProfileService } from '../domain/carriers/profile/profile-service.ts';
import { Gate } from '../lib/async/gate.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

/** A pool for every section: none ever waits for another, and each connection has the plans that it needs, no more. */
export function buildProfile(
  { database: { readUrl }, profile }: Settings,
  database: Database,
  clock: Clock,
  log: Log,
) {
  const { deadlineMs, connectionsPerSection } = profile;
  // Every question names one carrier: one plan fits them all, and making it anew costs more than running it.
  const session = `-c statement_timeout=${deadlineMs} -c plan_cache_mode=force_generic_plan`;
  const budgetOf = () => ({
    reader: openReader(database, { replicaUrl: readUrl, poolSize: connectionsPerSection, session, log }),
    gate: new Gate(connectionsPerSection),
    deadlineMs,
  });
  const budgets = Object.fromEntries(BUDGETS.map((name) => [name, budgetOf()])) as ProfileService['budgets'];
  return {
    service: { budgets, clock, log } satisfies ProfileService,
    close: async () => {
      await Promise.all(Object.values(budgets).map(({ reader }) => reader.close()));
    },
  };
}
