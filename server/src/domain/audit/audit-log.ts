import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError, codeOf, messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { AuditKeys } from './audit-keys.ts';
import { type AuditDraft, type AuditEntry, type EntryRow, entryDigest, toRow } from './entry.ts';
import { findStale, insertEntries, insertPending, type NewRow } from './entry-store.ts';

const FLUSH_MS = 100;
const RETRY_MS = 1_000;
const MAX_BATCH = 200;
/** About 20 seconds of the most requests that one process serves. Beyond it, audited requests wait. */
const MAX_QUEUED = 2_000;
const MAX_WAIT_MS = 5_000;
/** Longer than any request or command that is recorded this way. */
const STALE_MS = 60 * 60_000;

/** SQLSTATE of invalid data and of violated constraints. */
const DATA_ERROR = /^2[23]/;

type Waiting = { entry: AuditEntry; written: (() => void) | null };

/**
 * Writes audit entries. A change is durable in `audit_pending` before it starts, so a killed process loses none. Reads are
 * queued and written in batches: a killed process loses those of the last 100 ms. Nothing is dropped while the database is
 * away; requests wait for room in the queue instead.
 */
export class AuditLog {
  readonly #db: Db;
  readonly #keys: AuditKeys | null;
  readonly #clock: Clock;
  readonly #log: Log;
  #queue: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> | null = null;
  #closed = false;

  constructor(db: Db, keys: AuditKeys | null, clock: Clock, log: Log) {
    this.#db = db;
    this.#keys = keys;
    this.#clock = clock;
    this.#log = log;
  }

  /** Makes the start of a change durable. Its entry must carry the returned id. */
  async begin(draft: AuditDraft): Promise<string> {
    const id = randomUUID();
    const entry = { ...draft, pendingId: id, outcome: 'unknown' as const, status: null, purpose: null };
    await insertPending(this.#db, id, toRow(this.#keys, entry));
    return id;
  }

  /** Queues an entry; it is written within 100 ms. */
  record(entry: AuditEntry): void {
    this.#queue.push({ entry, written: null });
    if (this.#queue.length >= MAX_BATCH) this.#flushSoon(0);
    else this.#flushSoon(FLUSH_MS);
  }

  /** Resolves when the entry is durable. */
  recordNow(entry: AuditEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ entry, written: resolve });
      this.flush().catch(reject);
    });
  }

  /** Undefined when the queue has room, which is nearly always. */
  room(): Promise<void> | undefined {
    return this.#queue.length < MAX_QUEUED ? undefined : this.#waitForRoom();
  }

  async #waitForRoom(): Promise<void> {
    const deadline = Date.now() + MAX_WAIT_MS;
    while (this.#queue.length >= MAX_QUEUED) {
      if (Date.now() > deadline) {
        const message = 'The request cannot be recorded in the audit log. Retry shortly.';
        throw new AppError('unavailable', message, { retryAfterSeconds: 5 });
      }
      await this.flush().catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_MS)));
    }
  }

  /** Writes everything queued so far. */
  async flush(): Promise<void> {
    const last = this.#queue.at(-1);
    while (last && this.#queue.includes(last)) {
      this.#flushing ??= this.#writeBatch().finally(() => {
        this.#flushing = null;
      });
      await this.#flushing;
    }
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#queue.slice(0, MAX_BATCH);
    const rows = batch.map(({ entry }) => ({ ...toRow(this.#keys, entry), pending_id: entry.pendingId }));
    try {
      await insertEntries(this.#db, rows);
    } catch (error) {
      if (!DATA_ERROR.test(codeOf(error) ?? '')) throw error;
      await this.#writeOneByOne(rows);
    }
    this.#queue = this.#queue.slice(batch.length);
    for (const { written } of batch) written?.();
  }

  /** One entry that PostgreSQL rejects must not hold up the others. */
  async #writeOneByOne(rows: NewRow[]): Promise<void> {
    for (const row of rows) {
      try {
        await insertEntries(this.#db, [row]);
      } catch (error) {
        if (!DATA_ERROR.test(codeOf(error) ?? '')) throw error;
        this.#log.error({ error: messageOf(error), action: row.action }, 'an audit entry was rejected');
      }
    }
  }

  #flushSoon(delayMs: number): void {
    if (this.#timer !== null || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.flush().catch((error) => {
        this.#log.error(
          { error: messageOf(error), waiting: this.#queue.length },
          'writing the audit log failed',
        );
        this.#flushSoon(RETRY_MS);
      });
    }, delayMs);
    this.#timer.unref();
  }

  /** Writes an entry with the outcome "unknown" for each change whose process was killed. Returns their number. */
  async closeStale(): Promise<number> {
    const stale = await findStale(this.#db, new Date(this.#clock.now().getTime() - STALE_MS));
    const rows = stale.map(({ id, entry }) => ({ ...restored(entry), pending_id: id }));
    if (rows.length > 0) await insertEntries(this.#db, rows);
    return rows.length;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.flush();
  }
}

function restored(entry: Record<string, unknown>): EntryRow {
  const stored = entry as Omit<EntryRow, 'at' | 'subject_key'> & { at: string; subject_key: string | null };
  const { at, subject_key: key } = stored;
  const row = { ...stored, at: new Date(at), subject_key: key === null ? null : Buffer.from(key, 'hex') };
  return { ...row, digest: entryDigest(row) };
}
