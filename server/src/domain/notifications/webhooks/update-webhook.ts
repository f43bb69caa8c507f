import type { UpdateWebhook } from '../../../contract/webhook.ts';
import type { Sealing } from '../../../lib/bytes/sealing.ts';
import { AppError } from '../../../lib/errors.ts';
import { resumeDeliveries } from '../deliveries/store.ts';
import type { NotificationService } from '../notification-service.ts';
import { urlHash } from './check-url.ts';
import { refuseTwice } from './create-webhook.ts';
import * as store from './store.ts';
import { secretPlace, type Webhook } from './webhook.ts';

const BOTH_SECRETS_MS = 24 * 3_600_000;

/** Changes the supplied fields. Enabling a webhook queues the deliveries that were held. */
export async function updateWebhook(
  service: NotificationService,
  organizationId: number,
  id: string,
  changes: UpdateWebhook,
): Promise<Webhook> {
  const { db, sealing, clock } = service;
  const url = changes.webhook_url ?? null;
  const updated = await refuseTwice(url ?? '', () =>
    db.transaction(async (tx) => {
      const before = await store.lockWebhook(tx, organizationId, id);
      if (before === null) throw notFound();
      const place = secretPlace(id);
      const given = changes.secret ?? null;
      const secret = given === null || given === readable(sealing, before.secret, place) ? null : given;
      const after = await store.updateWebhook(tx, id, {
        url,
        urlHash: url === null ? null : urlHash(url),
        description: changes.description,
        enabled: changes.enabled ?? null,
        secret: secret === null ? null : sealing.seal(secret, place),
        previousSecretUntil: new Date(clock.now().getTime() + BOTH_SECRETS_MS),
      });
      if (after === null) throw notFound();
      if (after.enabled) await resumeDeliveries(tx, id);
      return after;
    }),
  );
  if (updated.enabled) service.wake('webhook_deliveries');
  return updated;
}

/** A secret that can no longer be read may still be replaced. */
function readable(sealing: Sealing, sealed: Buffer, place: string): string | null {
  try {
    return sealing.open(sealed, place);
  } catch {
    return null;
  }
}

export async function deleteWebhook(
  { db }: NotificationService,
  organizationId: number,
  id: string,
): Promise<void> {
  if ((await store.removeWebhook(db, organizationId, id)) === 0) throw notFound();
}

/** Another organization's is not found either. */
export const notFound = () => new AppError('not_found', 'There is no such webhook.');
