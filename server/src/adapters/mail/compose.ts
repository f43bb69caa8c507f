import type { MailComposerOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Message } from '../../domain/notifications/mail/mailer.ts';

/** The email in wire format. */
export function compose(message: Message): Promise<Buffer> {
  return new MailComposer(mailOptions(message)).compile().build();
}

/** The email as the library takes it. */
export function mailOptions(message: Message): MailComposerOptions {
  const { messageId, date, from, to, cc, recipient, subject, text, html, headers, inlineImages } = message;
  return {
    messageId: `<${messageId}>`,
    date,
    from: unparsed(from),
    to: unparsed(to),
    cc: cc.map(unparsed),
    envelope: { from: unparsed(from), to: unparsed(recipient) },
    subject,
    text: withCrLf(text),
    html: withCrLf(html),
    headers,
    attachments: inlineImages.map(({ bytes, ...image }) => ({ ...image, content: bytes })),
    // The library would choose format=flowed for some texts, which breaks long links in some email programs.
    encoding: 'quoted-printable',
    // Derived from the id, so that the same email always has the same bytes. No encoded part contains "=_".
    boundaryPrefix: '=_',
    baseBoundary: messageId.replace(/[^A-Za-z0-9]/g, '').slice(0, 32),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The library keeps line breaks as they are. */
function withCrLf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** As an object, so that the library does not parse the address as a list or a name. */
function unparsed(address: string): { name: string; address: string } {
  return { name: '', address };
}
