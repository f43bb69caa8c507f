import type { AlertService } from '../alert-service.ts';
import { fireAlert } from './fire-alert.ts';
import { allMornings, waitingAlerts } from './fire-store.ts';
import { dueMoment, lastMorning, lastQuarter } from './firing-times.ts';
import { followUp } from './follow-up.ts';

const PAGE = 1_000;
const AT_ONCE = 4;
/** A match found just before a firing time may be committed shortly after it. */
const LATE_COMMIT_GRACE_MS = 60_000;

/** Finds the alerts that are due and fires them. */
export class DueAlerts {
  readonly #service: AlertService;
  /** All alerts that were due before this time have fired. */
  #doneUntil: Date | null = null;

  constructor(service: AlertService) {
    this.#service = service;
  }

  /** Returns how many alerts fired. Between firing times it costs one small query. */
  async run(signal: AbortSignal, progress: () => void = () => {}): Promise<number> {
    await followUp(this.#service, signal);
    const now = this.#service.clock.now();
    const latest = await this.#latestMoment(now);
    const done = this.#doneUntil;
    // A clock that was put back proves nothing about the time after it.
    const isDone = done !== null && done <= now && latest.getTime() + LATE_COMMIT_GRACE_MS < done.getTime();
    if (isDone) return 0;
    let fired = 0;
    for (let after: number | null = 0; after !== null && !signal.aborted; ) {
      const page = await waitingAlerts(this.#service.db, after, PAGE);
      const due = page.alerts.filter(({ state }) => dueMoment(state, now) !== null);
      fired += await this.#fire(
        due.map(({ id }) => id),
        now,
        signal,
        progress,
      );
      after = page.last;
    }
    if (!signal.aborted) this.#doneUntil = now;
    return fired;
  }

  async #latestMoment(now: Date): Promise<Date> {
    let latest = lastQuarter(now);
    for (const mornings of await allMornings(this.#service.db)) {
      const morning = lastMorning(mornings, now);
      if (morning > latest) latest = morning;
    }
    return latest;
  }

  async #fire(ids: number[], now: Date, signal: AbortSignal, progress: () => void): Promise<number> {
    let fired = 0;
    const failures: unknown[] = [];
    const next = ids.values();
    const worker = async () => {
      for (const id of next) {
        if (signal.aborted) return;
        // A failed alert is retried in the next round and does not delay the others.
        const matches = await fireAlert(this.#service, id, now, 'schedule').catch((error) => {
          failures.push(error);
          return 0;
        });
        if (matches > 0) fired++;
        progress();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (failures.length > 0) throw failures[0];
    return fired;
  }
}
