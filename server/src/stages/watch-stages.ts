import { CarrierChecks, type Round } from '../domain/watchlists/check/check-carriers.ts';
import { isWaiting, makeDailyDue, takeNews } from '../domain/watchlists/check/due-carriers.ts';
import { sendDigest } from '../domain/watchlists/send-digests.ts';
import { dayOf, type WatchlistService } from '../domain/watchlists/watchlist-service.ts';
import { deleteOldEvents } from '../domain/watchlists/watchlist-store.ts';
import type { Log } from '../lib/log.ts';
import type { Stage } from './run-stages.ts';
import { loggedReason, type WorkReport } from './work-report.ts';

/** Compares watched carriers after imports, score runs and sightings, and sends digests of what changed. */
export function watchStages(service: WatchlistService, log: Log, report: WorkReport): Stage[] {
  const checks = new CarrierChecks(service);
  return [
    {
      name: 'watch-carriers',
      everyMs: 3_000,
      async run(signal, progress) {
        while (!signal.aborted && (await takeNews(service.db))) progress?.();
        while (!signal.aborted) {
          const startedAt = performance.now();
          const round = await checks.round();
          if (round.claimed + round.dead > 0) reportRound(round, performance.now() - startedAt);
          progress?.();
          if (round.claimed === 0) return false;
          // Other news may have arrived meanwhile; a failure must not be repeated without a pause.
          if (round.failure !== null) return false;
          await takeNews(service.db);
        }
        return false;
      },
    },
    {
      name: 'watch-daily',
      everyMs: 30_000,
      async run() {
        const today = dayOf(service.clock.now());
        // The next ones follow when these are compared, so that a change is not behind all carriers.
        return (await isWaiting(service.db)) ? false : (await makeDailyDue(service.db, today)) > 0;
      },
    },
    {
      name: 'watch-digests',
      everyMs: 30_000,
      run: (signal) => (signal.aborted ? Promise.resolve(false) : sendDigest(service)),
    },
    {
      name: 'delete-old-watch-events',
      everyMs: 3_600_000,
      run: () => deleteOldEvents(service.db, service.clock.now()),
    },
  ];

  function reportRound({ claimed, checked, events, dead, failure }: Round, durationMs: number): void {
    report.count('watched_carriers', 'done', checked, durationMs);
    if (dead > 0) report.count('watched_carriers', 'dead', dead, 0);
    if (events > 0) log.info({ carriers: checked, events }, 'watched carriers changed');
    if (failure !== null)
      log.warn({ carriers: claimed, error: loggedReason(failure) }, 'comparing watched carriers failed');
  }
}
