import type { Database, Transaction } from '../../db/database.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outbound } from '../../lib/outbound.ts';
import type { SignedLinks } from '../../lib/signed-links.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import type { Mailer } from './mail/mailer.ts';

export type DisabledWebhook = { id: string; organization_id: number; webhook_url: string };

export type NotificationService = {
  db: Database;
  clock: Clock;
  outbound: Outbound;
  sealing: Sealing;
  links: SignedLinks;
  /** The minimum lifetime of an image link, counted from the last delivery attempt. */
  linkSeconds: number;
  imagePath: (imageId: string) => string;
  /** Thumbnails by image id, of the images that are still stored and can be decoded. */
  thumbnails: (imageIds: string[]) => Promise<Map<string, Buffer>>;
  /** The base of all links. */
  publicUrl: string;
  signatureHeader: string;
  /** True in local mode only. */
  httpAllowed: boolean;
  mailer: Mailer;
  /** The From address. */
  mailFrom: string;
  /** Whether addresses outside the organization must confirm before they receive alerts. */
  confirmRecipients: boolean;
  /** Called in the transaction that disables the webhook. */
  onWebhookDisabled: (tx: Transaction, webhook: DisabledWebhook, reason: string) => Promise<void>;
  /** Notifies the workers that a table has new rows to process. */
  wake: (table: string) => void;
  tracing: Tracing;
};
