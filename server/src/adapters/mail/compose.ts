import MimeNode from 'nodemailer/lib/mime-node/index.js';
import type { Message } from '../../domain/notifications/mail/mailer.ts';
import { base64Lines, quotedPrintable } from './transfer-encoding.ts';

/**
 * The email in wire format. Its structure is fixed, so the parts are written here: the library's composer takes five times
 * the processor time. Names and values are encoded, so no field can add a header.
 */
export function compose(message: Message): Buffer {
  const { messageId, text, html, inlineImages } = message;
  // Derived from the id, so that the same email has the same bytes. "=_" is in no encoded part.
  const id = messageId.replace(/[^A-Za-z0-9]/g, '').slice(0, 32);
  const [outer, inner] = [`=_a_${id}`, `=_r_${id}`];
  const textPart = (type: string, content: string) => [
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`,
    quotedPrintable(content),
  ];
  const htmlParts =
    inlineImages.length === 0
      ? textPart('text/html', html)
      : [
          `Content-Type: multipart/related; type="text/html";\r\n boundary="${inner}"\r\n\r\n--${inner}\r\n`,
          ...textPart('text/html', html),
          ...inlineImages.flatMap((image) => [
            `\r\n--${inner}\r\n`,
            imageHeaders(image),
            base64Lines(image.bytes),
          ]),
          `\r\n--${inner}--\r\n`,
        ];
  return Buffer.concat(
    [
      `${headersOf(message, `multipart/alternative; boundary="${outer}"`)}\r\n\r\n--${outer}\r\n`,
      ...textPart('text/plain', text),
      `\r\n--${outer}\r\n`,
      ...htmlParts,
      `\r\n--${outer}--\r\n`,
    ].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  );
}

/** Addresses and subjects that a header can contain without encoding, quotes or folding. */
const PLAIN_ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;
const PLAIN_SUBJECT = /^(?!.*=\?)(?=.{1,66}$)[!#-~]+(?: [!#-~]+)*$/;
/** The longest list of addresses that fits into one header line. */
const MAX_ADDRESSES = 76 - 'From: '.length;

/** The headers of the email. If an address or the subject needs encoding, the library writes all of them. */
function headersOf(message: Message, contentType: string): string {
  const { messageId, from, to, cc, subject } = message;
  const date = message.date.toUTCString().replace('GMT', '+0000');
  const added = Object.entries(message.headers).map(
    ([name, value]) => [name, value.replace(/[\s\p{Cc}]+/gu, ' ')] as const,
  );
  const isPlain =
    [from, to, ...cc, messageId].every((address) => PLAIN_ADDRESS.test(address)) &&
    [from, to, cc.join(', ')].every((line) => line.length <= MAX_ADDRESSES) &&
    PLAIN_SUBJECT.test(subject);
  if (isPlain) {
    return [
      ...added.map(([name, value]) => `${name}: ${value}`),
      `From: ${from}\r\nTo: ${to}`,
      ...(cc.length === 0 ? [] : [`Cc: ${cc.join(', ')}`]),
      `Subject: ${subject}\r\nMessage-ID: <${messageId}>\r\nDate: ${date}\r\nMIME-Version: 1.0`,
      `Content-Type: ${contentType}`,
    ].join('\r\n');
  }
  const node = new MimeNode(contentType);
  for (const [name, value] of added) node.setHeader(name, { prepared: true, value } as never);
  node.setHeader([
    { key: 'From', value: [unparsed(from)] as never },
    { key: 'To', value: [unparsed(to)] as never },
    ...(cc.length === 0 ? [] : [{ key: 'Cc', value: cc.map(unparsed) as never }]),
    { key: 'Subject', value: subject },
    { key: 'Message-ID', value: `<${messageId}>` },
    { key: 'Date', value: date },
  ]);
  return node.buildHeaders();
}

type InlineImage = Message['inlineImages'][number];

/** All values are the service's own: `map`, image ids, and image types. */
function imageHeaders({ cid, filename, contentType }: InlineImage): string {
  const token = (text: string) => text.replace(/[^A-Za-z0-9._/-]/g, '_');
  return [
    `Content-Type: ${token(contentType)}; name=${token(filename)}`,
    `Content-ID: <${token(cid)}>`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: inline; filename=${token(filename)}\r\n\r\n`,
  ].join('\r\n');
}

/** As an object, so that the address is not parsed as a list or a name. */
function unparsed(address: string): { name: string; address: string } {
  return { name: '', address };
}
