import { openMailer } from '../adapters/mail/open-mailer.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { waker } from '../db/wake.ts';
import { contentPath } from '../domain/images/image-links.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { storedThumbnails } from '../domain/images/thumbnails.ts';
import { queueWebhookDisabled } from '../domain/notifications/mail/queue-emails.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { Keyring } from '../lib/bytes/keyring.ts';
import { sealing } from '../lib/bytes/sealing.ts';
import type { Clock } from '../lib/clock.ts';
import type { Outbound } from '../lib/outbound.ts';
import type { Tracing } from '../lib/telemetry/tracing.ts';

export async function buildNotifications(
  settings: Settings,
  db: Database,
  clock: Clock,
  outbound: Outbound,
  images: ImageService,
  tracing: Tracing,
  secretKey: Keyring,
): Promise<NotificationService> {
  const { http, webhooks, mail, mode } = settings;
  return {
    db,
    clock,
    outbound,
    sealing: sealing(secretKey),
    links: images.links,
    linkSeconds: images.linkSeconds,
    thumbnails: (ids) => storedThumbnails(images, ids),
    imagePath: contentPath,
    publicUrl: http.publicUrl ?? `http://localhost:${http.port}`,
    signatureHeader: webhooks.signatureHeader,
    httpAllowed: mode === 'local',
    mailer: openMailer(settings),
    mailFrom: mail.from,
    confirmRecipients: mail.confirmRecipients,
    onWebhookDisabled: queueWebhookDisabled,
    wake: waker(db),
    tracing,
  };
}
