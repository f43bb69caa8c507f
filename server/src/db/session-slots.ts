import type pg from 'pg';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';

/** Places that are counted over all processes: at most `width` holders of one key of a class at a time. */
export type SessionSlots = {
  /**
   * A place, or null when all are taken. Give it back once; the next holder may come when that resolves. Classes
   * are numbers of advisory locks, `width` of them from the first on.
   */
  take(firstClass: number, key: number): Promise<(() => Promise<void>) | null>;
  close(): Promise<void>;
};

type Question = {
  isLock: boolean;
  cls: number;
  key: number;
  resolve: (done: boolean) => void;
  reject: (error: unknown) => void;
};
type Line = { client: pg.Client; lost: boolean; waiting: Question[]; isAsking: boolean };

/** In the order given: a place that is given back can be taken by the next question. */
const ASK = `select case when is_lock then pg_try_advisory_lock(class, key) else pg_advisory_unlock(class, key) end as done
  from unnest($1::boolean[], $2::integer[], $3::integer[]) as asked (is_lock, class, key)`;

/**
 * A place is a session-level advisory lock (class + n, key) on one connection that this process keeps for nothing else: when
 * the process dies the server lets go of all of them by itself. What is asked while a question is under way goes
 * together in the next one, so many calls at once share their round trips.
 */
export function openSessionSlots(database: Database, width: number, log: Log): SessionSlots {
  /** Which classes of a key are ours: the server would give a lock to the same session twice. */
  const held = new Map<number, Set<number>>();
  let line: Promise<Line> | null = null;
  let closed = false;

  async function open(): Promise<Line> {
    const client = await database.connect();
    const fresh: Line = { client, lost: false, waiting: [], isAsking: false };
    const lose = (error?: Error) => {
      if (fresh.lost || closed) return;
      fresh.lost = true;
      line = null;
      // The server has let go of everything that this session held.
      held.clear();
      log.warn({ error: messageOf(error) }, 'the connection that counts concurrent calls was lost');
    };
    fresh.client.on('error', lose);
    fresh.client.on('end', () => lose());
    return fresh;
  }

  function current(): Promise<Line> {
    line ??= open().catch((error: unknown) => {
      line = null;
      throw error;
    });
    return line;
  }

  function ask(at: Line, isLock: boolean, cls: number, key: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      at.waiting.push({ isLock, cls, key, resolve, reject });
      if (!at.isAsking) void askAll(at);
    });
  }

  async function askAll(at: Line): Promise<void> {
    at.isAsking = true;
    while (at.waiting.length > 0) {
      const asked = at.waiting.splice(0);
      const values = [
        asked.map((one) => one.isLock),
        asked.map((one) => one.cls),
        asked.map((one) => one.key),
      ];
      try {
        const { rows } = await at.client.query({ name: 'slots.ask', text: ASK, values });
        for (const [i, { resolve }] of asked.entries()) resolve(rows[i].done);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    at.isAsking = false;
  }

  function forget(mine: Set<number> | undefined, cls: number, key: number): void {
    mine?.delete(cls);
    // After a lost line another set may stand there.
    if (mine?.size === 0 && held.get(key) === mine) held.delete(key);
  }

  async function unlock(from: Line, cls: number, key: number): Promise<void> {
    if (from.lost) return;
    // Before it is unlocked: a lock asked for from now on stands behind the unlocking on the same line.
    forget(held.get(key), cls, key);
    await ask(from, false, cls, key).catch((error: unknown) =>
      log.warn({ error: messageOf(error) }, 'a place was not given back'),
    );
  }

  return {
    async take(firstClass, key) {
      const at = await current();
      for (let cls = firstClass; cls < firstClass + width; cls++) {
        const mine = held.get(key) ?? new Set<number>();
        if (mine.has(cls)) continue;
        // Ours from before the answer, so that nobody here asks for the same one meanwhile.
        held.set(key, mine.add(cls));
        const got = await ask(at, true, cls, key).catch((error: unknown) => {
          forget(mine, cls, key);
          throw error;
        });
        if (got && !at.lost) return () => unlock(at, cls, key);
        forget(mine, cls, key);
      }
      return null;
    },
    async close() {
      closed = true;
      await (await line)?.client.end().catch(() => undefined);
    },
  };
}
