import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../../db/database.ts';
import { OutsideFault } from '../../../lib/errors.ts';
import { keyOfImage } from '../../images/blob-key.ts';
import type { BlobStore } from '../../images/blob-store.ts';
import { deleteImagesById } from '../../images/delete-image.ts';
import { CONTENT_TYPES } from '../../images/image-format.ts';
import { forgetPartnerPlate, type NewBytes, replaceBytes } from '../../images/replace-bytes.ts';
import type { HiddenImage } from './plate-hider.ts';
import type { TruckRead } from './read-truck.ts';

/** Ends the claim and returns whether it was still held. */
type Finish = (tx: Transaction) => Promise<boolean>;

/** Deletes an image that shows no truck, and marks its file for deletion. False if the claim was lost. */
export function dropImage(database: Database, id: string, finish: Finish): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await finish(tx))) return false;
    await deleteImagesById(tx, [id]);
    return true;
  });
}

/** Stores the image with the other plates covered. If no row refers to the new file, the orphan sweep deletes it. */
export async function storeHidden(
  blobs: BlobStore,
  id: string,
  { bytes, format, width, height }: HiddenImage,
): Promise<NewBytes> {
  const sha256 = createHash('sha256').update(bytes).digest();
  const file = blobs.staging.create();
  try {
    await file.append(Buffer.from(bytes));
    await blobs.put(keyOfImage({ id, sha256 }), file, { contentType: CONTENT_TYPES[format] });
  } finally {
    await file.discard();
  }
  return { sha256, byteSize: bytes.length, width, height };
}

/** Called in the transaction that records the image. */
export async function replaceWithHidden(
  tx: Transaction,
  id: string,
  stored: NewBytes | null,
  { isPartnerPlateForgotten }: Pick<TruckRead, 'isPartnerPlateForgotten'>,
): Promise<void> {
  if (isPartnerPlateForgotten) await forgetPartnerPlate(tx, id);
  if (stored && !(await replaceBytes(tx, id, stored)))
    throw new OutsideFault('The same file was deleted a moment ago.');
}
