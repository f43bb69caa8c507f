import type { Database } from '../../db/database.ts';
import type { Sealing } from '../../lib/bytes/sealing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outbound } from '../../lib/outbound.ts';
import type { SignedLinks } from '../../lib/signed-links.ts';
import type { Mailer } from './mail/mailer.ts';

/** What the capability is built from. */
export type NotificationService = {
  db: Database;
  clock: Clock;
  outbound: Outbound;
  sealing: Sealing;
  links: SignedLinks;
  /** How long a link to a picture opens it at least, counted from the last attempt to deliver it. */
  linkSeconds: number;
  /** Where the path of a picture's content is; given by whoever knows images. */
  picturePath: (imageId: string) => string;
  /** What links start with. */
  publicUrl: string;
  signatureHeader: string;
  /** Only a machine on somebody's desk sends to http addresses. */
  httpAllowed: boolean;
  mailer: Mailer;
  /** The sender's address. */
  mailFrom: string;
  /** Tells the workers that rows of a table wait. */
  wake: (table: string) => void;
};
