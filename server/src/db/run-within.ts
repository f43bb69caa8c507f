import type pg from 'pg';
import { AppError } from '../lib/errors.ts';
import type { Gate } from '../lib/gate.ts';
import { type Database, type Db, queriesOn } from './database.ts';
import type { Reader } from './reader.ts';

export type Budget = {
  reader: Reader;
  /** So many connections at a time and no more, those included that are late. */
  gate: Gate;
  deadlineMs: number;
};

/** After this a connection that has not even heard of its cancelled query is given up. */
const SILENT_MS = 1_000;
const late = (deadlineMs: number) => new AppError('unavailable', `It took longer than ${deadlineMs} ms.`);

/** True when this is what became of work that was not done in time. */
export function isLate(error: unknown): boolean {
  // 57014: the server cancelled it, for statement_timeout is the same deadline.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === '57014' || (error instanceof AppError && error.kind === 'unavailable');
}

/**
 * Runs `work` on one connection and settles at the deadline at the latest, waiting for the connection included. The
 * sessions of `reader` carry the deadline as statement_timeout, so the server itself ends what is late, and its connection
 * comes back; until then it counts against this budget and no other.
 */
export async function runWithin<T>(budget: Budget, work: (db: Db) => Promise<T>): Promise<T> {
  const { reader, gate, deadlineMs } = budget;
  const state = { isOver: false };
  let onLate: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      state.isOver = true;
      onLate();
      reject(late(deadlineMs));
    }, deadlineMs);
  });
  const lateSignal = new Promise<void>((resolve) => {
    onLate = resolve;
  });
  const running = gate.run(
    async () => {
      const first = reader.current();
      try {
        return await onConnection(first, state, lateSignal, work);
      } catch (error) {
        if (state.isOver || !reader.failed(first, error)) throw error;
        return await onConnection(reader.primary, state, lateSignal, work);
      }
    },
    () => late(deadlineMs),
  );
  running.catch(() => undefined);
  try {
    return await Promise.race([running, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

async function onConnection<T>(
  database: Database,
  state: { isOver: boolean },
  lateSignal: Promise<void>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (state.isOver) throw late(0);
  const client = await database.pool.connect();
  let isBack = false;
  const giveBack = (broken?: boolean) => {
    if (isBack) return;
    isBack = true;
    client.release(broken);
  };
  void lateSignal.then(() => setTimeout(() => giveBack(true), SILENT_MS).unref());
  try {
    return await work(untilOver(client, state));
  } finally {
    giveBack();
  }
}

/** Nothing new is asked once nobody waits for the answer. */
function untilOver(client: pg.PoolClient, state: { isOver: boolean }): Db {
  const db = queriesOn(client);
  const check = () => {
    if (state.isOver) throw late(0);
  };
  return {
    async rows(what, values) {
      check();
      return db.rows(what, values);
    },
    async row(what, values) {
      check();
      return db.row(what, values);
    },
    async run(what, values) {
      check();
      return db.run(what, values);
    },
  };
}
