import type { Database } from '../../db/database.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outbound } from '../../lib/outbound.ts';
import type { SignedLinks } from '../../lib/signed-links.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import type { Mailer } from './mail/mailer.ts';

/** What the functions of this folder need. They are imported where they are called; this type has no functions of its own. */
export type NotificationService = {
  db: Database;
  clock: Clock;
  outbound: Outbound;
  sealing: Sealing;
  tracing: Tracing;
  /** Notifies the workers that a table has new rows to process. */
  wake: (table: string) => void;
  /** The base of all links. */
  publicUrl: string;
  links: SignedLinks;
  images: ImageAccess;
  webhooks: WebhookSettings;
  mail: MailSettings;
};

type ImageAccess = {
  path: (imageId: string) => string;
  /** The minimum lifetime of an image link, counted from the last delivery attempt. */
  linkSeconds: number;
  /** Thumbnails by image id, of the images that are still stored and can be decoded. */
  thumbnails: (imageIds: string[]) => Promise<Map<string, Buffer>>;
};

type WebhookSettings = {
  signatureHeader: string;
  /** True in local mode only. */
  httpAllowed: boolean;
};

type MailSettings = {
  mailer: Mailer;
  /** The From address. */
  from: string;
  /** Whether addresses outside the organization must confirm before they receive alerts. */
  confirmRecipients: boolean;
};
