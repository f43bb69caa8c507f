import { AppError } from '../../lib/errors.ts';
import type { ImageService } from './image-service.ts';
import { findImage, type ImageRow } from './store.ts';

export type ImageState = 'stored' | 'recognized' | 'failed';

export type ImageDescription = {
  image_id: string;
  state: ImageState;
  failure_reason: string | null;
  source: string;
  time_captured: string;
  received_at: string;
  width: number;
  height: number;
  format: string;
  /** As recognition wrote it. */
  readings: unknown;
  sighting_id: number | null;
  /** A path with its signature; null once the picture has been deleted. */
  content_path: string | null;
  image_url_expires_at: string | null;
};

/** What became of an image; another organization's is not found. */
export async function describeImage(
  { db, links, linkSeconds, clock }: ImageService,
  organizationId: number,
  id: string,
): Promise<ImageDescription> {
  const row = await findImage(db, id);
  if (row?.organization_id !== organizationId) throw new AppError('not_found', 'There is no such image.');
  const expiresAt = new Date(clock.now().getTime() + linkSeconds * 1000);
  const there = row.picture_deleted_at === null;
  return {
    image_id: row.id,
    state: stateOf(row),
    failure_reason: row.died_at === null ? null : row.failure,
    source: row.source,
    time_captured: row.time_captured.toISOString(),
    received_at: row.received_at.toISOString(),
    width: row.width,
    height: row.height,
    format: row.format,
    readings: row.readings,
    sighting_id: row.sighting_id,
    content_path: there ? links.sign(contentPath(row.id), expiresAt) : null,
    image_url_expires_at: there ? expiresAt.toISOString() : null,
  };
}

export function contentPath(imageId: string): string {
  return `/images/${imageId}/content`;
}

export function stateOf({ died_at, recognized_at }: Pick<ImageRow, 'died_at' | 'recognized_at'>): ImageState {
  if (died_at !== null) return 'failed';
  return recognized_at === null ? 'stored' : 'recognized';
}
