import { waker } from '../db/wake.ts';
import type { AlertService } from '../domain/alerts/alert-service.ts';
import { DueAlerts } from '../domain/alerts/fire/fire-due.ts';
import { Matcher } from '../domain/alerts/match/matcher.ts';
import { nextHistoryDue, storeHistory } from '../domain/alerts/preview/store-history.ts';
import type { Stage } from './run-stages.ts';
import type { WakeUps } from './wake-ups.ts';
import type { WorkReport } from './work-report.ts';

/** Matches new sightings against alerts, and fires alerts: hot ones every 15 minutes, the others each morning. */
export function alertStages(alerts: AlertService, wakeUps: WakeUps, report: WorkReport): Stage[] {
  const { db: database, clock } = alerts;
  let progress: (() => void) | undefined;
  const matcher = new Matcher({
    database,
    clock,
    wake: waker(database),
    tracing: alerts.tracing,
    maxAgeHours: alerts.maxAgeHours,
    onRound({ outcome, sightings, dead, durationMs }) {
      report.count('unmatched_sightings', outcome, sightings, durationMs);
      report.count('unmatched_sightings', 'dead', dead, 0);
      progress?.();
    },
    onMatched: (matched) => report.matched(matched),
    onDelayed: (error) => report.delayed(error),
  });
  const due = new DueAlerts(alerts);
  return [
    {
      name: 'match-sightings',
      everyMs: 1_000,
      onWake: wakeUps.of('unmatched_sightings'),
      gatherMs: 100,
      async run(signal, onProgress) {
        progress = onProgress;
        await matcher.drain(signal);
        return false;
      },
    },
    {
      name: 'fire-alerts',
      everyMs: 2_000,
      async run(signal, onProgress) {
        await due.run(signal, onProgress);
        return false;
      },
    },
    {
      name: 'alert-history',
      everyMs: 5_000,
      // Those that the create request could not store: too many at once, or the process was killed.
      async run(signal, onProgress) {
        for (let id = await nextHistoryDue(database, 0); id !== null && !signal.aborted; ) {
          await storeHistory(alerts, id);
          onProgress?.();
          id = await nextHistoryDue(database, id);
        }
        return false;
      },
    },
  ];
}
