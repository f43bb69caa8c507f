import type { Settings } from '../config/settings.ts';
import { operatorError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';

/** Without PUBLIC_URL, links in emails, webhooks and responses would point to the reader's own machine. */
export function checkPublicUrl({ mode, http: { publicUrl } }: Settings, log: Log): void {
  if (mode !== 'production') return;
  if (publicUrl === null)
    throw operatorError(
      'PUBLIC_URL must be set in production: the https URL at which customers reach the service, such as https://milepost.example.com. Links in responses, webhooks and emails start with it.',
    );
  if (!publicUrl.startsWith('https:'))
    log.warn('PUBLIC_URL is not https: credentials and images are sent unencrypted');
}
