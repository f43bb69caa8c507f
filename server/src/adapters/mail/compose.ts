import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Message } from '../../domain/notifications/mail/mailer.ts';

/** The email in wire format. Names, line breaks and long lines are encoded, so no field can add a header. */
export function compose(message: Message): Promise<Buffer> {
  const { messageId, date, subject, text, html, inlineImages, headers } = message;
  const mail = new MailComposer({
    messageId: `<${messageId}>`,
    date,
    from: plain(message.from),
    to: plain(message.to),
    cc: message.cc.map(plain),
    subject,
    text: wireLines(text),
    html: wireLines(html),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        { prepared: true, value: value.replace(/\s+/g, ' ') },
      ]),
    ),
    attachments: inlineImages.map(({ cid, filename, contentType, bytes }) => ({
      cid,
      filename,
      contentType,
      content: bytes,
      contentDisposition: 'inline',
    })),
    // Derived from the id, so that the same email has the same bytes.
    baseBoundary: messageId.replace(/[^A-Za-z0-9]/g, '').slice(0, 32),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Promise((resolve, reject) => {
    mail.compile().build((error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}

/** As an object, so that the address is not parsed as a list or a name. */
function plain(address: string): { name: string; address: string } {
  return { name: '', address };
}

function wireLines(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}
