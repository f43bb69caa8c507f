import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../../db/database.ts';
import type { AlertService } from '../alert-service.ts';
import { type LockedAlert, lockForFiring, rememberFiring, takeMatches } from './fire-store.ts';
import { dueMoment, firingsOn, localDay } from './firing-times.ts';

/** A firing holds at most so many matches; an alert with more goes off several times in a row. */
const MOST_MATCHES = 10_000;

/** When it goes off: at its own moments, or because somebody asked for it now. */
export type Occasion = 'window' | 'asked';

/**
 * Lets an alert go off if it is due, with everything that waits. Marking the matches and writing what is to be sent are
 * one transaction under the alert's lock: of two processes one fires it, and a crash leaves it as it was. Returns how
 * many matches went out.
 */
export function fireAlert(service: AlertService, id: number, now: Date, occasion: Occasion): Promise<number> {
  return service.db.transaction(async (tx) => {
    const locked = await lockForFiring(tx, id);
    if (!locked) return 0;
    const moment = occasion === 'asked' ? now : dueMoment(locked.state, now);
    if (moment === null) return 0;
    const sent = await fireAll(service, tx, locked, now);
    const day = localDay(moment, locked.state.timezone);
    await rememberFiring(tx, id, moment, day, firingsOn(locked.state, day) + 1);
    return sent;
  });
}

/** Part by part, so that a year's matches need no more memory than a day's. */
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
