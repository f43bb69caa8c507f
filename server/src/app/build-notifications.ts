import { openMailer } from '../adapters/mail/open-mailer.ts';
import { waker } from '../db/wake.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { contentPath } from '../domain/images/signed-image-links.ts';
import { storedThumbnails } from '../domain/images/thumbnails.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import { sealing } from '../lib/bytes/sealing.ts';
import type { Base } from './builder-base.ts';

export function buildNotifications(
  { settings, db, clock, outbound, telemetry, secrets }: Base,
  images: ImageService,
): NotificationService {
  const { http, webhooks, mail, mode } = settings;
  return {
    db,
    clock,
    outbound,
    sealing: sealing(secrets.SECRET_KEY),
    tracing: telemetry.tracing,
    wake: waker(db),
    publicUrl: http.publicUrl ?? `http://localhost:${http.port}`,
    links: images.links,
    images: {
      path: contentPath,
      linkSeconds: images.linkSeconds,
      thumbnails: (ids) => storedThumbnails(images, ids),
    },
    webhooks: { signatureHeader: webhooks.signatureHeader, httpAllowed: mode === 'local' },
    mail: { mailer: openMailer(settings), from: mail.from, confirmRecipients: mail.confirmRecipients },
  };
}
