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

/** `last` is the question asked last: a connection takes one after the other. */
type Line = { client: pg.Client; lost: boolean; last: Promise<unknown> };

/**
 * A place is a session-level advisory lock (class + n, key) on one connection that this process keeps for nothing else: when
 * the process dies the server lets go of all of them by itself. Costs one short round trip to take and one to give
 * back, and none when this process alone holds all places of the key.
 */
export function openSessionSlots(database: Database, width: number, log: Log): SessionSlots {
  /** Which classes of a key are ours: the server would give a lock to the same session twice. */
  const held = new Map<number, Set<number>>();
  let line: Promise<Line> | null = null;
  let closed = false;

  async function open(): Promise<Line> {
    const fresh: Line = { client: await database.connect(), lost: false, last: Promise.resolve() };
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

  function ask(at: Line, name: string, text: string, values: number[]): Promise<pg.QueryResult> {
    const answer = at.last.then(() => at.client.query({ name, text, values }));
    at.last = answer.catch(() => undefined);
    return answer;
  }

  async function lock(at: Line, cls: number, key: number): Promise<boolean> {
    const { rows } = await ask(at, 'slots.lock', 'select pg_try_advisory_lock($1, $2) as got', [cls, key]);
    return rows[0].got;
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
    await ask(from, 'slots.unlock', 'select pg_advisory_unlock($1, $2)', [cls, key]).catch((error: unknown) =>
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
        const got = await lock(at, cls, key).catch((error: unknown) => {
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
