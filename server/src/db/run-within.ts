import type { LimitFunction } from 'p-limit';
import { AppError } from '../lib/errors.ts';
import { type Database, type Db, queriesOn, readsThrough, type Statement } from './database.ts';
import { readOnNodes } from './nodes/read-on-nodes.ts';
import type { Reader } from './reader.ts';

export type Budget = {
  reader: Reader;
  /** Limits the connections in use, including those of queries past their deadline. */
  limit: LimitFunction;
  deadlineMs: number;
};

/** A connection that has not reported its cancelled query after this time is closed. */
const UNRESPONSIVE_MS = 1_000;
const late = (deadlineMs: number) =>
  new AppError('unavailable', `The query took longer than ${deadlineMs} ms.`);

/** True for the errors of queries that missed their deadline. */
export function isLate(error: unknown): boolean {
  // 57014: the server cancelled the query because of statement_timeout.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === '57014' || (error instanceof AppError && error.kind === 'unavailable');
}

class Run {
  readonly #budget: Budget;
  readonly #onLate: (() => void)[] = [];
  #isOver = false;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Rejects new queries and closes connections that stay unresponsive. */
  end(): void {
    this.#isOver = true;
    for (const close of this.#onLate) close();
  }

  readonly read = (statement: Statement, values: unknown[]): Promise<object[]> => {
    const { limit, reader } = this.#budget;
    const from = (database: Database) =>
      readOnNodes(database, statement, values, (on, own) => this.#readOn(on, statement, own));
    const run = async () => {
      const first = reader.current();
      try {
        return await from(first);
      } catch (error) {
        if (this.#isOver || !reader.failed(first, error)) throw error;
        return await from(reader.primary);
      }
    };
    return limit(run);
  };

  async #readOn(database: Database, statement: Statement, values: unknown[]): Promise<object[]> {
    if (this.#isOver) throw late(this.#budget.deadlineMs);
    const client = await database.pool.connect();
    let isReleased = false;
    const release = (destroy?: boolean) => {
      if (isReleased) return;
      isReleased = true;
      client.release(destroy);
    };
    this.#onLate.push(() => {
      if (!isReleased) setTimeout(() => release(true), UNRESPONSIVE_MS).unref();
    });
    try {
      return await queriesOn(client).rows(statement, values);
    } finally {
      release();
    }
  }
}

/**
 * Runs `work`, which may send several queries at once, and settles at the deadline at the latest, including the wait for
 * connections. The sessions of `reader` have the same deadline as statement_timeout, so the server cancels late queries
 * and their connections become free; until then they count against this budget only.
 */
export async function runWithin<T>(budget: Budget, work: (db: Db) => Promise<T>): Promise<T> {
  const run = new Run(budget);
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      run.end();
      reject(late(budget.deadlineMs));
    }, budget.deadlineMs);
  });
  const running = work(readsThrough(run.read));
  running.catch(() => undefined);
  try {
    return await Promise.race([running, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
