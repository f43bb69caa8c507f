import { statement } from '../../db/database.ts';
import { contentPath } from './describe-image.ts';
import type { ImageService } from './image-service.ts';

export type ImageLink = { path: string; expiresAt: Date };

const kept = statement(
  'images.kept',
  'select id from images where id = any($1::uuid[]) and picture_deleted_at is null',
);

/** Signed links to those of the pictures that are still kept, by image id. */
export async function imageLinks(
  { db, links, linkSeconds, clock }: ImageService,
  imageIds: string[],
): Promise<Map<string, ImageLink>> {
  if (imageIds.length === 0) return new Map();
  const rows = await db.rows<{ id: string }>(kept, [imageIds]);
  // Links count in whole seconds.
  const expiresAt = new Date((Math.floor(clock.now().getTime() / 1000) + linkSeconds) * 1000);
  return new Map(rows.map(({ id }) => [id, { path: links.sign(contentPath(id), expiresAt), expiresAt }]));
}
