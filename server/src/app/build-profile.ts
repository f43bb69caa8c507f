import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { openReader } from '../db/reader.ts';
import { BUDGETS, type ProfileService } from '../domain/carriers/profile-service.ts';
import type { Clock } from '../lib/clock.ts';
import { Gate } from '../lib/gate.ts';
import type { Log } from '../lib/log.ts';

/** A pool with a place for every section's connections, so that no section ever waits for another. */
export function buildProfile(
  { database: { readUrl }, profile }: Settings,
  database: Database,
  clock: Clock,
  log: Log,
) {
  const { deadlineMs, connectionsPerSection } = profile;
  const reader = openReader(database, {
    replicaUrl: readUrl,
    poolSize: BUDGETS.length * connectionsPerSection,
    // Every question names one carrier: one plan fits them all, and making it anew costs more than running it.
    session: `-c statement_timeout=${deadlineMs} -c plan_cache_mode=force_generic_plan`,
    log,
  });
  const budgets = Object.fromEntries(
    BUDGETS.map((name) => [name, { reader, gate: new Gate(connectionsPerSection), deadlineMs }]),
  ) as ProfileService['budgets'];
  return { service: { budgets, clock, log } satisfies ProfileService, close: () => reader.close() };
}
