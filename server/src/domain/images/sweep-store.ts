import { LOCKS } from '../../db/advisory-locks.ts';
import { type Db, statement, type Transaction } from '../../db/database.ts';
import { type BlobPlace, blobKey } from './blob-key.ts';
import { KEPT_CLASS } from './retention/retention-classes.ts';

/*
 * How a blob is deleted: its rows expire, it is marked, ten minutes later it is deleted under the lock of its mark if
 * still no row refers to it, and the mark is kept for an hour. An ingest stores the blob first and inserts its row within
 * two minutes, taking the same lock: it either prevents the deletion or sees that the blob was deleted.
 * Most blobs go with the folder of their day instead (`retention/drop-days.ts`).
 */

const BATCH = 1_000;

/** The file of each image in `expired` is deleted if no other image has it. `range` limits the partitions. */
const expiring = (expired: string, range: string) => `
  with expired as (${expired}),
   freed as (
     update images set image_deleted_at = now() where id = any (array(select id from expired)) and ${range}
     returning id, sha256, organization_id, byte_size
   ),
   uncounted_days as (
     update image_days d set bytes = d.bytes - f.bytes
       from (select image_class(id) as class, image_table_day(id) as day, organization_id, sum(byte_size) as bytes
               from freed group by 1, 2, 3) f
      where d.class = f.class and d.day = f.day and d.organization_id = f.organization_id
   ),
   uncounted as (
     update quota_usage u set used = greatest(0, u.used - f.bytes)
       from (select organization_id, sum(byte_size) as bytes from freed group by organization_id) f
      where u.organization_id = f.organization_id and u.name = 'stored_bytes'
   ),
   marked as (
     insert into blob_deletions (sha256, class, day)
     select distinct sha256, image_class(id), image_folder_day(id) from freed
     on conflict (sha256, class, day) do update set marked_at = now(), deleted_at = null
   )
   select count(*) as count from freed`;

/** Images of one organization in one range of ids. Cost: a range of images_by_age in each partition of the range. */
const expireRange = statement(
  'images.expire-range',
  expiring(
    `select id from images where organization_id = $1 and image_deleted_at is null and id >= $2::uuid and id < $3::uuid
      limit ${BATCH} for update skip locked`,
    'id >= $2::uuid and id < $3::uuid',
  ),
);

/** Images that arrived when their day had no partition. Their period counts from their receipt. */
const expireOther = statement(
  'images.expire-other',
  expiring(
    `select e.id from organizations o, lateral (
       select i.id from images_other i
        where i.organization_id = o.id and i.image_deleted_at is null
          and i.received_at < $1::timestamptz - o.image_retention_days * interval '1 day'
        order by i.received_at limit ${BATCH} for update skip locked) e
      limit ${BATCH}`,
    'true',
  ),
);

type Range = { organizationId: number; low: string; high: string };

/** Expires images in a range of ids. Returns the number of rows; below a thousand, none are left. */
export async function expireImages(db: Db, { organizationId, low, high }: Range): Promise<number> {
  return (await db.row<{ count: number }>(expireRange, [organizationId, low, high]))?.count ?? 0;
}

export async function expireOtherImages(db: Db, now: Date): Promise<number> {
  return (await db.row<{ count: number }>(expireOther, [now]))?.count ?? 0;
}

/** No partition is dropped with these rows. They go a day after their files. Those of the class that is kept stay, as in its partitions. */
const deleteOther = statement(
  'images.delete-other',
  `with expired as materialized (
     select id from images_other
      where image_deleted_at < now() - interval '1 day' and id >= lowest_image_id(${KEPT_CLASS + 1}, 0) limit ${BATCH}),
   labels as (delete from image_labels where image_id in (select id from expired))
   delete from images where id = any (array(select id from expired))`,
);

export function deleteOtherImages(db: Db): Promise<number> {
  return db.run(deleteOther);
}

const forgetDays = statement('images.forget-empty-days', 'delete from image_days where bytes <= 0');

/** Forgets when images were received that are all deleted. */
export function forgetEmptyDays(db: Db): Promise<number> {
  return db.run(forgetDays);
}

const markOrphans = statement(
  'images.mark-orphans',
  `insert into blob_deletions (sha256, class, day)
   select b.sha256, $2::int, $3::int from unnest($1::bytea[]) as b(sha256)
    where not exists (select from images i where i.sha256 = b.sha256 and i.image_deleted_at is null
      and i.id >= lowest_image_id($2::int, $3::int) and i.id < image_folder_end($2::int, $3::int))
   on conflict (sha256, class, day) do update set marked_at = now(), deleted_at = null
    where blob_deletions.deleted_at is not null`,
);

/** Marks the blobs of one folder that no row refers to. */
export function markOrphanBlobs(db: Db, blobs: [BlobPlace, ...BlobPlace[]]): Promise<number> {
  const [{ class: retentionClass, day }] = blobs;
  return db.run(markOrphans, [blobs.map(({ sha256 }) => sha256), retentionClass, day]);
}

const lockOut = statement('images.lock-out-backups', 'select pg_try_advisory_xact_lock_shared($1) as locked');

/** False while a backup is running. Otherwise none starts before the transaction ends. */
export async function lockOutBackups(tx: Transaction): Promise<boolean> {
  return (await tx.row<{ locked: boolean }>(lockOut, [LOCKS.backup]))?.locked ?? false;
}

const lockRipe = statement(
  'images.lock-ripe',
  `select sha256, class, day from blob_deletions
    where deleted_at is null and marked_at < now() - $1 * interval '1 millisecond'
    order by marked_at limit 50 for update skip locked`,
);
const MARKS = 'unnest($1::bytea[], $2::int[], $3::int[]) as m (sha256, class, day)';
const IS_MARK = '(b.sha256, b.class, b.day) = (m.sha256, m.class, m.day)';
/** A separate statement after the lock, so that it sees every row inserted before. */
const unmarkNeeded = statement(
  'images.unmark-needed',
  `delete from blob_deletions b using ${MARKS} where ${IS_MARK} and exists (
     select from images i where i.sha256 = m.sha256 and i.image_deleted_at is null
       and i.id >= lowest_image_id(m.class, m.day) and i.id < image_folder_end(m.class, m.day))
   returning b.sha256, b.class, b.day`,
);
const remember = statement(
  'images.remember-deleted',
  `update blob_deletions b set deleted_at = now() from ${MARKS} where ${IS_MARK}`,
);

const columnsOf = (places: BlobPlace[]) => [
  places.map(({ sha256 }) => sha256),
  places.map((place) => place.class),
  places.map(({ day }) => day),
];

/** Locks marks that are `ripeMs` old until the transaction ends, and removes those whose blobs are needed. */
export async function lockRipeMarks(tx: Transaction, ripeMs: number): Promise<BlobPlace[]> {
  const ripe = await tx.rows<BlobPlace>(lockRipe, [ripeMs]);
  if (ripe.length === 0) return [];
  const needed = await tx.rows<BlobPlace>(unmarkNeeded, columnsOf(ripe));
  const keys = new Set(needed.map(blobKey));
  return ripe.filter((place) => !keys.has(blobKey(place)));
}

export function rememberDeleted(tx: Transaction, places: BlobPlace[]): Promise<number> {
  return tx.run(remember, columnsOf(places));
}

const forget = statement(
  'images.forget-deletions',
  `delete from blob_deletions where deleted_at < now() - interval '1 hour'`,
);

export function forgetDeletions(db: Db): Promise<number> {
  return db.run(forget);
}
