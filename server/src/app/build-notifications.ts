import { openMailer } from '../adapters/mail/open-mailer.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { waker } from '../db/wake.ts';
import { contentPath } from '../domain/images/image-links.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { storedThumbnails } from '../domain/images/thumbnails.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { Keyring } from '../lib/bytes/keyring.ts';
import { sealing } from '../lib/bytes/sealing.ts';
import type { Clock } from '../lib/clock.ts';
import type { Outbound } from '../lib/outbound.ts';
import type { Tracing } from '../lib/telemetry/tracing.ts';

type Parts = {
  settings: Settings;
  db: Database;
  clock: Clock;
  outbound: Outbound;
  tracing: Tracing;
  images: ImageService;
  secretKey: Keyring;
};

export function buildNotifications(parts: Parts): NotificationService {
  const { settings, db, clock, outbound, tracing, images, secretKey } = parts;
  const { http, webhooks, mail, mode } = settings;
  return {
    db,
    clock,
    outbound,
    sealing: sealing(secretKey),
    tracing,
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
