import { type Db, statement } from '../../../db/database.ts';

/** An image without its file from now on. `bytes`: what `image_days` counts of it, `quota_bytes`: what the quota does. */
export type Freed = {
  id: string;
  organization_id: number;
  sha256: Buffer;
  bytes: number;
  quota_bytes: number;
};

const free = statement(
  'images.free-bytes',
  `with freed as materialized (
     select f.id, f.organization_id, f.bytes, f.quota_bytes, decode(f.hash, 'hex') as sha256
       from json_to_recordset($1::json) as f (id uuid, organization_id integer, hash text, bytes bigint, quota_bytes bigint)
   ),
   uncounted_days as (
     update image_days d set bytes = d.bytes - f.bytes
       from (select image_class(id) as class, image_table_day(id) as day, organization_id, sum(bytes) as bytes
               from freed group by 1, 2, 3 order by 1, 2, 3) f
      where d.class = f.class and d.day = f.day and d.organization_id = f.organization_id and f.bytes <> 0
   ),
   uncounted as (
     update quota_usage u set used = greatest(0, u.used - f.bytes)
       from (select organization_id, sum(quota_bytes) as bytes from freed group by organization_id order by organization_id) f
      where u.organization_id = f.organization_id and u.name = 'stored_bytes' and f.bytes <> 0
   )
   insert into blob_deletions (sha256, class, day)
   select distinct sha256, image_class(id), image_folder_day(id) from freed
   on conflict (sha256, class, day) do update set marked_at = now(), deleted_at = null`,
);

/** Subtracts the bytes of images from the counters, and marks their files: one goes when no other image has it. */
export async function freeBytes(db: Db, images: Freed[]): Promise<void> {
  if (images.length === 0) return;
  const rows = images.map(({ sha256, ...row }) => ({ ...row, hash: sha256.toString('hex') }));
  await db.run(free, [JSON.stringify(rows)]);
}
