import { type Db, statement } from '../../db/database.ts';
import { bucketOfImage } from '../../lib/camera-bucket.ts';

/** Triggers delete the place in the queue and free the stored bytes. The file goes when no other image has it. */
const deleteImages = statement(
  'images.delete',
  `with labels as (delete from image_labels where image_id = any($1::uuid[]) and bucket = $2),
   gone as (delete from images where id = any($1::uuid[]) and bucket = $2 returning id, sha256)
   insert into blob_deletions (sha256, class, day) select distinct sha256, image_class(id), image_folder_day(id) from gone
   on conflict (sha256, class, day) do update set marked_at = now(), deleted_at = null`,
);

/** Deletes the images with their labels, and marks their files for deletion: those of each camera in one statement. */
export async function deleteImagesById(db: Db, ids: string[]): Promise<void> {
  // One after the other: on a pool, statements that run at once would wait for the counters of each other.
  for (const [bucket, own] of Map.groupBy(ids, bucketOfImage)) await db.run(deleteImages, [own, bucket]);
}
