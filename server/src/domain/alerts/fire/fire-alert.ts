import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../../db/database.ts';
import type { Firing, Queued } from '../../notifications/firing.ts';
import { takeQuota } from '../../quotas/quota-store.ts';
import type { AlertService } from '../alert-service.ts';
import { takeCorrections } from './correction-store.ts';
import {
  activeAlertsOf,
  type LockedAlert,
  lockForFiring,
  rememberFiring,
  takeMatches,
} from './fire-store.ts';
import { dueMoment, firingsOn, localDay } from './firing-times.ts';

/** Most matches of one firing. An alert with more fires several times in a row. */
const MOST_MATCHES = 10_000;

/** Why an alert fires: its schedule, or a request to fire now. */
type Occasion = 'schedule' | 'request';

/**
 * Fires an alert, if it is due, with all waiting matches. One transaction under the alert's lock marks the matches and
 * stores the notifications: of two processes one fires it, and a crash changes nothing. Returns the number of matches.
 */
export async function fireAlert(
  service: AlertService,
  id: number,
  now: Date,
  occasion: Occasion,
): Promise<number> {
  const fired = await service.db.transaction(async (tx) => {
    const locked = await lockForFiring(tx, id);
    if (!locked) return [];
    const moment = occasion === 'request' ? now : dueMoment(locked.state, now);
    if (moment === null) return [];
    const firings = await fireAll(service, tx, locked, now);
    // Every waiting sighting changed and is matched again first.
    if (firings.length === 0) return [];
    const day = localDay(moment, locked.state.timezone);
    await rememberFiring(tx, id, moment, day, firingsOn(locked.state, day) + 1);
    return firings;
  });
  for (const line of fired) service.log.info(line, 'fire');
  return fired.reduce((sum, { matches }) => sum + matches, 0);
}

/** Most ids of a kind in one line. */
const MOST_IDS = 100;

/** The log line of a firing joins the images with the deliveries. It is written after the commit. */
function lineOf({ id, alert, matches }: Firing, { deliveryIds, emailIds }: Queued) {
  const first = matches.slice(0, MOST_IDS);
  return {
    correlation_id: id,
    organization_id: alert.organizationId,
    alert_id: alert.id,
    matches: matches.length,
    match_ids: first.flatMap(({ match_id }) => match_id ?? []),
    sighting_ids: first.map(({ sighting }) => sighting.id),
    image_ids: first
      .flatMap(({ sighting }) => sighting.view_image_ids ?? sighting.image_id ?? [])
      .slice(0, MOST_IDS),
    delivery_ids: deliveryIds.slice(0, MOST_IDS),
    email_ids: emailIds.slice(0, MOST_IDS),
  };
}

/** Most traces that a firing is linked to, in addition to the one it continues. */
const MOST_LINKS = 64;

/** The span of a firing continues the trace of its first match, and is linked to those of the others. */
async function traced({ notify, tracing }: AlertService, tx: Transaction, firing: Firing): Promise<Queued> {
  const [parent = null, ...others] = firing.matches.flatMap(({ traceparent }) => traceparent ?? []);
  const span = tracing.start({
    name: 'fire alert',
    parent,
    links: others.slice(0, MOST_LINKS),
    attributes: {
      'milepost.alert_id': firing.alert.id,
      'milepost.organization_id': firing.alert.organizationId,
      'milepost.matches': firing.matches.length,
    },
  });
  try {
    const queued = await notify(tx, { ...firing, traceparent: span?.traceparent ?? parent });
    span?.end();
    return queued;
  } catch (error) {
    span?.end({ error: 'failed' });
    throw error;
  }
}

/** In parts, so that memory does not grow with the number of matches. */
async function fireAll(
  service: AlertService,
  tx: Transaction,
  { alert }: LockedAlert,
  now: Date,
): Promise<ReturnType<typeof lineOf>[]> {
  const lines: ReturnType<typeof lineOf>[] = [];
  for (;;) {
    const id = randomUUID();
    const matches = await takeMatches(tx, alert.id, id, now, MOST_MATCHES);
    if (matches.length > 0) {
      const isMailed = alert.notification_channels.includes('email');
      const corrected = isMailed ? await takeCorrections(tx, alert.id, now) : [];
      const firing: Firing = { id, firedAt: now, alert, matches, corrected };
      lines.push(lineOf(firing, await traced(service, tx, firing)));
    }
    if (matches.length < MOST_MATCHES) return lines;
  }
}

type RunResult = { fired: { alert_id: number; matches: number }[] };

/** Fires all active alerts of a user now. Alerts without new matches do not fire. */
export async function runAlerts(
  service: AlertService,
  organizationId: number,
  userId: number,
): Promise<RunResult> {
  const fired: RunResult['fired'] = [];
  const now = service.clock.now();
  await takeQuota(service.db, organizationId, 'alert_runs_per_minute', 1, now);
  for (const id of await activeAlertsOf(service.db, organizationId, userId)) {
    const matches = await fireAlert(service, id, now, 'request');
    if (matches > 0) fired.push({ alert_id: id, matches });
  }
  return { fired };
}
