import { WorkQueue } from '../../../db/claim.ts';
import type { MailContent } from './content.ts';

/** A mail as the sender gets it. */
export type WaitingMail = MailContent & { key: string; address: string; subject: string; created_at: Date };

const MINUTE_MS = 60_000;
const PAUSES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440];

/** Mails that wait to be sent: tried for about two days. */
export function mailQueue(): WorkQueue<WaitingMail> {
  return new WorkQueue<WaitingMail>({
    table: 'mails',
    key: 'id',
    keyType: 'uuid',
    columns: 'address, kind, subject, content, created_at',
    finished: 'keep',
    leaseMs: 180_000,
    maxAttempts: PAUSES.length + 1,
    backoffMs: (attempt) => (PAUSES[attempt - 1] ?? 1_440) * MINUTE_MS,
  });
}
