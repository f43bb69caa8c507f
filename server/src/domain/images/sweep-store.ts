import { LOCKS } from '../../db/advisory-locks.ts';
import { type Db, statement, type Transaction } from '../../db/database.ts';

/*
 * How a blob is deleted: its rows expire, it is marked, ten minutes later it is deleted under the lock of its mark if
 * still no row refers to it, and the mark is kept for an hour. An ingest stores the blob first and inserts its row within
 * two minutes, taking the same lock: it either prevents the deletion or sees that the blob was deleted.
 */

/** Cost: an index range per organization; a thousand rows at a time keep the transaction short. */
const expire = statement(
  'images.expire',
  `with expired as (
     select e.id from organizations o, lateral (
       select i.id from images i
        where i.organization_id = o.id and i.image_deleted_at is null
          and i.received_at < $1::timestamptz - o.image_retention_days * interval '1 day'
        order by i.received_at limit 1000 for update skip locked) e
      limit 1000
   ),
   freed as (
     update images set image_deleted_at = now() where id in (select id from expired)
     returning sha256, organization_id, byte_size
   ),
   uncounted as (
     update quota_usage u set used = greatest(0, u.used - f.bytes)
       from (select organization_id, sum(byte_size) as bytes from freed group by organization_id) f
      where u.organization_id = f.organization_id and u.name = 'stored_bytes'
   ),
   marked as (
     insert into blob_deletions (sha256) select distinct sha256 from freed
     on conflict (sha256) do update set marked_at = now(), deleted_at = null
   )
   select count(*) as count from freed`,
);

/** Expires images after their retention. Returns the number of rows; below a thousand, none are left. */
export async function expireImages(db: Db, now: Date): Promise<number> {
  return (await db.row<{ count: number }>(expire, [now]))?.count ?? 0;
}

const markOrphans = statement(
  'images.mark-orphans',
  `insert into blob_deletions (sha256)
   select b.sha256 from unnest($1::bytea[]) as b(sha256)
    where not exists (select from images i where i.sha256 = b.sha256 and i.image_deleted_at is null)
   on conflict (sha256) do update set marked_at = now(), deleted_at = null
    where blob_deletions.deleted_at is not null`,
);

/** Marks the blobs that no row refers to. */
export function markOrphanBlobs(db: Db, sha256s: Buffer[]): Promise<number> {
  return db.run(markOrphans, [sha256s]);
}

const lockOut = statement('images.lock-out-backups', 'select pg_try_advisory_xact_lock_shared($1) as locked');

/** False while a backup is running. Otherwise none starts before the transaction ends. */
export async function lockOutBackups(tx: Transaction): Promise<boolean> {
  return (await tx.row<{ locked: boolean }>(lockOut, [LOCKS.backup]))?.locked ?? false;
}

const lockRipe = statement(
  'images.lock-ripe',
  `select sha256 from blob_deletions
    where deleted_at is null and marked_at < now() - $1 * interval '1 millisecond'
    order by marked_at limit 50 for update skip locked`,
);
/** A separate statement after the lock, so that it sees every row inserted before. */
const stillNeeded = statement(
  'images.still-needed',
  `select distinct sha256 from images where sha256 = any($1::bytea[]) and image_deleted_at is null`,
);
const unmark = statement('images.unmark', 'delete from blob_deletions where sha256 = any($1::bytea[])');
const remember = statement(
  'images.remember-deleted',
  'update blob_deletions set deleted_at = now() where sha256 = any($1::bytea[])',
);

/** Locks marks that are `ripeMs` old until the transaction ends, and removes those whose blobs are needed. */
export async function lockRipeMarks(tx: Transaction, ripeMs: number): Promise<Buffer[]> {
  const ripe = (await tx.rows<{ sha256: Buffer }>(lockRipe, [ripeMs])).map((row) => row.sha256);
  if (ripe.length === 0) return [];
  const needed = (await tx.rows<{ sha256: Buffer }>(stillNeeded, [ripe])).map((row) => row.sha256);
  if (needed.length > 0) await tx.run(unmark, [needed]);
  return ripe.filter((sha256) => !needed.some((other) => other.equals(sha256)));
}

export function rememberDeleted(tx: Transaction, sha256s: Buffer[]): Promise<number> {
  return tx.run(remember, [sha256s]);
}

const forget = statement(
  'images.forget-deletions',
  `delete from blob_deletions where deleted_at < now() - interval '1 hour'`,
);

export function forgetDeletions(db: Db): Promise<number> {
  return db.run(forget);
}
