import { LOCKS } from '../../db/advisory-locks.ts';
import { type Database, type Db, retryOnDeadlock, statement, type Transaction } from '../../db/database.ts';
import { bucketOfImage, forBuckets } from '../../lib/camera-bucket.ts';
import { type BlobPlace, hasHash, startsOf } from './blob-key.ts';
import { deleteImagesById } from './delete-image.ts';
import { lowestId } from './image-id.ts';
import { freeBytes } from './retention/free-bytes.ts';
import { KEPT_CLASS } from './retention/retention-classes.ts';

/*
 * How a blob is deleted: its rows expire, it is marked, ten minutes later it is deleted under the lock of its mark if
 * still no row refers to it, and the mark is kept for an hour. An ingest stores the blob first and inserts its row within
 * two minutes, taking the same lock: it either prevents the deletion or sees that the blob was deleted.
 * Most blobs go with the folder of their day instead (`retention/drop-days.ts`).
 */

const BATCH = 1_000;

/** Images of one organization in one range of ids. Cost: a range of images_by_age in each partition of the range. */
const findRange = statement(
  'images.find-expired-range',
  `select id from images where organization_id = $1 and image_deleted_at is null and id >= $2::uuid and id < $3::uuid
    limit ${BATCH}`,
);
/** Images that arrived when their day had no partition. Their period counts from their receipt. */
const findOther = statement(
  'images.find-expired-other',
  `select id from images_other where organization_id = $1 and image_deleted_at is null and received_at < $2
    order by received_at limit ${BATCH}`,
);
/** $3 and $4: a range of the ids, which limits the partitions. */
const expire = statement(
  'images.expire',
  `update images set image_deleted_at = now()
    where id = any($1::uuid[]) and bucket = $2 and id >= $3::uuid and id <= $4::uuid and image_deleted_at is null
   returning id, organization_id, sha256, byte_size`,
);

type Range = { organizationId: number; low: string; high: string };
type Expired = { id: string; organization_id: number; sha256: Buffer; byte_size: number };

/** Expires images in a range of ids. Returns the number of rows that were found; below a thousand, none are left. */
export function expireImages(database: Database, { organizationId, low, high }: Range): Promise<number> {
  return expireFound(database, (tx) => tx.rows(findRange, [organizationId, low, high]));
}

/** The same for images of an organization that were received before a time, and whose day had no partition. */
export function expireOtherImages(database: Database, organizationId: number, before: Date): Promise<number> {
  return expireFound(database, (tx) => tx.rows(findOther, [organizationId, before]));
}

/** The file of each image is deleted if no other image has it. What another process expires meanwhile is not counted twice. */
function expireFound(
  database: Database,
  find: (tx: Transaction) => Promise<{ id: string }[]>,
): Promise<number> {
  return retryOnDeadlock(() =>
    database.transaction(async (tx) => {
      const ids = (await find(tx)).map(({ id }) => id).sort();
      const expired = await forBuckets(ids, bucketOfImage, (own, bucket) =>
        tx.rows<Expired>(expire, [own, bucket, own[0], own.at(-1)]),
      );
      const freed = expired.flat().map(({ byte_size, ...row }) => {
        return { ...row, bytes: byte_size, quota_bytes: byte_size };
      });
      await freeBytes(tx, freed);
      return ids.length;
    }),
  );
}

/** No partition is dropped with these rows. They go a day after their files. Those of the class that is kept stay, as in its partitions. */
const findOld = statement(
  'images.find-old-other',
  `select id from images_other where image_deleted_at < now() - interval '1 day' and id >= $1::uuid limit ${BATCH}`,
);

/** Returns the number of images; below a thousand, none are left. */
export function deleteOtherImages(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const ids = (await tx.rows<{ id: string }>(findOld, [lowestId(KEPT_CLASS + 1, 0)])).map(({ id }) => id);
    await deleteImagesById(tx, ids);
    return ids.length;
  });
}

const forgetDays = statement('images.forget-empty-days', 'delete from image_days where bytes <= 0');

/** Forgets when images were received that are all deleted. */
export function forgetEmptyDays(db: Db): Promise<number> {
  return db.run(forgetDays);
}

/** Of these files of one folder those that an image has. $2 and $3: the first id of the folder, and the first one after it. */
const needed = statement(
  'images.needed',
  `select distinct sha256 from images where ${hasHash('$1', '$4')} and image_deleted_at is null
     and id >= $2::uuid and id < $3::uuid`,
);
const markOrphans = statement(
  'images.mark-orphans',
  `insert into blob_deletions (sha256, class, day) select b.sha256, $2, $3 from unnest($1::bytea[]) as b(sha256)
   on conflict (sha256, class, day) do update set marked_at = now(), deleted_at = null
    where blob_deletions.deleted_at is not null`,
);

type Folder = Pick<BlobPlace, 'class' | 'day'>;

async function findNeeded(db: Db, folder: Folder, hashes: Buffer[]): Promise<Set<string>> {
  const rows = await db.rows<{ sha256: Buffer }>(needed, [hashes, ...idsOf(folder), startsOf(hashes)]);
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}

/** Files of the class that is kept are in no folder of a day. */
function idsOf({ class: retentionClass, day }: Folder): [string, string] {
  if (retentionClass === KEPT_CLASS) return [lowestId(KEPT_CLASS, 0), lowestId(KEPT_CLASS + 1, 0)];
  return [lowestId(retentionClass, day), lowestId(retentionClass, day + 1)];
}

/** Marks the blobs of one folder that no row refers to. A row that is inserted meanwhile is seen when the blob is to be deleted. */
export async function markOrphanBlobs(db: Db, blobs: [BlobPlace, ...BlobPlace[]]): Promise<number> {
  const [folder] = blobs;
  const hashes = blobs.map(({ sha256 }) => sha256);
  const kept = await findNeeded(db, folder, hashes);
  const orphans = hashes.filter((sha256) => !kept.has(sha256.toString('hex')));
  return orphans.length === 0 ? 0 : db.run(markOrphans, [orphans, folder.class, folder.day]);
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
const unmark = statement(
  'images.unmark-needed',
  `delete from blob_deletions b using ${MARKS} where ${IS_MARK}`,
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
  const [kept, gone]: [BlobPlace[], BlobPlace[]] = [[], []];
  // Separate statements after the lock, so that they see every row inserted before.
  for (const places of Map.groupBy(ripe, ({ class: one, day }) => `${one} ${day}`).values()) {
    const hashes = places.map(({ sha256 }) => sha256);
    const found = await findNeeded(tx, places[0] as BlobPlace, hashes);
    for (const place of places) (found.has(place.sha256.toString('hex')) ? kept : gone).push(place);
  }
  if (kept.length > 0) await tx.run(unmark, columnsOf(kept));
  return gone;
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
