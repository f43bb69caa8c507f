import type { Static } from 'typebox';
import type { Email } from '../../../contract/email.ts';
import { type Pagination, paginationOf } from '../../../contract/pagination.ts';
import { type Db, foundRow, statement } from '../../../db/database.ts';
import type { NotificationService } from '../notification-service.ts';
import type { WaitingMail } from './mail-queue.ts';
import type { Message } from './mailer.ts';
import { writeMail } from './write-mail.ts';

type ListedMail = Static<typeof Email>;
type Row = Pick<ListedMail, 'id' | 'address' | 'subject' | 'failure'> & {
  created_at: Date;
  sent_at: Date | null;
  kept_at: Date | null;
  died_at: Date | null;
};

const pageOfMails = statement(
  'mails.page',
  `select id, address, subject, created_at, sent_at, kept_at, failure, died_at
     from mails where organization_id = $1 order by created_at desc, id desc limit $2 offset $3`,
);
const count = statement('mails.count', `select count(*) as n from mails where organization_id = $1`);
const one = statement(
  'mails.one',
  `select id as key, address, kind, subject, created_at, firing_id, content from mails where organization_id = $1 and id = $2`,
);

export async function listMails(
  db: Db,
  organizationId: number,
  page: number,
  pageSize: number,
): Promise<{ mails: ListedMail[]; pagination: Pagination }> {
  const [rows, total] = await Promise.all([
    db.rows<Row>(pageOfMails, [organizationId, pageSize, (page - 1) * pageSize]),
    db.row<{ n: number }>(count, [organizationId]),
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
  return { mails, pagination: paginationOf(page, pageSize, rows.length, total?.n ?? 0) };
}

function stateOf({ died_at, sent_at, kept_at }: Row): ListedMail['state'] {
  if (died_at !== null) return 'failed';
  if (sent_at !== null) return 'sent';
  return kept_at === null ? 'waiting' : 'kept';
}

/** As the recipient sees it. Links that sign a person in are hidden from administrators. */
export async function renderMail(service: NotificationService, organizationId: number, id: string) {
  const message = await findMessage(service, organizationId, id);
  const { from, to, cc, subject, date, text, html, inlineImages } = message;
  const inlined = inlineImages.reduce(
    (page, { cid, contentType, bytes }) =>
      page.replaceAll(`"cid:${cid}"`, `"data:${contentType};base64,${bytes.toString('base64')}"`),
    html,
  );
  return { from, to, cc, subject, date: date.toISOString(), text, html: inlined };
}

async function findMessage(
  service: NotificationService,
  organizationId: number,
  id: string,
): Promise<Message> {
  const mail = await foundRow<WaitingMail>(service.db, one, [organizationId, id], 'There is no such email.');
  return writeMail(service, mail, { hidesSecrets: true });
}

/** The raw message that was or will be sent. Links that sign a person in are hidden from administrators. */
export async function mailMessage(
  service: NotificationService,
  organizationId: number,
  id: string,
): Promise<Buffer> {
  return service.mail.mailer.raw(await findMessage(service, organizationId, id));
}
