import { WorkQueue } from '../../../db/claim.ts';
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

const MINUTE_MS = 60_000;
const DELAYS_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440];

/** Emails are retried for about two days. */
export function mailQueue(): WorkQueue<WaitingMail> {
  return new WorkQueue<WaitingMail>({
    table: 'mails',
    key: 'id',
    keyType: 'uuid',
    columns: 'address, kind, subject, content, created_at, firing_id, traceparent',
    finished: 'keep',
    leaseMs: 180_000,
    maxAttempts: DELAYS_MINUTES.length + 1,
    backoffMs: (attempt) => (DELAYS_MINUTES[attempt - 1] ?? 1_440) * MINUTE_MS,
  });
}
