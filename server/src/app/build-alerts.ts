import type { Database } from '../db/database.ts';
import { waker } from '../db/wake.ts';
import type { AlertService } from '../domain/alerts/alert-service.ts';
import { DueAlerts } from '../domain/alerts/fire/fire-due.ts';
import type { ReadDeliveries } from '../domain/alerts/list-matches.ts';
import { Matcher } from '../domain/alerts/match/matcher.ts';
import type { Notify } from '../domain/notifications/firing.ts';
import { Gate } from '../lib/async/gate.ts';
import type { Clock } from '../lib/clock.ts';
import { fire } from '../stages/fire.ts';
import { match } from '../stages/match.ts';
import type { Stage } from '../stages/run-stages.ts';
import type { WakeUps } from '../stages/wake-ups.ts';

const PREVIEWS_AT_ONCE = 3;
const PREVIEWS_WAITING = 20;

export function buildAlerts(
  db: Database,
  clock: Clock,
  notify: Notify,
  readDeliveries: ReadDeliveries,
): AlertService {
  return { db, clock, notify, readDeliveries, previews: new Gate(PREVIEWS_AT_ONCE, PREVIEWS_WAITING) };
}

/** What the alerts do by themselves in a working process. */
export function alertStages(alerts: AlertService, wakeUps: WakeUps): Stage[] {
  const { db: database, clock } = alerts;
  const matcher = new Matcher({ database, clock, wake: waker(database) });
  return [match(matcher, wakeUps.of('unmatched_sightings')), fire(new DueAlerts(alerts))];
}
