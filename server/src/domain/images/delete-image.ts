import { type Db, statement } from '../../db/database.ts';

/** Triggers delete the place in the queue and free the stored bytes. The file goes when no other image has it. */
const deleteImages = statement(
  'images.delete',
  `with labels as (delete from image_labels where image_id = any($1::uuid[])),
   gone as (delete from images where id = any($1::uuid[]) returning id, sha256)
   insert into blob_deletions (sha256, class, day) select distinct sha256, image_class(id), image_folder_day(id) from gone
   on conflict (sha256, class, day) do update set marked_at = now(), deleted_at = null`,
);

/** Deletes the images with their labels, and marks their files for deletion. */
export function deleteImagesById(db: Db, ids: string[]): Promise<number> {
  return db.run(deleteImages, [ids]);
}
