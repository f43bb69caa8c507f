import type pg from 'pg';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';

/** Slots that are counted over all processes: at most `width` holders of one key of a class at a time. */
export type SessionSlots = {
  /**
   * Takes a slot; null if all are taken. Call the returned function once to release it; the slot is free when that
   * resolves. A class is an advisory lock number; `width` consecutive numbers are used, starting at `firstClass`. A call
   * may have its own width.
   */
  take(firstClass: number, key: number, width?: number): Promise<(() => Promise<void>) | null>;
  close(): Promise<void>;
};

type Request = {
  isLock: boolean;
  cls: number;
  key: number;
  resolve: (done: boolean) => void;
  reject: (error: unknown) => void;
};
type Connection = { client: pg.Client; isLost: boolean; waiting: Request[]; isBusy: boolean };

/** Evaluated in order, so that a slot that is released can be taken by the next request. */
const LOCK_OR_UNLOCK = `select case when is_lock then pg_try_advisory_lock(class, key) else pg_advisory_unlock(class, key) end as done
  from unnest($1::boolean[], $2::integer[], $3::integer[]) as requests (is_lock, class, key)`;

/**
 * A slot is a session-level advisory lock (class + n, key) on a connection that is used for nothing else: if the process
 * dies, the server releases its locks. Requests that arrive while a query is running share the next query.
 */
export function openSessionSlots(database: Database, width: number, log: Log): SessionSlots {
  /** The classes of a key that this session holds. The server would grant the same session a lock twice. */
  const held = new Map<number, Set<number>>();
  let connection: Promise<Connection> | null = null;
  let isClosed = false;

  async function open(): Promise<Connection> {
    const client = await database.connect();
    const opened: Connection = { client, isLost: false, waiting: [], isBusy: false };
    const onLost = (error?: Error) => {
      if (opened.isLost || isClosed) return;
      opened.isLost = true;
      connection = null;
      // The server has released all locks of this session.
      held.clear();
      log.warn({ error: messageOf(error) }, 'lost the connection that counts concurrent calls');
    };
    client.on('error', onLost);
    client.on('end', () => onLost());
    return opened;
  }

  function current(): Promise<Connection> {
    connection ??= open().catch((error: unknown) => {
      connection = null;
      throw error;
    });
    return connection;
  }

  function send(to: Connection, isLock: boolean, cls: number, key: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      to.waiting.push({ isLock, cls, key, resolve, reject });
      if (!to.isBusy) void sendAll(to);
    });
  }

  async function sendAll(to: Connection): Promise<void> {
    to.isBusy = true;
    while (to.waiting.length > 0) {
      const batch = to.waiting.splice(0);
      const values = [
        batch.map((request) => request.isLock),
        batch.map((request) => request.cls),
        batch.map((request) => request.key),
      ];
      try {
        const { rows } = await to.client.query({ name: 'slots.ask', text: LOCK_OR_UNLOCK, values });
        for (const [i, { resolve }] of batch.entries()) resolve(rows[i].done);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    to.isBusy = false;
  }

  function forget(classes: Set<number> | undefined, cls: number, key: number): void {
    classes?.delete(cls);
    // After a lost connection the map may contain another set.
    if (classes?.size === 0 && held.get(key) === classes) held.delete(key);
  }

  async function unlock(on: Connection, cls: number, key: number): Promise<void> {
    if (on.isLost) return;
    // Before the unlock is sent: a lock requested from now on is queued behind it on the same connection.
    forget(held.get(key), cls, key);
    await send(on, false, cls, key).catch((error: unknown) =>
      log.warn({ error: messageOf(error) }, 'could not release a slot'),
    );
  }

  return {
    async take(firstClass, key, ownWidth = width) {
      const on = await current();
      for (let cls = firstClass; cls < firstClass + ownWidth; cls++) {
        const classes = held.get(key) ?? new Set<number>();
        if (classes.has(cls)) continue;
        // Added before the response, so that no other call in this process requests the same lock.
        held.set(key, classes.add(cls));
        const isLocked = await send(on, true, cls, key).catch((error: unknown) => {
          forget(classes, cls, key);
          throw error;
        });
        if (isLocked && !on.isLost) return () => unlock(on, cls, key);
        forget(classes, cls, key);
      }
      return null;
    },
    async close() {
      isClosed = true;
      await (await connection)?.client.end().catch(() => undefined);
    },
  };
}
