import type { DeliveryContent } from '../../../contract/delivery.ts';
import { foundRow, statement } from '../../../db/database.ts';
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
  type Row = { body: string; traceparent: string | null };
  const { body, traceparent } = await foundRow<Row>(
    db,
    content,
    [webhookId, id],
    'There is no such delivery.',
  );
  return {
    id,
    headers: { ...CONTENT_HEADERS, 'webhook-id': id, ...(traceparent && { traceparent }) },
    signed_headers: ['webhook-timestamp', 'webhook-signature', webhooks.signatureHeader],
    body,
  };
}
