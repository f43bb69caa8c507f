import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../../db/database.ts';
import type { AlertService } from '../alert-service.ts';
import { type LockedAlert, lockForFiring, rememberFiring, takeMatches } from './fire-store.ts';
import { dueMoment, firingsOn, localDay } from './firing-times.ts';

/** Most matches of one firing. An alert with more fires several times in a row. */
const MOST_MATCHES = 10_000;

/** Why an alert fires: its schedule, or a request to fire now. */
export type Occasion = 'schedule' | 'request';

/**
 * Fires an alert, if it is due, with all waiting matches. One transaction under the alert's lock marks the matches and
 * stores the notifications: of two processes one fires it, and a crash changes nothing. Returns the number of matches.
 */
export function fireAlert(service: AlertService, id: number, now: Date, occasion: Occasion): Promise<number> {
  return service.db.transaction(async (tx) => {
    const locked = await lockForFiring(tx, id);
    if (!locked) return 0;
    const moment = occasion === 'request' ? now : dueMoment(locked.state, now);
    if (moment === null) return 0;
    const sent = await fireAll(service, tx, locked, now);
    const day = localDay(moment, locked.state.timezone);
    await rememberFiring(tx, id, moment, day, firingsOn(locked.state, day) + 1);
    return sent;
  });
}

/** In parts, so that memory does not grow with the number of matches. */
async function fireAll(
  { notify }: AlertService,
  tx: Transaction,
  { alert }: LockedAlert,
  now: Date,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const id = randomUUID();
    const matches = await takeMatches(tx, alert.id, id, now, MOST_MATCHES);
    if (matches.length > 0) await notify(tx, { id, firedAt: now, alert, matches });
    sent += matches.length;
    if (matches.length < MOST_MATCHES) return sent;
  }
}
