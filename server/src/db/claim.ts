import { randomUUID } from 'node:crypto';
import * as sql from './claim-sql.ts';
import type { Db, Statement } from './database.ts';

/*
 * Rows are the queue. A table is a queue when it has these columns and this index (and is not partitioned):
 *   organization_id integer not null, due_at timestamptz, attempts smallint not null default 0, lease_id uuid,
 *   interruptions smallint not null default 0, failure text, died_at timestamptz;  index (organization_id, due_at) where due_at is not null
 * due_at: when it may be claimed; while it is claimed, when the lease ends; null once it is finished or dead.
 * Shares may be equal between something else than organizations (`lane`); then that column leads the index.
 * A worker that vanishes needs no clean-up: its rows are due again when the lease ends.
 */

export type WorkQueueOptions = sql.WorkTable & {
  leaseMs: number;
  maxAttempts: number;
  /** The pause after the n-th failed attempt, n from 1. */
  backoffMs: (attempt: number) => number;
};

/** Rows under one lease; `key` is the row's primary key. */
export type Batch<Row> = { leaseId: string; rows: (Row & Held)[] };

type Held = { organization_id: number; lane: number; attempts: number; interruptions: number };
type Taken<Row> = Row & Held & { dead: boolean; share: number; last_lane: number | null };
type Key = string | number;

/** A row whose worker vanished this often is dead: it may be the cause. */
const MOST_INTERRUPTIONS = 20;
type Keyed = { key: Key };

export type Failure = {
  key: Key;
  attempts: number;
  reason: string;
  /** In place of the queue's own backoff. */
  delayMs?: number;
  /** No attempt will ever succeed: it is dead at once. */
  hopeless?: boolean;
  /** The work stopped for a reason outside the row, so the attempt is not counted. */
  interrupted?: boolean;
};

export type DeadReason = { reason: string; count: number; since: Date };

export class WorkQueue<Row extends Keyed> {
  readonly table: string;
  readonly leaseMs: number;
  readonly #options: WorkQueueOptions;
  readonly #sql;
  /** Where the round over the lanes goes on when there are more of them than places in a batch. */
  #after = 0;

  constructor(options: WorkQueueOptions) {
    this.table = options.table;
    this.leaseMs = options.leaseMs;
    this.#options = options;
    this.#sql = {
      fair: sql.fairClaim(options),
      more: sql.claimMore(options),
      finish: sql.finish(options),
      extend: sql.extend(options),
      giveBack: sql.giveBack(options),
      release: sql.release(options),
      dead: sql.deadReasons(options),
      revive: sql.revive(options),
    };
  }

  /**
   * Up to `size` due rows, oldest first within a lane (an organization, if nothing else is said), every lane its
   * equal share; what some leave over goes to those that have more. Empty when nothing is due. Lanes in `except`
   * are left alone.
   */
  async claim(db: Db, size: number, except: number[] = []): Promise<Batch<Row>> {
    const leaseId = randomUUID();
    const from = this.#after;
    let last = await this.#take(db, this.#sql.fair, size, from, leaseId, except);
    this.#after = last[0]?.last_lane ?? 0;
    const taken = [...last];
    if (taken.length < size && from > 0 && this.#after === 0) {
      last = await this.#take(db, this.#sql.fair, size - taken.length, 0, leaseId, except);
      taken.push(...last);
    }
    for (let hungry = withFullShare(last); taken.length < size && hungry.length > 0; ) {
      last = await this.#take(db, this.#sql.more, size - taken.length, hungry, leaseId);
      taken.push(...last);
      hungry = withFullShare(last);
    }
    return { leaseId, rows: taken.filter((row) => !row.dead) };
  }

  /** The keys that are still ours; a missing one was lost because the lease had ended. */
  extend(db: Db, leaseId: string, keys: Key[], leaseMs = this.leaseMs): Promise<Key[]> {
    return this.#keys(db, this.#sql.extend, [keys, leaseId, leaseMs]);
  }

  /** Call it in the transaction that writes the result: a key that does not come back belongs to someone else. */
  finish(db: Db, leaseId: string, keys: Key[]): Promise<Key[]> {
    return this.#keys(db, this.#sql.finish, [keys, leaseId]);
  }

  /** Due again after a pause, or dead with the reason kept. Gives the keys that died. */
  async fail(db: Db, leaseId: string, failures: Failure[]): Promise<Key[]> {
    const { backoffMs, maxAttempts } = this.#options;
    const rows = await db.rows<{ key: Key; dead: boolean }>(this.#sql.giveBack, [
      failures.map((f) => f.key),
      leaseId,
      failures.map((f) => f.delayMs ?? backoffMs(f.attempts)),
      failures.map((f) => f.reason),
      failures.map((f) => f.hopeless ?? false),
      failures.map((f) => f.interrupted ?? false),
      maxAttempts,
      MOST_INTERRUPTIONS,
    ]);
    return rows.filter((row) => row.dead).map((row) => row.key);
  }

  /** Gives rows back untouched, as at a shut-down. */
  release(db: Db, leaseId: string, keys: Key[]): Promise<number> {
    return db.run(this.#sql.release, [keys, leaseId]);
  }

  dead(db: Db): Promise<DeadReason[]> {
    return db.rows<DeadReason>(this.#sql.dead);
  }

  revive(db: Db, keys: Key[]): Promise<number> {
    return db.run(this.#sql.revive, [keys]);
  }

  #take(
    db: Db,
    statement: Statement,
    size: number,
    from: number | number[],
    leaseId: string,
    ...except: number[][]
  ) {
    return db.rows<Taken<Row>>(statement, [size, from, leaseId, this.leaseMs, MOST_INTERRUPTIONS, ...except]);
  }

  async #keys(db: Db, statement: Statement, values: unknown[]): Promise<Key[]> {
    return (await db.rows<Keyed>(statement, values)).map((row) => row.key);
  }
}

/** The lanes that used their whole share and so may have more waiting. */
function withFullShare(rows: (Held & { share: number })[]): number[] {
  const share = rows[0]?.share ?? 0;
  const taken = new Map<number, number>();
  for (const { lane: id } of rows) taken.set(id, (taken.get(id) ?? 0) + 1);
  return [...taken].filter(([, count]) => count >= share).map(([id]) => id);
}
