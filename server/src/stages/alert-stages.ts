import { waker } from '../db/wake.ts';
import type { AlertService } from '../domain/alerts/alert-service.ts';
import { DueAlerts } from '../domain/alerts/fire/fire-due.ts';
import { Matcher } from '../domain/alerts/match/matcher.ts';
import type { Stage } from './run-stages.ts';
import type { WakeUps } from './wake-ups.ts';

/** Matches new sightings against alerts, and fires alerts: hot ones every 15 minutes, the others each morning. */
export function alertStages(alerts: AlertService, wakeUps: WakeUps): Stage[] {
  const { db: database, clock } = alerts;
  const matcher = new Matcher({ database, clock, wake: waker(database) });
  const due = new DueAlerts(alerts);
  return [
    {
      name: 'match-sightings',
      everyMs: 1_000,
      onWake: wakeUps.of('unmatched_sightings'),
      run: async (signal) => (await matcher.drain(signal)).sightings > 0,
    },
    {
      name: 'fire-alerts',
      everyMs: 2_000,
      async run(signal) {
        await due.run(signal);
        return false;
      },
    },
  ];
}
