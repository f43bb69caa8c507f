import { type Db, statement } from '../../db/database.ts';
import { bucketOfImage } from '../../lib/camera-bucket.ts';
import { blobPlace } from './blob-key.ts';

/** The new bytes of an image, whose file was stored before. */
export type NewBytes = { sha256: Buffer; byteSize: number; width: number; height: number };

/*
 * The file was stored before its row, as in an ingest (`sweep-store.ts`): its mark is locked first, so that a deletion of the same
 * bytes either sees this row or is seen here.
 */
const replace = statement(
  'images.replace-bytes',
  `with mark as materialized (
     select deleted_at from blob_deletions where sha256 = $2 and class = $6 and day = $7 for update
   ),
   former as materialized (
     select id, sha256, byte_size, organization_id from images
      where id = $1 and bucket = $8 and not exists (select from mark where deleted_at > now() - interval '5 minutes')
   ),
   replaced as (
     update images set sha256 = $2, byte_size = $3, width = $4, height = $5
      where id = $1 and bucket = $8 and exists (select from former) returning id
   ),
   days as (
     update image_days d set bytes = d.bytes + $3 - f.byte_size from former f
      where d.class = image_class(f.id) and d.day = image_table_day(f.id) and d.organization_id = f.organization_id
   ),
   counted as (
     update quota_usage u set used = greatest(0, u.used + $3 - f.byte_size) from former f
      where u.organization_id = f.organization_id and u.name = 'stored_bytes'
   ),
   marked as (
     insert into blob_deletions (sha256, class, day)
     select sha256, image_class(id), image_folder_day(id) from former where sha256 <> $2
     on conflict (sha256, class, day) do update set marked_at = now(), deleted_at = null
   )
   select count(*)::int as count from replaced`,
);

/**
 * Points the image at a file that was stored for it, and marks the former one for deletion. False if the new file has just been
 * deleted, because an earlier image had the same bytes.
 */
export async function replaceBytes(
  db: Db,
  id: string,
  { sha256, byteSize, width, height }: NewBytes,
): Promise<boolean> {
  const place = blobPlace({ id, sha256 });
  const values = [id, sha256, byteSize, width, height, place.class, place.day, bucketOfImage(id)];
  return ((await db.row<{ count: number }>(replace, values))?.count ?? 0) > 0;
}

const forgetPlate = statement(
  'images.forget-plate',
  `update images set plate_number = null, alpr_state = '', alpr_confidence = 0 where id = $1 and bucket = $2`,
);

/** For the plate of another vehicle than the image's. */
export function forgetPartnerPlate(db: Db, id: string): Promise<number> {
  return db.run(forgetPlate, [id, bucketOfImage(id)]);
}
