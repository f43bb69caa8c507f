import { type Db, statement, type Transaction } from '../../db/database.ts';
import { bucketOfImage } from '../../lib/camera-bucket.ts';
import { blobPlace } from './blob-key.ts';
import { freeBytes } from './retention/free-bytes.ts';

/** The new bytes of an image, whose file was stored before. */
export type NewBytes = { sha256: Buffer; byteSize: number; width: number; height: number };

/*
 * The file was stored before its row, as in an ingest (`sweep-store.ts`): its mark is locked first, so that a deletion of the same
 * bytes either sees this row or is seen here.
 */
const lockMark = statement(
  'images.lock-mark',
  `select deleted_at > now() - interval '5 minutes' as is_gone from blob_deletions
    where sha256 = $1 and class = $2 and day = $3 for update`,
);
const find = statement(
  'images.stored-bytes',
  'select id, organization_id, sha256, byte_size from images where id = $1 and bucket = $2',
);
const replace = statement(
  'images.replace-bytes',
  'update images set sha256 = $2, byte_size = $3, width = $4, height = $5 where id = $1 and bucket = $6',
);

/**
 * Points the image at a file that was stored for it, and marks the former one for deletion. False if the new file has just been
 * deleted, because an earlier image had the same bytes.
 */
export async function replaceBytes(
  tx: Transaction,
  id: string,
  { sha256, byteSize, width, height }: NewBytes,
): Promise<boolean> {
  const place = blobPlace({ id, sha256 });
  const bucket = bucketOfImage(id);
  const mark = await tx.row<{ is_gone: boolean | null }>(lockMark, [sha256, place.class, place.day]);
  if (mark?.is_gone) return false;
  const former = await tx.row<Stored>(find, [id, bucket]);
  if (!former) return false;
  await tx.run(replace, [id, sha256, byteSize, width, height, bucket]);
  const { byte_size, ...row } = former;
  const fewer = byte_size - byteSize;
  if (!former.sha256.equals(sha256)) await freeBytes(tx, [{ ...row, bytes: fewer, quota_bytes: fewer }]);
  return true;
}

type Stored = { id: string; organization_id: number; sha256: Buffer; byte_size: number };

const forgetPlate = statement(
  'images.forget-plate',
  `update images set plate_number = null, alpr_state = '', alpr_confidence = 0 where id = $1 and bucket = $2`,
);

/** For the plate of another vehicle than the image's. */
export function forgetPartnerPlate(db: Db, id: string): Promise<number> {
  return db.run(forgetPlate, [id, bucketOfImage(id)]);
}
