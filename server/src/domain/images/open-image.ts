import type { Readable } from 'node:stream';
import { AppError } from '../../lib/errors.ts';
import { contentPath } from './describe-image.ts';
import { CONTENT_TYPES } from './image-format.ts';
import type { ImageService } from './image-service.ts';
import { findImage } from './store.ts';

export type OpenedImage =
  | { kind: 'bytes'; contentType: string; size: number; stream: Readable; secondsLeft: number }
  | { kind: 'elsewhere'; url: string };

/** The bytes behind a signed link. The link is the permission: whoever holds it may look, until it expires. */
export async function openImage(
  { db, blobs, links, clock }: ImageService,
  id: string,
  expires: string,
  signature: string,
): Promise<OpenedImage> {
  const now = clock.now();
  if (!links.isValid(contentPath(id), expires, signature, now)) {
    throw new AppError('forbidden', 'The link is not valid or has expired.');
  }
  const row = await findImage(db, id);
  if (row === null || row.picture_deleted_at !== null) throw gone();
  const key = row.sha256.toString('hex');
  const expiresAt = new Date(Number(expires) * 1000);
  const direct = await blobs.link(key, expiresAt);
  if (direct !== null) return { kind: 'elsewhere', url: direct };
  const blob = await blobs.open(key);
  if (blob === null) throw gone();
  const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
  return { kind: 'bytes', contentType: CONTENT_TYPES[row.format], ...blob, secondsLeft };
}

const gone = () => new AppError('not_found', 'The picture is no longer kept.');
