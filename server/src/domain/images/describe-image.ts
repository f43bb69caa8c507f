import type { Image } from '../../contract/image.ts';
import { AppError } from '../../lib/errors.ts';
import { findImage, reasonsOf, stateOf } from './image-rows.ts';
import type { ImageService } from './image-service.ts';
import { contentPath } from './signed-image-links.ts';

export type ImageDescription = Omit<Image, 'readings' | 'sighting' | 'corrections' | 'image_url'> & {
  readings: unknown;
  sighting_id: number | null;
  /** A signed path; null after the image has been deleted. */
  content_path: string | null;
};

/** Images of other organizations are not found. */
export async function describeImage(
  { db, links, linkSeconds, clock }: ImageService,
  organizationId: number,
  id: string,
): Promise<ImageDescription> {
  const row = await findImage(db, id);
  if (row?.organization_id !== organizationId) throw new AppError('not_found', 'There is no such image.');
  const expiresAt = new Date(clock.now().getTime() + linkSeconds * 1000);
  const isStored = row.image_deleted_at === null;
  return {
    image_id: row.id,
    state: stateOf(row),
    ...reasonsOf(row),
    source: row.source,
    time_captured: row.time_captured.toISOString(),
    received_at: row.received_at.toISOString(),
    width: row.width,
    height: row.height,
    format: row.format,
    readings: row.readings,
    sighting_id: row.sighting_id,
    content_path: isStored ? links.sign(contentPath(row.id), expiresAt) : null,
    image_url_expires_at: isStored ? expiresAt.toISOString() : null,
  };
}
