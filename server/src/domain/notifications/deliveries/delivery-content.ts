import type { DeliveryContent } from '../../../contract/delivery.ts';
import { statement } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import { findTarget } from '../webhooks/webhook-store.ts';
import { CONTENT_HEADERS } from './attempt.ts';

const content = statement(
  'deliveries.content',
  `select convert_from(body, 'UTF8') as body, traceparent from webhook_deliveries where webhook_id = $1 and id = $2`,
);

/** What every attempt of a delivery sends. The secret and what is made from it are not shown. */
export async function readDeliveryContent(
  { db, webhooks }: NotificationService,
  organizationId: number,
  webhookId: string,
  id: string,
): Promise<DeliveryContent> {
  await findTarget(db, organizationId, webhookId);
  const row = await db.row<{ body: string; traceparent: string | null }>(content, [webhookId, id]);
  if (row === null) throw new AppError('not_found', 'There is no such delivery.');
  const { body, traceparent } = row;
  return {
    id,
    headers: { ...CONTENT_HEADERS, 'webhook-id': id, ...(traceparent && { traceparent }) },
    signed_headers: ['webhook-timestamp', 'webhook-signature', webhooks.signatureHeader],
    body,
  };
}
