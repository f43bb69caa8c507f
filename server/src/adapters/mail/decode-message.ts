const TEXT_PART = /^content-type:\s*text\//im;

/** The subject and the text parts of an email in wire format, decoded. Attachments are left out. */
export function decodeMessage(bytes: Buffer): string {
  const [head = '', ...rest] = bytes.toString('latin1').split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const subject = decodeWords(/^subject: *(.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? '');
  return [subject, ...partsOf(head, body)].join('\n');
}

function partsOf(head: string, body: string): string[] {
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(head)?.[1];
  if (boundary === undefined) return TEXT_PART.test(head) ? [decodeBody(head, body)] : [];
  return body.split(`--${boundary}`).flatMap((part) => {
    const [partHead = '', ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n');
    return rest.length === 0 ? [] : partsOf(partHead, rest.join('\r\n\r\n'));
  });
}

function decodeBody(head: string, body: string): string {
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable'
    ? quotedPrintable(body)
    : Buffer.from(body, 'latin1').toString('utf8');
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Encoded words in a header (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?[^?]+\?([BQ])\?([^?]*)\?=/gi, (_, kind, word) =>
      /b/i.test(kind)
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    );
}
