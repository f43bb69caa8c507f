import type { Database } from '../../../db/database.ts';
import { type Listener, listen } from '../../../db/listener.ts';
import { WORK_CHANNEL } from '../../../db/wake.ts';
import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import type { Scope } from '../alert-store.ts';
import * as store from './match-events-store.ts';

const PAGE = 200;
const LOOK_EVERY_MS = 1_000;
const WRITERS_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/**
 * Matches in the order of their numbers. Numbers are assigned before the commit, so a lower number can become visible
 * after a higher one. A match is therefore sent only when every transaction that could still add a lower number has
 * ended. A client that has received a number has missed none below it.
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
   * Yields every match after `after` (null: from now on) until `signal` aborts. A number is a position from which a
   * client can resume without a gap: yielded first, and as a heartbeat.
   */
  async *follow(
    who: Scope,
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

  /** Resolves to true when there are new matches, to false after the time. */
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

  /** Determines up to which number all matches are visible. Concurrent callers share one check. */
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
    this.#look().catch((error) => this.#log.warn({ error: messageOf(error) }, 'reading new matches failed'));
  }
}
