import { WorkQueue } from '../../../db/claim.ts';
import { queues } from '../../../lib/queues.ts';
import type { MailContent } from './content.ts';

export type WaitingMail = MailContent & {
  key: string;
  address: string;
  subject: string;
  created_at: Date;
  /** Null in emails that no firing queued. */
  firing_id: string | null;
  traceparent: string | null;
};

export const mailQueue = () => new WorkQueue<WaitingMail>(queues.mails);
