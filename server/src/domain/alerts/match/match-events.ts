import type { Database } from '../../../db/database.ts';
import { type Listener, listen } from '../../../db/listener.ts';
import { WORK_CHANNEL } from '../../../db/wake.ts';
import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import * as store from './match-events-store.ts';

const PAGE = 200;
const LOOK_EVERY_MS = 1_000;
const WRITERS_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/**
 * Matches in the order of their numbers, as they become final. Numbers are taken before commits, so a lower one
 * may appear after a higher: nothing is told until every transaction that might still bring a lower number has ended
 * (as an index is built beside its writers). Then a number is a place in the stream: who saw it missed nothing below.
 */
export class MatchEvents {
  readonly #database: Database;
  readonly #log: Log;
  readonly #closing = new AbortController();
  #listener: Promise<Listener> | null = null;
  #settled = 0;
  #looking: Promise<void> | null = null;
  #followers = 0;
  readonly #waiting = new Set<() => void>();

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Every match after `after` (without it, after now) until `signal`. A number is a position from which a client can
   * resume without missing a match: the first item, and then one after every `everyMs` without a match.
   */
  async *follow(
    who: store.Followed,
    after: number | null,
    everyMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<store.MatchEvent | number> {
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    this.#followers++;
    try {
      await this.#listen();
      await this.#look();
      let at = Math.min(after ?? this.#settled, this.#settled);
      yield at;
      while (!ending.aborted) {
        const upTo = this.#settled;
        const rows = at < upTo ? await store.matchesBetween(this.#database, who, at, upTo, PAGE) : [];
        for (const row of rows) {
          if (ending.aborted) return;
          yield row;
          at = row.match_id;
        }
        if (rows.length === PAGE) continue;
        at = upTo;
        if (at === this.#settled && !(await this.#wait(everyMs, ending)) && !ending.aborted) yield at;
      }
    } finally {
      this.#followers--;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await (await this.#listener?.catch(() => null))?.close();
  }

  /** True when there is news, false after the time. */
  async #wait(ms: number, ending: AbortSignal): Promise<boolean> {
    const before = this.#settled;
    for (let left = ms; left > 0 && !ending.aborted; left -= LOOK_EVERY_MS) {
      await this.#pause(Math.min(left, LOOK_EVERY_MS), ending);
      // A notification may have been missed.
      if (this.#settled === before) await this.#look();
      if (this.#settled !== before) return true;
    }
    return false;
  }

  #pause(ms: number, ending: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        clearTimeout(timer);
        ending.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      ending.addEventListener('abort', done, { once: true });
      this.#waiting.add(done);
    });
  }

  /** Finds out how far everything is final; one look at a time, shared by all. */
  #look(): Promise<void> {
    this.#looking ??= this.#settle().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #settle(): Promise<void> {
    const upTo = await store.lastAllocated(this.#database);
    if (upTo === this.#settled) return;
    let pending = await store.writers(this.#database);
    for (
      let pauseMs = WRITERS_PAUSE_MS;
      pending.length > 0;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    ) {
      await sleep(pauseMs, this.#closing.signal);
      if (this.#closing.signal.aborted) return;
      const still = new Set(await store.writers(this.#database));
      pending = pending.filter((id) => still.has(id));
    }
    this.#settled = upTo;
    for (const tell of this.#waiting) tell();
  }

  async #listen(): Promise<void> {
    this.#listener ??= listen(
      this.#database,
      [
        {
          channel: WORK_CHANNEL,
          onMessage: (table) => {
            if (table === 'alert_matches' && this.#followers > 0) this.#lookSoon();
          },
          onState: () => undefined,
        },
      ],
      this.#log,
    );
    await this.#listener;
  }

  #lookSoon(): void {
    this.#look().catch((error) =>
      this.#log.warn({ error: messageOf(error) }, 'matches could not be followed'),
    );
  }
}
