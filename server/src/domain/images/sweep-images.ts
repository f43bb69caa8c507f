import { LOCKS } from '../../db/advisory-locks.ts';
import type { Database } from '../../db/database.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import { type BlobPlace, blobKey, placeOfKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';
import { deleteDroppedFiles, dropDays } from './retention/drop-days.ts';
import { expireSingly } from './retention/expire-singly.ts';
import * as store from './sweep-store.ts';

type Sweep = {
  database: Database;
  clock: Clock;
  blobs: BlobStore;
  /** Waits between batches of listed blobs. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
};
type Swept = {
  /** Days whose images were dropped. */
  droppedDays: number;
  /** Images that were deleted one by one. */
  expired: number;
  /** Files of both. */
  deleted: number;
  strayFiles: number;
};

const FOLDERS_AT_ONCE = 8;
/** Longer than any ingest: a younger blob may still get its row. */
const ORPHAN_AGE_MS = 3_600_000;
const RIPE_MS = 600_000;
const BATCH = 500;
/** At most 2,000 blobs a second are listed and looked up, so that the sweep of a large store does not become load. */
const PAUSE_MS = 250;

/** Deletes blobs whose retention has expired or that no row refers to, and staged files of killed processes. */
export class ImageSweeper {
  readonly #sweep: Sweep;
  readonly #pause: NonNullable<Sweep['pause']>;
  /** The last folder in which orphans were looked for. */
  #folder = '';

  constructor(sweep: Sweep) {
    this.#sweep = sweep;
    this.#pause = sweep.pause ?? sleep;
  }

  async run(signal?: AbortSignal): Promise<Swept> {
    const { database, clock, blobs } = this.#sweep;
    const droppedDays = await dropDays(database, clock.now(), signal);
    const expired = await expireSingly(database, clock.now(), signal);
    const marked = await this.deleteMarked(RIPE_MS, signal);
    const deleted = marked + (await deleteDroppedFiles(database, blobs, RIPE_MS, signal));
    await store.forgetDeletions(database);
    return { droppedDays, expired, deleted, strayFiles: await blobs.staging.sweep() };
  }

  /**
   * Marks orphans in a few of the folders, so that listing a large store is spread over time. One process of the
   * installation does it at a time; null if it is another one.
   */
  async sweepOrphans(signal?: AbortSignal, progress?: () => void): Promise<number | null> {
    const client = await this.#sweep.database.connect();
    try {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCKS.sweepOrphans]);
      if (!rows[0].mine) return null;
      let orphans = 0;
      for (const folder of await this.#nextFolders()) {
        if (signal?.aborted) break;
        orphans += await this.markOrphans(folder, ORPHAN_AGE_MS, signal, progress);
        this.#folder = folder;
      }
      return orphans;
    } finally {
      await client.end();
    }
  }

  /** Marks the blobs of one folder that no row refers to. */
  async markOrphans(
    folder: string,
    olderThanMs = ORPHAN_AGE_MS,
    signal?: AbortSignal,
    progress?: () => void,
  ): Promise<number> {
    const { database, clock, blobs } = this.#sweep;
    let marked = 0;
    let listed = 0;
    let batch: BlobPlace[] = [];
    const flush = async () => {
      const [first, ...others] = batch;
      if (first) marked += await store.markOrphanBlobs(database, [first, ...others]);
      batch = [];
    };
    for await (const { key, modifiedAt } of blobs.list(folder)) {
      if (clock.now().getTime() - modifiedAt.getTime() > olderThanMs) batch.push(placeOfKey(key));
      if (++listed % BATCH > 0) continue;
      await flush();
      progress?.();
      await this.#pause(PAUSE_MS, signal);
      if (signal?.aborted) return marked;
    }
    await flush();
    return marked;
  }

  /**
   * Deletes blobs that were marked at least `ripeMs` ago, while it holds the locks of their marks. Deletes nothing while a
   * backup is running: rows that the backup has read may refer to these blobs.
   */
  async deleteMarked(ripeMs: number, signal?: AbortSignal): Promise<number> {
    const { database, blobs } = this.#sweep;
    let deleted = 0;
    for (let count = 1; count > 0 && !signal?.aborted; deleted += count) {
      count = await database.transaction(async (tx) => {
        if (!(await store.lockOutBackups(tx))) return 0;
        const ripe = await store.lockRipeMarks(tx, ripeMs);
        await Promise.all(ripe.map((place) => blobs.delete(blobKey(place))));
        if (ripe.length > 0) await store.rememberDeleted(tx, ripe);
        return ripe.length;
      });
    }
    return deleted;
  }

  /** The folders after the last one, and the first ones again after all others. */
  async #nextFolders(): Promise<string[]> {
    const folders = (await this.#sweep.blobs.folders()).sort();
    const after = folders.filter((folder) => folder > this.#folder);
    return [...after, ...folders].slice(0, Math.min(FOLDERS_AT_ONCE, folders.length));
  }
}
