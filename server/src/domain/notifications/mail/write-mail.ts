import type { NotificationService } from '../notification-service.ts';
import { pictureUrl } from '../record-firing.ts';
import type { DigestContent, DisabledContent } from './content.ts';
import { digestHtml, escapeHtml } from './digest-html.ts';
import { digestText, digestWords } from './digest-text.ts';
import { drawMap } from './draw-map.ts';
import type { Message } from './mailer.ts';
import type { WaitingMail } from './queue.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** The mail from what is stored of it: whenever it is made, the same. */
export async function writeMail(
  service: NotificationService,
  mail: Pick<WaitingMail, 'key' | 'address' | 'subject' | 'created_at' | 'kind' | 'content'>,
): Promise<Message> {
  const plain = {
    messageId: `${mail.key}@${service.mailFrom.split('@')[1]}`,
    date: mail.created_at,
    from: service.mailFrom,
    recipient: mail.address,
    subject: mail.subject,
  };
  return mail.kind === 'digest'
    ? { ...plain, ...(await digest(service, mail, mail.content as DigestContent)) }
    : { ...plain, ...disabled(mail.address, mail.content as DisabledContent) };
}

type Rest = Omit<Message, 'messageId' | 'date' | 'from' | 'recipient' | 'subject'>;

async function digest(
  service: NotificationService,
  { address, created_at }: Pick<WaitingMail, 'address' | 'created_at'>,
  content: DigestContent,
): Promise<Rest> {
  const unsubscribe = unsubscribeUrl(service, { alertId: content.alert_id, address }, created_at);
  const picture = pictureUrl(service, new Date(content.fired_at));
  const words = digestWords(content, { unsubscribe, picture });
  const map = await drawMap(content.matches);
  return {
    to: content.email,
    cc: content.cc_emails,
    text: digestText(words),
    html: digestHtml(words, map === null ? null : 'map'),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    pictures: map === null ? [] : [{ cid: 'map', filename: 'map.png', contentType: 'image/png', bytes: map }],
  };
}

function disabled(address: string, { webhook_url, reason }: DisabledContent): Rest {
  const text = [
    `The webhook ${webhook_url} was disabled and gets no more notifications.`,
    reason,
    'What was waiting for it is held. Enable it with PATCH /alerts/webhook/{webhook_id} {"enabled": true}, and it is sent.',
  ];
  return {
    to: address,
    cc: [],
    text: text.join('\n\n'),
    html: `<!doctype html><html lang="en"><body>${text.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</body></html>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    pictures: [],
  };
}
