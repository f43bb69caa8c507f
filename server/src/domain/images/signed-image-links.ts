import type { Readable } from 'node:stream';
import { statement } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { keyOfImage } from './blob-key.ts';
import { openStored } from './fetch-stored.ts';
import { CONTENT_TYPES } from './image-format.ts';
import { findImage, type ImageRow } from './image-rows.ts';
import type { ImageService } from './image-service.ts';
import { THUMBNAIL_TYPE } from './thumbnails.ts';

export type ImageLink = { path: string; expiresAt: Date };
/** Links to an image and its thumbnail, as paths. */
type ImagePaths = { path: string; thumbnailPath: string; expiresAt: Date };

type Bytes = { contentType: string; size: number; secondsLeft: number };
type OpenedImage = { organizationId: number } & (
  | ({ kind: 'bytes'; stream: Readable } & Bytes)
  | { kind: 'elsewhere'; url: string }
);
type OpenedThumbnail = Bytes & { bytes: Buffer; organizationId: number };

export function contentPath(imageId: string): string {
  return `/images/${imageId}/content`;
}

export function thumbnailPath(imageId: string): string {
  return `/images/${imageId}/thumbnail`;
}

const kept = statement(
  'images.kept',
  'select id from images where id = any($1::uuid[]) and image_deleted_at is null',
);

/** Signed links by image id, for the images that are still stored. */
export async function imageLinks(service: ImageService, imageIds: string[]): Promise<Map<string, ImageLink>> {
  const { links, linkSeconds, clock } = service;
  // Links expire at whole seconds.
  const expiresAt = new Date((Math.floor(clock.now().getTime() / 1000) + linkSeconds) * 1000);
  const ids = await keptImages(service, imageIds);
  return new Map([...ids].map((id) => [id, { path: links.sign(contentPath(id), expiresAt), expiresAt }]));
}

/** Which of the images are still stored. */
export async function keptImages({ db }: Pick<ImageService, 'db'>, imageIds: string[]): Promise<Set<string>> {
  if (imageIds.length === 0) return new Set();
  return new Set((await db.rows<{ id: string }>(kept, [imageIds])).map(({ id }) => id));
}

/**
 * The links stay the same for one lifetime and are valid for one to two, so that browsers can cache what they load from
 * them.
 */
export function lastingPaths(
  { links, linkSeconds, clock }: Pick<ImageService, 'links' | 'linkSeconds' | 'clock'>,
  imageId: string,
): ImagePaths {
  const period = Math.floor(clock.now().getTime() / 1000 / linkSeconds);
  const expiresAt = new Date((period + 2) * linkSeconds * 1000);
  return {
    path: links.sign(contentPath(imageId), expiresAt),
    thumbnailPath: links.sign(thumbnailPath(imageId), expiresAt),
    expiresAt,
  };
}

type Signed = { expires: string; signature: string };

/** Opens the image of a signed link. The link is the permission: anyone who has it may open the image until it expires. */
export async function openImage(service: ImageService, id: string, link: Signed): Promise<OpenedImage> {
  const { row, expiresAt, secondsLeft } = await openLink(service, id, contentPath(id), link);
  const { organization_id: organizationId } = row;
  const direct = await service.blobs.link(keyOfImage(row), expiresAt);
  if (direct !== null) return { kind: 'elsewhere', url: direct, organizationId };
  const blob = await openStored(service.blobs, row);
  if (blob === null) throw gone();
  return { kind: 'bytes', contentType: CONTENT_TYPES[row.format], ...blob, secondsLeft, organizationId };
}

/** Opens the thumbnail of a signed link. */
export async function openThumbnail(
  service: ImageService,
  id: string,
  link: Signed,
): Promise<OpenedThumbnail> {
  const { row, secondsLeft } = await openLink(service, id, thumbnailPath(id), link);
  const bytes = await service.thumbnails.of(row);
  if (bytes === null) throw new AppError('not_found', 'There is no thumbnail of this image.');
  return {
    contentType: THUMBNAIL_TYPE,
    size: bytes.length,
    bytes,
    secondsLeft,
    organizationId: row.organization_id,
  };
}

/** Checks the signature, and that the image has not been deleted. */
async function openLink(
  { db, links, clock }: ImageService,
  id: string,
  path: string,
  { expires, signature }: Signed,
): Promise<{ row: ImageRow; expiresAt: Date; secondsLeft: number }> {
  const now = clock.now();
  if (!links.isValid(path, expires, signature, now)) {
    throw new AppError('forbidden', 'The link is not valid or has expired.');
  }
  const row = await findImage(db, id);
  if (row === null || row.image_deleted_at !== null) throw gone();
  const expiresAt = new Date(Number(expires) * 1000);
  return { row, expiresAt, secondsLeft: Math.floor((expiresAt.getTime() - now.getTime()) / 1000) };
}

const gone = () => new AppError('not_found', 'The image is no longer stored.');
