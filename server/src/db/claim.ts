import { randomUUID } from 'node:crypto';
import { forBuckets } from '../lib/camera-bucket.ts';
import type { QueueDefinition } from '../lib/queues.ts';
import { ClaimedRanges, type QueueRange } from './claim-ranges.ts';
import * as sql from './claim-sql.ts';
import type { Database, Db, Statement } from './database.ts';
import type { Places } from './nodes/across-nodes.ts';
import { bucketRanges, type Shard } from './nodes/bucket-ranges.ts';

/*
 * A table is a queue if it is not partitioned and has these columns and this index:
 *   organization_id integer not null, due_at timestamptz, attempts smallint not null default 0, lease_id uuid,
 *   interruptions smallint not null default 0, failure text, died_at timestamptz, delayed_since timestamptz;
 *   index (<fairness key>, due_at) where due_at is not null;
 *   bucket smallint not null, if the definition has `bucketOf`
 * On a cluster, rows are claimed from one shard at a time. There the row of a queue may be on another node than the rest of a
 * transaction, and be committed before it (`isApart`).
 * due_at: when the row can be claimed; while it is claimed, when the lease ends; null once it is finished or failed.
 * delayed_since: since when every attempt has failed for a reason outside the row.
 * The rows of a worker that dies need no clean-up: they are due again when the lease ends.
 */

/** Rows under one lease; `key` is the row's primary key. */
export type Batch<Row> = {
  leaseId: string;
  rows: (Row & Leased)[];
  /** Rows that failed for good in this claim: too many workers vanished with them. */
  dead: (Row & Leased)[];
};

type QueueState = {
  depth: number;
  /** How long the oldest due row has waited; 0 if none is due. */
  oldestSeconds: number;
  dead: number;
  delayed: number;
  /** How long the longest delay has lasted; 0 if there is none. */
  delayedSeconds: number;
};

type Leased = { organization_id: number; fairness_key: number; attempts: number; interruptions: number };
type Taken<Row> = Row & Leased & { dead: boolean; share: number; last_fairness_key: number | null };
type Key = string | number;

/** A row whose worker vanished this often is dead: it may be the cause. */
const MOST_INTERRUPTIONS = 20;
/** A fault outside a row that lasts longer needs the operator; `milepost retry` queues the rows again. */
const MOST_DELAY_MS = 24 * 3_600_000;
/** Rows are locked in small groups, so that claims do not wait for a large retry. */
const REVIVED_AT_ONCE = 1_000;
type Keyed = { key: Key };
type Claims = {
  node: Db;
  statements: Record<'fair' | 'more', sql.RangedStatement>;
  /** Null if the statements name a shard, or there is none. */
  buckets: number[] | null;
};

export type Failure = {
  key: Key;
  attempts: number;
  reason: string;
  /** Overrides the queue's backoff. */
  delayMs?: number;
  /** A permanent failure: it is not retried. */
  hopeless?: boolean;
  /** The work stopped, probably for a reason outside the row: the attempt is not counted, up to MOST_INTERRUPTIONS. */
  interrupted?: boolean;
  /** The reason is certainly outside the row: the attempt is not counted, and the row is retried for MOST_DELAY_MS. */
  outside?: boolean;
};

/** Rows that failed or are delayed for the same reason. */
export type SharedReason = { reason: string; count: number; since: Date };

export class WorkQueue<Row extends Keyed> {
  readonly name: string;
  readonly table: string;
  readonly leaseMs: number;
  readonly #options: QueueDefinition;
  readonly #sql;
  #ranges = new ClaimedRanges();
  readonly #ofShards = new Map<string, Claims['statements']>();

  constructor(options: QueueDefinition) {
    this.name = options.name;
    this.table = options.table;
    this.leaseMs = options.leaseMs;
    this.#options = options;
    this.#sql = {
      fair: sql.fairClaim(options),
      more: sql.claimMore(options),
      finish: sql.finish(options),
      finishOne: sql.finishOne(options),
      extend: sql.extend(options),
      giveBack: sql.giveBack(options),
      release: sql.release(options),
      dead: sql.deadReasons(options),
      delayed: sql.delayedReasons(options),
      revive: sql.revive(options),
      newestDead: sql.newestDead(options),
      state: sql.queueState(options),
      clusterState: sql.clusterState(options),
    };
  }

  /**
   * Claims up to `size` due rows, oldest first within a fairness key. Every key gets an equal share; unused shares go
   * to the keys with more rows. Rows with a key in `except` are not claimed.
   */
  async claim(db: Database, size: number, except: number[] = []): Promise<Batch<Row>> {
    const leaseId = randomUUID();
    this.#ranges.keep(await this.#rangesOf(db));
    const taken = await this.#ranges.collect(size, (range, room) =>
      this.#claimOf(db, range, room, leaseId, except),
    );
    return { leaseId, rows: taken.filter((row) => !row.dead), dead: taken.filter((row) => row.dead) };
  }

  /**
   * Whether the rows that were claimed last are on the nodes of a cluster. The nodes commit before this server. If it crashes in
   * between, only what the nodes wrote stays. A transaction that also writes here then holds the claims with `extend`, and
   * `finish` follows it.
   */
  get isApart(): boolean {
    return this.#ranges.isApart;
  }

  async #rangesOf(db: Db): Promise<Shard[] | null> {
    return this.#options.isByCamera ? bucketRanges(db) : null;
  }

  async #claimOf(db: Database, range: QueueRange, size: number, leaseId: string, except: number[]) {
    const { node, statements, buckets } = this.#claimsOf(db, range.shard);
    const take = (kind: 'fair' | 'more', room: number, from: number | number[], skipped: number[][]) =>
      this.#take(node, statements[kind], buckets, [room, from, leaseId], skipped);
    const from = range.after;
    let last = await take('fair', size, from, [except]);
    range.after = last[0]?.last_fairness_key ?? 0;
    const taken = [...last];
    if (taken.length < size && from > 0 && range.after === 0) {
      last = await take('fair', size - taken.length, 0, [except]);
      taken.push(...last);
    }
    for (let keys = withFullShare(last); taken.length < size && keys.length > 0; ) {
      last = await take('more', size - taken.length, keys, []);
      taken.push(...last);
      keys = withFullShare(last);
    }
    return taken;
  }

  /**
   * Where and how the rows of a shard are claimed. On its node the statement names the table of the shard, so that no node plans a
   * distributed statement for every look at an empty queue. A shard that is being moved may lose such a claim, or offer it for some
   * seconds on the node that it has left. Nothing follows from that: whoever ends or extends a claim names the queue itself, and does
   * not find it.
   */
  #claimsOf(db: Database, shard: Shard | null): Claims {
    const table = shard?.tables[this.table];
    const node = shard?.node && table ? db.onNode(shard.node) : null;
    if (node === null || table === undefined)
      return { node: db, statements: this.#sql, buckets: shard?.buckets ?? null };
    const own = { ...this.#options, table, isByCamera: false };
    const statements = this.#ofShards.get(table) ?? { fair: sql.fairClaim(own), more: sql.claimMore(own) };
    this.#ofShards.set(table, statements);
    return { node, statements, buckets: null };
  }

  /** Returns the keys that are still leased. A missing key was lost because its lease had ended. */
  extend(db: Db, leaseId: string, keys: Key[], leaseMs = this.leaseMs): Promise<Key[]> {
    return this.#keys(db, this.#sql.extend, keys, [keys, leaseId, leaseMs]);
  }

  /** The same, with a statement for each camera, where its rows are. */
  async extendAt({ ofBucket }: Places, leaseId: string, keys: Key[]): Promise<Key[]> {
    const kept = await this.#ofBuckets(keys, (own, bucket) => this.extend(ofBucket(bucket), leaseId, own));
    return kept.flat();
  }

  /** Call this in the transaction that writes the result. A key that is not returned belongs to another worker now. */
  finish(db: Db, leaseId: string, keys: Key[]): Promise<Key[]> {
    const [only, ...others] = keys;
    if (only !== undefined && others.length === 0)
      return this.#keys(db, this.#sql.finishOne, keys, [only, leaseId]);
    return this.#keys(db, this.#sql.finish, keys, [keys, leaseId]);
  }

  /** The same after a transaction that held the claims (`isApart`). */
  async finishAt({ ofBucket }: Places, leaseId: string, keys: Key[]): Promise<void> {
    await this.#ofBuckets(keys, (own, bucket) => this.finish(ofBucket(bucket), leaseId, own));
  }

  #ofBuckets<T>(keys: Key[], run: (keys: Key[], bucket: number) => Promise<T>): Promise<T[]> {
    return forBuckets(keys, this.#options.bucketOf as (key: Key) => number, run);
  }

  /** Schedules retries. Returns the keys that have failed for good. */
  async fail(db: Db, leaseId: string, failures: Failure[]): Promise<Key[]> {
    const { backoffMs, maxAttempts } = this.#options;
    const keys = failures.map(({ key }) => key);
    const [giveBack, values] = this.#placed(this.#sql.giveBack, keys, [
      keys,
      leaseId,
      failures.map((f) => f.delayMs ?? backoffMs(f.attempts)),
      failures.map((f) => f.reason),
      failures.map((f) => f.hopeless ?? false),
      failures.map((f) => f.interrupted ?? false),
      failures.map((f) => f.outside ?? false),
      maxAttempts,
      MOST_INTERRUPTIONS,
      MOST_DELAY_MS,
      failures.map(() => 0.8 + 0.4 * Math.random()),
    ]);
    const rows = await db.rows<{ key: Key; dead: boolean }>(giveBack, values);
    return rows.filter((row) => row.dead).map((row) => row.key);
  }

  /** Returns rows to the queue without counting the attempt, for example at shutdown. */
  release(db: Db, leaseId: string, keys: Key[]): Promise<number> {
    return db.run(...this.#placed(this.#sql.release, keys, [keys, leaseId]));
  }

  /** The most frequent reasons, of the newest failed rows only if `newest` is set. */
  dead(db: Db, newest: number | null = null): Promise<SharedReason[]> {
    return db.rows<SharedReason>(this.#sql.dead, [newest]);
  }

  /** The most frequent reasons outside the rows, of the rows that are delayed longest. */
  delayed(db: Db, most: number): Promise<SharedReason[]> {
    return db.rows<SharedReason>(this.#sql.delayed, [most]);
  }

  /** On one server, the cost does not depend on the number of rows: counts above 1,000 are estimates. */
  async state(db: Db): Promise<QueueState> {
    const isCluster = (await this.#rangesOf(db)) !== null;
    const row = await db.row<QueueState>(isCluster ? this.#sql.clusterState : this.#sql.state);
    return row ?? { depth: 0, oldestSeconds: 0, dead: 0, delayed: 0, delayedSeconds: 0 };
  }

  /** Queues failed rows again, optionally only those whose reason contains a text. Returns their number. */
  async reviveDead(db: Db, reason = '', most = Number.POSITIVE_INFINITY): Promise<number> {
    // Rows that fail again meanwhile are left alone.
    const newest = await db.row<{ died_at: string | null }>(this.#sql.newestDead);
    const { whole, ofBuckets } = this.#sql.revive;
    let revived = 0;
    for (const shard of (await this.#rangesOf(db)) ?? [null])
      for (let count = REVIVED_AT_ONCE; count === REVIVED_AT_ONCE; revived += count) {
        const size = Math.min(REVIVED_AT_ONCE, most - revived);
        const values = [reason, size, newest?.died_at ?? null];
        if (size <= 0) return revived;
        count = await (shard && ofBuckets
          ? db.run(ofBuckets, [...values, shard.buckets])
          : db.run(whole, values));
      }
    return revived;
  }

  #take(
    db: Db,
    { whole, ofBuckets }: sql.RangedStatement,
    buckets: number[] | null,
    first: unknown[],
    skipped: number[][],
  ) {
    const values = [...first, this.leaseMs, MOST_INTERRUPTIONS, ...skipped];
    if (buckets === null || ofBuckets === null) return db.rows<Taken<Row>>(whole, values);
    return db.rows<Taken<Row>>(ofBuckets, [...values, buckets]);
  }

  async #keys(db: Db, statement: sql.LeasedStatement, keys: Key[], values: unknown[]): Promise<Key[]> {
    return (await db.rows<Keyed>(...this.#placed(statement, keys, values))).map((row) => row.key);
  }

  /** The form of a statement for these keys, and its values. */
  #placed(
    { inBucket, anywhere, ofBuckets }: sql.LeasedStatement,
    keys: Key[],
    values: unknown[],
  ): [Statement, unknown[]] {
    const { bucketOf } = this.#options;
    if (!inBucket || !bucketOf) return [anywhere, values];
    const [bucket, ...others] = new Set(keys.map((key) => bucketOf(key as never)));
    if (bucket !== undefined && others.length === 0) return [inBucket, [...values, bucket]];
    return this.isApart && ofBuckets ? [ofBuckets, [...values, [bucket, ...others]]] : [anywhere, values];
  }
}

/** The fairness keys that used their whole share and may have more rows. */
function withFullShare(rows: (Leased & { share: number })[]): number[] {
  const share = rows[0]?.share ?? 0;
  const taken = new Map<number, number>();
  for (const { fairness_key: key } of rows) taken.set(key, (taken.get(key) ?? 0) + 1);
  return [...taken].filter(([, count]) => count >= share).map(([key]) => key);
}
