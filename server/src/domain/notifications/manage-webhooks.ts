import { randomBytes, randomUUID } from 'node:crypto';
import type { CreateWebhook, UpdateWebhook } from '../../contract/webhook.ts';
import type { Db } from '../../db/database.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import { codeOf, invalid } from '../../lib/errors.ts';
import { resumeDeliveries } from './deliveries/delivery-store.ts';
import type { NotificationService } from './notification-service.ts';
import { asciiUrl, urlHash, urlProblem } from './webhooks/check-url.ts';
import { secretContext, type WebhookRow, webhookNotFound } from './webhooks/webhook.ts';
import * as store from './webhooks/webhook-store.ts';

const PREVIOUS_SECRET_MS = 24 * 3_600_000;

export async function createWebhook(
  service: NotificationService,
  organizationId: number,
  { webhook_url, secret, description = null }: CreateWebhook,
  db: Db = service.db,
): Promise<WebhookRow> {
  const url = asciiUrl(webhook_url);
  const id = randomUUID();
  const sealed = service.sealing.seal(secret ?? generateSecret(), secretContext(id));
  return rejectDuplicateUrl(url, () =>
    store.insertWebhook(db, {
      id,
      organizationId,
      url,
      urlHash: urlHash(url),
      description,
      secret: sealed,
    }),
  );
}

/** Changes only the supplied fields. Enabling a webhook resumes the deliveries that were held while it was disabled. */
export async function updateWebhook(
  service: NotificationService,
  organizationId: number,
  id: string,
  changes: UpdateWebhook,
): Promise<WebhookRow> {
  const { db, sealing, clock } = service;
  const url = changes.webhook_url ? asciiUrl(changes.webhook_url) : null;
  const updated = await rejectDuplicateUrl(url ?? '', () =>
    db.transaction(async (tx) => {
      const before = await store.lockWebhook(tx, organizationId, id);
      if (before === null) throw webhookNotFound();
      const context = secretContext(id);
      const secret = changes.secret ?? null;
      const isNewSecret = secret !== null && secret !== openOrNull(sealing, before.secret, context);
      const after = await store.updateWebhook(tx, id, {
        url,
        urlHash: url === null ? null : urlHash(url),
        description: changes.description,
        enabled: changes.enabled ?? null,
        secret: isNewSecret ? sealing.seal(secret, context) : null,
        previousSecretUntil: new Date(clock.now().getTime() + PREVIOUS_SECRET_MS),
      });
      if (after === null) throw webhookNotFound();
      if (after.enabled) await resumeDeliveries(tx, id);
      return after;
    }),
  );
  if (updated.enabled) service.wake('webhook_deliveries');
  return updated;
}

export async function deleteWebhook(
  { db }: NotificationService,
  organizationId: number,
  id: string,
): Promise<WebhookRow> {
  const deleted = await store.removeWebhook(db, organizationId, id);
  if (!deleted) throw webhookNotFound();
  return deleted;
}

/** A unique index decides between concurrent requests with the same URL. */
async function rejectDuplicateUrl<T>(url: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw invalid([urlProblem(url, 'This URL is already registered')]);
  }
}

/** A secret that cannot be opened (SECRET_KEY was lost) can still be replaced. */
function openOrNull(sealing: Sealing, sealed: Buffer, context: string): string | null {
  try {
    return sealing.open(sealed, context);
  } catch {
    return null;
  }
}

export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
