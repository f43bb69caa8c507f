import { AppError } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import { findTarget } from '../webhooks/store.ts';
import { notFound } from '../manage-webhooks.ts';
import { replayDelivery } from './store.ts';

/** The same bytes under the same id, with the whole retry table before it. */
export async function replay(
  { db, wake }: NotificationService,
  organizationId: number,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  if ((await findTarget(db, organizationId, webhookId)) === null) throw notFound();
  if (!(await replayDelivery(db, webhookId, deliveryId))) {
    throw new AppError('not_found', 'There is no such delivery.');
  }
  wake('webhook_deliveries');
}
