import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Database, statement, type Transaction } from '../../../db/database.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import { codeOf } from '../../../lib/errors.ts';
import { dayFolder } from '../blob-key.ts';
import type { BlobStore } from '../blob-store.ts';
import { dayNumber, lowestId } from '../image-id.ts';
import { lockOutBackups } from '../sweep-store.ts';
import { hasPartition, type ImagePartition, listPartitions, partitionName } from './image-partitions.ts';
import { KEPT_CLASS, periodOf } from './retention-classes.ts';

/** Every statement on images waits while the partition waits for its lock. The next round tries again. */
const LOCK_WAIT_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** A request that stores an image of the day waits while this many files are deleted. */
const FILES_PER_LOCK = 500;
const FILES_AT_ONCE = 16;

const dequeue = statement(
  'images.dequeue-day',
  'delete from image_queue where image_id >= $1::uuid and image_id < $2::uuid',
);
const deleteLabels = statement(
  'images.delete-labels-of-day',
  'delete from image_labels where image_id >= $1::uuid and image_id < $2::uuid',
);
const uncount = statement(
  'images.uncount-day',
  `with gone as (delete from image_days where class = $1 and day >= $2 and day < $3 returning organization_id, bytes)
   update quota_usage u set used = greatest(0, u.used - g.bytes)
     from (select organization_id, sum(bytes) as bytes from gone group by organization_id order by organization_id) g
    where u.organization_id = g.organization_id and u.name = 'stored_bytes'`,
);
const remember = statement(
  'images.remember-dropped-day',
  `insert into dropped_image_days (class, day) values ($1, $2)
   on conflict (class, day) do update set dropped_at = now(), deleted_at = null, is_settled = false`,
);

/**
 * Drops the images whose period is over, with their labels and places in the queue: one partition at a time, without reading its
 * rows. Their files follow when nobody can be storing one of them. Returns the number of days.
 */
export async function dropDays(database: Database, now: Date, signal?: AbortSignal): Promise<number> {
  let dropped = 0;
  for (const partition of (await listPartitions(database)).filter((one) => isOver(one, now))) {
    const outcome = signal?.aborted ? 'busy' : await dropDay(database, partition);
    if (outcome === 'busy') break;
    if (outcome === 'dropped') dropped++;
  }
  return dropped;
}

/** The period counts from the end of the day of the capture. */
function isOver({ retentionClass, to }: ImagePartition, now: Date): boolean {
  return retentionClass !== KEPT_CLASS && to + periodOf(retentionClass) <= dayNumber(now);
}

/** `busy` while a backup or a long transaction uses the table, `gone` if another process has dropped the day. */
async function dropDay(database: Database, partition: ImagePartition): Promise<'dropped' | 'busy' | 'gone'> {
  const { retentionClass, from, to } = partition;
  const range = [lowestId(retentionClass, from), lowestId(retentionClass, to)];
  try {
    return await database.transaction(async (tx) => {
      if (!(await lockOutBackups(tx))) return 'busy';
      await tx.client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
      await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.imagePartitions]);
      if (!(await hasPartition(tx, partition))) return 'gone';
      // First: a transaction that stores an image holds the lock of the table before those of the rows below.
      await tx.client.query(`drop table ${partitionName(partition)}`);
      await tx.run(dequeue, range);
      await tx.run(deleteLabels, range);
      await tx.run(uncount, [retentionClass, from, to]);
      await tx.run(remember, [retentionClass, from]);
      return 'dropped';
    });
  } catch (error) {
    if (codeOf(error) === LOCK_NOT_AVAILABLE) return 'busy';
    throw error;
  }
}

const lockRipeDay = statement(
  'images.lock-ripe-day',
  `select class, day from dropped_image_days
    where not is_settled and dropped_at < now() - $1 * interval '1 millisecond'
    order by dropped_at limit 1 for update skip locked`,
);
/** A separate statement after the lock, so that it sees every row inserted before. */
const hasImages = statement(
  'images.day-has-images',
  'select 1 from images where id >= $1::uuid and id < $2::uuid limit 1',
);
const rememberFiles = statement(
  'images.remember-deleted-files',
  'update dropped_image_days set deleted_at = now() where class = $1 and day = $2',
);
const settle = statement(
  'images.settle-dropped-day',
  'update dropped_image_days set is_settled = true where class = $1 and day = $2',
);
const forget = statement(
  'images.forget-dropped-days',
  `delete from dropped_image_days where is_settled and coalesce(deleted_at, dropped_at) < now() - interval '1 hour'`,
);

/**
 * Deletes the files of days that were dropped at least `ripeMs` ago, a few hundred at a time under the lock that whoever stores an
 * image of such a day takes. The other files of a day for which an image has arrived since then are left to the search for files
 * without a row. Returns the number of files.
 */
export async function deleteDroppedFiles(
  database: Database,
  blobs: BlobStore,
  ripeMs: number,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  while (!signal?.aborted) {
    const count = await database.transaction(async (tx) => {
      if (!(await lockOutBackups(tx))) return null;
      const day = await tx.row<{ class: number; day: number }>(lockRipeDay, [ripeMs]);
      return day && deleteSome(tx, blobs, day.class, day.day);
    });
    if (count === null) break;
    deleted += count;
  }
  await database.run(forget);
  return deleted;
}

async function deleteSome(tx: Transaction, blobs: BlobStore, retentionClass: number, day: number) {
  const folder = dayFolder(retentionClass, day);
  const range = [lowestId(retentionClass, day), lowestId(retentionClass, day + 1)];
  const isNeeded = (await tx.rows(hasImages, range)).length > 0;
  const keys = isNeeded ? [] : await firstKeys(blobs, folder);
  await mapConcurrent(FILES_AT_ONCE, keys, (key) => blobs.delete(key));
  if (keys.length > 0) await tx.run(rememberFiles, [retentionClass, day]);
  if (keys.length === FILES_PER_LOCK) return keys.length;
  await blobs.removeFolder(folder);
  await tx.run(settle, [retentionClass, day]);
  return keys.length;
}

async function firstKeys(blobs: BlobStore, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list(folder)) if (keys.push(key) === FILES_PER_LOCK) break;
  return keys;
}
