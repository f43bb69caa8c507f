import { randomBytes, randomUUID } from 'node:crypto';
import { codeOf, invalid } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import { checkUrl, urlError } from './check-url.ts';
import * as store from './store.ts';
import { secretPlace, type Webhook } from './webhook.ts';

export type NewWebhook = { webhook_url: string; secret?: string | null; description?: string | null };

export async function createWebhook(
  service: NotificationService,
  organizationId: number,
  input: NewWebhook,
): Promise<Webhook> {
  const urlHash = checkUrl(service, input.webhook_url);
  const id = randomUUID();
  const secret = service.sealing.seal(input.secret ?? generateSecret(), secretPlace(id));
  const description = input.description ?? null;
  return refuseTwice(input.webhook_url, () =>
    store.insertWebhook(service.db, {
      id,
      organizationId,
      url: input.webhook_url,
      urlHash,
      description,
      secret,
    }),
  );
}

/** Of two requests at once with one address, the database lets one through. */
export async function refuseTwice<T>(url: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw invalid([urlError(url, 'This URL is already registered')]);
  }
}

function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
