import type { Readable } from 'node:stream';
import { statement } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { CONTENT_TYPES } from './image-format.ts';
import type { ImageService } from './image-service.ts';
import { findImage } from './store.ts';

export type ImageLink = { path: string; expiresAt: Date };

export type OpenedImage = { organizationId: number } & (
  | { kind: 'bytes'; contentType: string; size: number; stream: Readable; secondsLeft: number }
  | { kind: 'elsewhere'; url: string }
);

export function contentPath(imageId: string): string {
  return `/images/${imageId}/content`;
}

const kept = statement(
  'images.kept',
  'select id from images where id = any($1::uuid[]) and picture_deleted_at is null',
);

/** Signed links by image id, for the images that are still stored. */
export async function imageLinks(
  { db, links, linkSeconds, clock }: ImageService,
  imageIds: string[],
): Promise<Map<string, ImageLink>> {
  if (imageIds.length === 0) return new Map();
  const rows = await db.rows<{ id: string }>(kept, [imageIds]);
  // Links expire at whole seconds.
  const expiresAt = new Date((Math.floor(clock.now().getTime() / 1000) + linkSeconds) * 1000);
  return new Map(rows.map(({ id }) => [id, { path: links.sign(contentPath(id), expiresAt), expiresAt }]));
}

/** Opens the image of a signed link. The link is the permission: anyone who has it may open the image until it expires. */
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
  const { organization_id: organizationId } = row;
  const key = row.sha256.toString('hex');
  const expiresAt = new Date(Number(expires) * 1000);
  const direct = await blobs.link(key, expiresAt);
  if (direct !== null) return { kind: 'elsewhere', url: direct, organizationId };
  const blob = await blobs.open(key);
  if (blob === null) throw gone();
  const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
  return { kind: 'bytes', contentType: CONTENT_TYPES[row.format], ...blob, secondsLeft, organizationId };
}

const gone = () => new AppError('not_found', 'The image is no longer stored.');
