import { encode as base64, wrap as wrapBase64 } from 'nodemailer/lib/base64/index.js';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type MimeNode from 'nodemailer/lib/mime-node/index.js';
import { encode as quoted, wrap as wrapQuoted } from 'nodemailer/lib/qp/index.js';
import type { Message } from '../../domain/notifications/mail/mailer.ts';

const LINE_FEED = 0x0a;

/** The email in wire format. Names, line breaks and long lines are encoded, so no field can add a header. */
export function compose(message: Message): Buffer {
  const bytes = Buffer.concat([...partsOf(mailOf(message).compile())]);
  return bytes.at(-1) === LINE_FEED ? bytes : Buffer.concat([bytes, Buffer.from('\r\n')]);
}

/** Exported for the test that compares `compose` with the library's own output. */
export function mailOf(message: Message): MailComposer {
  const { messageId, date, subject, text, html, inlineImages, headers } = message;
  return new MailComposer({
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
}

/** The bytes of a part and the parts below it. The library writes the same through streams, at twice the processor time. */
function* partsOf(node: MimeNode): Generator<Buffer> {
  yield Buffer.from(`${node.buildHeaders()}\r\n\r\n`);
  if (!node.multipart) return yield encoded(node);
  for (const [nth, child] of node.childNodes.entries()) {
    yield Buffer.from(`${nth > 0 ? '\r\n' : ''}--${node.boundary}\r\n`);
    yield* partsOf(child);
  }
  yield Buffer.from(`\r\n--${node.boundary}--\r\n`);
}

function encoded(node: MimeNode): Buffer {
  const content = node.content as Buffer | string;
  switch (node.getTransferEncoding()) {
    case 'base64':
      return Buffer.from(wrapBase64(base64(content)));
    case 'quoted-printable':
      return Buffer.from(wrapQuoted(quoted(content)));
    default:
      return Buffer.from(content);
  }
}

/** As an object, so that the address is not parsed as a list or a name. */
function plain(address: string): { name: string; address: string } {
  return { name: '', address };
}

function wireLines(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}
