import { AppError } from '../../lib/errors.ts';
import { takeQuota } from '../quotas/quota-store.ts';
import { queueAgain } from './image-queue.ts';
import type { ImageService } from './image-service.ts';
import { findImage } from './store.ts';

/** Queues a stored image for recognition, unless it is already waiting. */
export async function readAgain(
  { db, clock, wake }: ImageService,
  organizationId: number,
  id: string,
): Promise<void> {
  const image = await findImage(db, id);
  if (image?.organization_id !== organizationId || image.picture_deleted_at !== null) {
    throw new AppError('not_found', 'There is no such image.');
  }
  await takeQuota(db, organizationId, 'rereads_per_day', 1, clock.now());
  if (await queueAgain(db, id)) wake('images');
}
