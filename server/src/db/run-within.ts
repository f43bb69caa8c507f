import type { Gate } from '../lib/async/gate.ts';
import { AppError } from '../lib/errors.ts';
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

/** One piece of work and its deadline. */
class Run {
  readonly #budget: Budget;
  readonly #onLate: (() => void)[] = [];
  #isOver = false;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Nothing new is asked from now on, and connections that stay silent are given up. */
  end(): void {
    this.#isOver = true;
    for (const tell of this.#onLate) tell();
  }

  db(): Db {
    return {
      rows: (what, values) => this.#ask((db) => db.rows(what, values)),
      row: (what, values) => this.#ask((db) => db.row(what, values)),
      run: (what, values) => this.#ask((db) => db.run(what, values)),
    };
  }

  #ask<T>(question: (db: Db) => Promise<T>): Promise<T> {
    const { gate, reader, deadlineMs } = this.#budget;
    const asked = async () => {
      const first = reader.current();
      try {
        return await this.#askOn(first, question);
      } catch (error) {
        if (this.#isOver || !reader.failed(first, error)) throw error;
        return await this.#askOn(reader.primary, question);
      }
    };
    return gate.run(asked, () => late(deadlineMs));
  }

  async #askOn<T>(database: Database, question: (db: Db) => Promise<T>): Promise<T> {
    if (this.#isOver) throw late(this.#budget.deadlineMs);
    const client = await database.pool.connect();
    let isBack = false;
    const giveBack = (broken?: boolean) => {
      if (isBack) return;
      isBack = true;
      client.release(broken);
    };
    this.#onLate.push(() => {
      if (!isBack) setTimeout(() => giveBack(true), SILENT_MS).unref();
    });
    try {
      return await question(queriesOn(client));
    } finally {
      giveBack();
    }
  }
}

/**
 * Runs `work`, which may ask several things at the same time, and settles at the deadline at the latest, waiting for
 * connections included. The sessions of `reader` carry the deadline as statement_timeout, so the server itself ends
 * what is late, and its connection comes back; until then it counts against this budget and no other.
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
  const running = work(run.db());
  running.catch(() => undefined);
  try {
    return await Promise.race([running, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
