import { AppError } from '../../lib/errors.ts';
import { contentPath } from './image-links.ts';
import type { ImageService } from './image-service.ts';
import { findImage, type ImageRow, pageImages } from './store.ts';

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
  readings: unknown;
  sighting_id: number | null;
  /** A signed path; null after the image has been deleted. */
  content_path: string | null;
  image_url_expires_at: string | null;
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
  const isStored = row.picture_deleted_at === null;
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
    content_path: isStored ? links.sign(contentPath(row.id), expiresAt) : null,
    image_url_expires_at: isStored ? expiresAt.toISOString() : null,
  };
}

export type ListedImage = {
  image_id: string;
  state: ImageState;
  failure_reason: string | null;
  source: string;
  time_captured: string;
  received_at: string;
  location_city: string;
  location_state: string;
  /** As sent by the partner; empty if there was none. */
  alpr_plate_number: string;
};

/** The stored images of an organization, newest first. `before` is the last image of the previous page. */
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
  // One extra row shows whether there are more.
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

function stateOf({ died_at, recognized_at }: Pick<ImageRow, 'died_at' | 'recognized_at'>): ImageState {
  if (died_at !== null) return 'failed';
  return recognized_at === null ? 'stored' : 'recognized';
}
