import { type Db, statement } from '../../db/database.ts';

export type StoredImage = { id: string; sha256: Buffer; byte_size: number };

const filled = statement(
  'doctor.filled-image-tables',
  `select c.relname::text as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'images'::regclass and pg_relation_size(c.oid) > 0`,
);
type Filled = { name: string; pages: number };

/** One image of this page of a table. */
const inPage = (table: string) => ({
  name: '',
  text: `select id, sha256, byte_size from ${table}
    where ctid >= format('(%s,0)', $1::int)::tid and ctid < format('(%s,0)', $1::int + 1)::tid and image_deleted_at is null
    order by random() limit 1`,
});
const any = statement(
  'doctor.stored-image',
  'select id, sha256, byte_size from images where image_deleted_at is null limit 1',
);

/** A random sample of the images whose bytes must be in the blob store: of random partitions, at random places. */
export async function sampleStoredImages(db: Db, count: number): Promise<StoredImage[]> {
  const tables = await db.rows<Filled>(filled);
  const found = new Map<string, StoredImage>();
  for (let n = 0; n < count && tables.length > 0; n++) {
    const { name, pages } = tables[Math.floor(Math.random() * tables.length)] as Filled;
    const image = await db.row<StoredImage>(inPage(name), [Math.floor(Math.random() * pages)]);
    if (image) found.set(image.id, image);
  }
  // Pages may have deleted images only.
  const first = found.size === 0 ? await db.row<StoredImage>(any) : null;
  return first ? [first] : [...found.values()];
}
