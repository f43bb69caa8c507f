import { openMailer } from '../adapters/mail/open-mailer.ts';
import { waker } from '../db/wake.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { contentPath } from '../domain/images/signed-image-links.ts';
import { storedThumbnails } from '../domain/images/thumbnails.ts';
import { queueWebhookDisabled } from '../domain/notifications/mail/queue-emails.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import { sealing } from '../lib/bytes/sealing.ts';
import type { Base } from './base.ts';

export async function buildNotifications(
  { settings, db, clock, outbound, telemetry, secrets }: Base,
  images: ImageService,
): Promise<NotificationService> {
  const { http, webhooks, mail, mode } = settings;
  return {
    db,
    clock,
    outbound,
    sealing: sealing(secrets.SECRET_KEY),
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
    tracing: telemetry.tracing,
  };
}
