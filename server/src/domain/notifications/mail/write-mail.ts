import { imageLinks } from '../image-links.ts';
import type { NotificationService } from '../notification-service.ts';
import { accountLines, openPath } from './account-mail.ts';
import { confirmLinks } from './confirmations.ts';
import type {
  AccountContent,
  ConfirmContent,
  DigestContent,
  NoticeContent,
  WatchlistContent,
} from './content.ts';
import { digestHtml, escapeHtml } from './digest-html.ts';
import { digestImages } from './digest-images.ts';
import { digestText, digestView, localTime } from './digest-text.ts';
import type { WaitingMail } from './mail-queue.ts';
import type { Message } from './mailer.ts';
import { unsubscribeLinks, watchlistLinks } from './unsubscribe.ts';

/** Renders a stored email. The result is the same each time, except for thumbnails of images that were deleted since. */
export async function writeMail(
  service: NotificationService,
  mail: WaitingMail,
  { hidesSecrets = false } = {},
): Promise<Message> {
  const envelope = {
    messageId: `${mail.key}@${service.mail.from.split('@')[1]}`,
    date: mail.created_at,
    from: service.mail.from,
    recipient: mail.address,
    subject: mail.subject,
  };
  if (mail.kind === 'digest')
    return { ...envelope, ...(await digest(service, mail, mail.content as DigestContent)) };
  if (mail.kind === 'watchlist')
    return { ...envelope, ...watchlistBody(service, mail, mail.content as WatchlistContent) };
  if (mail.kind === 'confirm_recipient')
    return { ...envelope, ...confirmation(service, mail, mail.content as ConfirmContent) };
  if (mail.kind === 'notice')
    return { ...envelope, ...plainMail(mail.address, (mail.content as NoticeContent).lines) };
  const content = mail.content as AccountContent;
  const link = hidesSecrets ? '(hidden)' : service.publicUrl + openPath(service, mail.key, content);
  return { ...envelope, ...plainMail(mail.address, accountLines(content, link)) };
}

type Body = Omit<Message, 'messageId' | 'date' | 'from' | 'recipient' | 'subject'>;

async function digest(
  service: NotificationService,
  { key, address, created_at, firing_id }: WaitingMail,
  content: DigestContent,
): Promise<Body> {
  const unsubscribe = unsubscribeLinks.url(service, [content.alert_id, address], created_at);
  const imageUrl = imageLinks(service, new Date(content.fired_at));
  const consoleUrl = `${service.publicUrl}/console`;
  const view = digestView(content, { unsubscribe, imageUrl, consoleUrl });
  const { map, thumbnails } = await digestImages(service, firing_id ?? key, content);
  return {
    to: content.email,
    cc: content.cc_emails,
    text: digestText(view),
    html: digestHtml(view, map === null ? null : 'map', (id) => (thumbnails.has(id) ? id : null)),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    inlineImages: [
      ...(map === null ? [] : [{ cid: 'map', filename: 'map.png', contentType: 'image/png', bytes: map }]),
      ...[...thumbnails].map(([id, bytes]) => ({
        cid: id,
        filename: `${id}.jpg`,
        contentType: 'image/jpeg',
        bytes,
      })),
    ],
  };
}

function watchlistBody(
  service: NotificationService,
  { address, created_at }: WaitingMail,
  { list, name, timezone, total, changes }: WatchlistContent,
): Body {
  const unsubscribe = watchlistLinks.url(service, [list, address], created_at);
  const lines = changes.map(({ time, usdot_number, legal_name, summary }) =>
    [
      `${localTime(time, timezone)}  ${[legal_name, `USDOT ${usdot_number}`].filter(Boolean).join(', ')}`,
      summary,
      `${service.publicUrl}/console/carriers/${usdot_number}`,
    ].join('\n'),
  );
  const plain = plainMail(address, [
    `${total === 1 ? '1 change' : `${total} changes`} of carriers on the watchlist ${name}.`,
    ...(changes.length < total ? [`The newest ${changes.length} are shown.`] : []),
    ...lines,
    `Stop the emails of this watchlist: ${unsubscribe}`,
  ]);
  const headers = {
    ...plain.headers,
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...plain, headers };
}

function confirmation(
  service: NotificationService,
  { address, created_at }: WaitingMail,
  { organization_id, organization }: ConfirmContent,
): Body {
  const link = confirmLinks.url(service, [organization_id, address], created_at);
  return plainMail(address, [
    `${organization} has set up truck sighting alerts for this address.`,
    `To receive them, confirm here: ${link}`,
    'If you do not want them, ignore this email. You will receive no alerts.',
  ]);
}

function plainMail(address: string, text: string[]): Body {
  return {
    to: address,
    cc: [],
    text: text.join('\n\n'),
    html: `<!doctype html><html lang="en"><body>${text.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('')}</body></html>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    inlineImages: [],
  };
}
