import { statement, type Transaction } from '../../db/database.ts';
import { bucketOfImage, forBuckets } from '../../lib/camera-bucket.ts';
import { freeBytes } from './retention/free-bytes.ts';

const deleteLabels = statement(
  'images.delete-labels',
  'delete from image_labels where image_id = any($1::uuid[]) and bucket = $2',
);
const dequeue = statement(
  'images.dequeue',
  'delete from image_queue where image_id = any($1::uuid[]) and bucket = $2',
);
const deleteRows = statement(
  'images.delete',
  `delete from images where id = any($1::uuid[]) and bucket = $2
   returning id, organization_id, sha256, byte_size, image_deleted_at is null as is_stored`,
);
type Deleted = {
  id: string;
  organization_id: number;
  sha256: Buffer;
  byte_size: number;
  is_stored: boolean;
};

/**
 * Deletes the images with their labels and their places in the queue, and marks their files for deletion. `outsideQuota`: those
 * whose bytes the quota does not count.
 */
export async function deleteImagesById(
  tx: Transaction,
  ids: string[],
  outsideQuota: ReadonlySet<string> = new Set(),
): Promise<void> {
  const deleted = await forBuckets(ids, bucketOfImage, async (own, bucket) => {
    const [, , rows] = await Promise.all([
      tx.run(deleteLabels, [own, bucket]),
      tx.run(dequeue, [own, bucket]),
      tx.rows<Deleted>(deleteRows, [own, bucket]),
    ]);
    return rows;
  });
  // Those whose file had expired are not counted any more.
  const freed = deleted.flat().map(({ byte_size, is_stored, ...row }) => {
    const bytes = is_stored ? byte_size : 0;
    return { ...row, bytes, quota_bytes: outsideQuota.has(row.id) ? 0 : bytes };
  });
  await freeBytes(tx, freed);
}
