import { hashedUuid } from '../../../lib/bytes/hash.ts';
import type { AlertService } from '../alert-service.ts';
import { takeDueFollowUps } from './correction-store.ts';

const MOST = 500;

/** Tells the webhooks that subscribed which of the matches they received no longer hold: once for each match. */
export async function followUp({ db, clock, notify }: AlertService, signal: AbortSignal): Promise<number> {
  let sent = 0;
  for (let isFull = true; isFull && !signal.aborted; ) {
    isFull = await db.transaction(async (tx) => {
      const now = clock.now();
      const due = await takeDueFollowUps(tx, now, MOST);
      for (const { alert, matches } of due) {
        const id = hashedUuid('alert.match_corrected', ...matches.map(({ match_id }) => String(match_id)));
        await notify(tx, { id, firedAt: now, alert, matches, event: 'alert.match_corrected' });
        sent += matches.length;
      }
      return due.reduce((sum, { matches }) => sum + matches.length, 0) === MOST;
    });
  }
  return sent;
}
