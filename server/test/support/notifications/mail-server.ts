import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { closing } from '../closing.ts';

export type Taken = { from: string; to: string[]; raw: string };

/** A mail server on loopback. It rejects addresses that start with a status (`450.x@…`, `550.x@…`) with that status. */
export async function startMailServer() {
  const taken: Taken[] = [];
  const connections = new Set<string>();
  const refusal = (address: string) => {
    const code = /^(\d{3})\./.exec(address)?.[1];
    return code === undefined
      ? null
      : Object.assign(new Error(`refused ${code}`), { responseCode: Number(code) });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(session, done) {
      connections.add(session.id);
      done();
    },
    onRcptTo: ({ address }, _session, done) => done(refusal(address)),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        taken.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  closing(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, taken, connections };
}

/** The unfolded header lines of an email, in order. */
export function headersOf(raw: string): [name: string, value: string][] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return head.split('\r\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
}

/** The decoded content of the first part with this type. */
export function partOf(raw: string, type: string): Buffer {
  for (const part of raw.split(/\r\n--[^\r\n]+\r\n/)) {
    const end = part.indexOf('\r\n\r\n');
    if (end < 0 || !new RegExp(`^content-type: ${type}`, 'im').test(part.slice(0, end))) continue;
    const body = part.slice(end + 4).replace(/\r\n--[^\r\n]*--[\s\S]*$/, '');
    const encoding = /^content-transfer-encoding: (\S+)/im.exec(part.slice(0, end))?.[1] ?? '7bit';
    if (encoding === 'base64') return Buffer.from(body, 'base64');
    if (encoding !== 'quoted-printable') return Buffer.from(body);
    const joined = body.replace(/=\r\n/g, '');
    return Buffer.from(
      joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
  }
  throw new Error(`no ${type} in ${raw.slice(0, 500)}`);
}
