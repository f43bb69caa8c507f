import { AppError } from '../../lib/errors.ts';
import { type ImageState, stateOf } from './describe-image.ts';
import type { ImageService } from './image-service.ts';
import { findImage, pageImages } from './store.ts';

export type ListedImage = {
  image_id: string;
  state: ImageState;
  failure_reason: string | null;
  source: string;
  time_captured: string;
  received_at: string;
  location_city: string;
  location_state: string;
  /** As the partner read it; empty where it did not. */
  alpr_plate_number: string;
};

/** An organization's pictures that are still kept, newest first; `before` is the last one of the page before. */
export async function listImages(
  { db }: ImageService,
  organizationId: number,
  before: string | null,
  pageSize: number,
): Promise<{ images: ListedImage[]; has_more: boolean }> {
  const last = before === null ? null : await findImage(db, before);
  if (before !== null && last?.organization_id !== organizationId) {
    throw new AppError('not_found', 'There is no such image.');
  }
  // One more than asked for tells whether there are more.
  const rows = await pageImages(db, organizationId, last, pageSize + 1);
  const images = rows.slice(0, pageSize).map(
    (row): ListedImage => ({
      image_id: row.id,
      state: stateOf(row),
      failure_reason: row.died_at === null ? null : row.failure,
      source: row.source,
      time_captured: row.time_captured.toISOString(),
      received_at: row.received_at.toISOString(),
      location_city: row.city,
      location_state: row.state,
      alpr_plate_number: row.plate_number ?? '',
    }),
  );
  return { images, has_more: rows.length > pageSize };
}
