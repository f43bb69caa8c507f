import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Pagination, paginationOf } from '../../../lib/pagination.ts';
import type { NotificationService } from '../notification-service.ts';
import { countMails, findMail, type MailRow, pageMails } from './store.ts';
import { writeMail } from './write-mail.ts';

type ListedMail = {
  id: string;
  address: string;
  subject: string;
  /** `kept`: written to a file, because no mail server is configured. */
  state: 'waiting' | 'sent' | 'kept' | 'failed';
  failure: string | null;
  created_at: string;
  sent_at: string | null;
};

export async function listMails(
  db: Db,
  organizationId: number,
  page: number,
  pageSize: number,
): Promise<{ mails: ListedMail[]; pagination: Pagination }> {
  const [rows, total] = await Promise.all([
    pageMails(db, organizationId, pageSize, (page - 1) * pageSize),
    countMails(db, organizationId),
  ]);
  const mails = rows.map((row): ListedMail => {
    const { id, address, subject, failure, created_at, sent_at } = row;
    return {
      id,
      address,
      subject,
      state: stateOf(row),
      failure,
      created_at: created_at.toISOString(),
      sent_at: sent_at?.toISOString() ?? null,
    };
  });
  return { mails, pagination: paginationOf(page, pageSize, rows.length, total) };
}

function stateOf({ died_at, sent_at, kept_at }: Omit<MailRow, 'content'>): ListedMail['state'] {
  if (died_at !== null) return 'failed';
  if (sent_at !== null) return 'sent';
  return kept_at === null ? 'waiting' : 'kept';
}

/** The raw message that was or will be sent. */
export async function mailMessage(
  service: NotificationService,
  organizationId: number,
  id: string,
): Promise<Buffer> {
  const row = await findMail(service.db, organizationId, id);
  if (row === null) throw new AppError('not_found', 'There is no such email.');
  return service.mailer.raw(await writeMail(service, { ...row, key: row.id }));
}
