import { randomBytes, randomUUID } from 'node:crypto';
import type { CreateWebhook } from '../../../contract/webhook.ts';
import { codeOf, invalid } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import { urlHash, urlProblem } from './check-url.ts';
import * as store from './store.ts';
import { secretPlace, type Webhook } from './webhook.ts';

export async function createWebhook(
  service: NotificationService,
  organizationId: number,
  input: CreateWebhook,
): Promise<Webhook> {
  const id = randomUUID();
  const secret = service.sealing.seal(input.secret ?? generateSecret(), secretPlace(id));
  const description = input.description ?? null;
  return refuseTwice(input.webhook_url, () =>
    store.insertWebhook(service.db, {
      id,
      organizationId,
      url: input.webhook_url,
      urlHash: urlHash(input.webhook_url),
      description,
      secret,
    }),
  );
}

/** Of two concurrent requests with one URL, the database accepts one. */
export async function refuseTwice<T>(url: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw invalid([urlProblem(url, 'This URL is already registered')]);
  }
}

function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
