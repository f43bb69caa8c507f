import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import {
  bodySignature,
  signingKeys,
  standardHeaders,
} from '../../domain/notifications/webhooks/signature.ts';
import { AppError, codeOf } from '../../lib/errors.ts';
import type { Command, Context } from '../command.ts';
import { counted } from '../format.ts';
import { flag, option, required, wholeNumber } from '../options.ts';

const MAX_BODY_BYTES = 4 * 2 ** 20;
const MAX_AGE_SECONDS = 300;

export const listen: Command = {
  name: 'listen',
  audit: { none: 'Receives requests on this machine and stores nothing.' },
  summary: 'Receive webhooks on this machine: verify each signature and print what arrived',
  options: {
    port: option('number', 'port to listen on, on loopback only (default: 9099)'),
    secret: { ...option('text', 'the secret of the webhook'), required: true },
    status: option('number', 'status of every response (default: 204 if the signature is valid, else 401)'),
    count: option('number', 'stop after this many requests'),
    body: flag('print the whole body'),
  },
  async run(context, values) {
    const port = values.port === undefined ? 9099 : wholeNumber(values, 'port');
    const status = values.status === undefined ? null : wholeNumber(values, 'status');
    const count = values.count === undefined ? Number.POSITIVE_INFINITY : wholeNumber(values, 'count');
    const keys = signingKeys(required(values, 'secret'));
    let received = 0;
    await new Promise<void>((resolve, reject) => {
      const server = createServer((request, response) => {
        // A script that waits until this command listens.
        if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
        receive(request)
          .then((body) => {
            const problem = problemOf(request, body, keys, context.settings.webhooks.signatureHeader);
            print(context, request, body, problem, values.body === true);
            response.writeHead(status ?? (problem === null ? 204 : 401)).end();
            if (++received >= count) server.close(() => resolve());
          })
          .catch((error: unknown) => response.writeHead(413).end(String(error)));
      });
      server.on('error', (error) => reject(listenFailure(error, port)));
      server.listen(port, '127.0.0.1', () =>
        context.print(`Listening on http://localhost:${port}/ for webhooks. Press Ctrl-C to stop.`),
      );
    });
  },
};

async function receive(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What is wrong with the signatures of a request; null if both are valid. */
function problemOf(
  { headers }: IncomingMessage,
  body: Buffer,
  keys: ReturnType<typeof signingKeys>,
  signatureHeader: string,
): string | null {
  const text = (name: string) => String(headers[name.toLowerCase()] ?? '');
  if (text(signatureHeader) === '') return `the header ${signatureHeader} is missing`;
  if (!isEqual(text(signatureHeader), bodySignature(keys, body)))
    return `${signatureHeader} does not fit the body and the secret`;
  const timestamp = Number(text('webhook-timestamp'));
  if (!(Math.abs(Date.now() / 1_000 - timestamp) <= MAX_AGE_SECONDS))
    return 'webhook-timestamp is more than 5 minutes away from the clock of this machine';
  const expected = standardHeaders(
    { current: keys, previous: null },
    text('webhook-id'),
    new Date(timestamp * 1_000),
    body,
  );
  const signatures = text('webhook-signature').split(' ');
  return signatures.some((one) => isEqual(one, expected['webhook-signature'] ?? ''))
    ? null
    : 'webhook-signature does not fit the body and the secret';
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function print(
  context: Context,
  { method, url }: IncomingMessage,
  body: Buffer,
  problem: string | null,
  withBody: boolean,
): void {
  const verdict = problem === null ? 'signature valid' : `REFUSED: ${problem}`;
  context.print(`${new Date().toISOString()} ${method} ${url} ${eventOf(body)}, ${verdict}`);
  if (withBody) context.print(body.toString());
}

function eventOf(body: Buffer): string {
  try {
    const { event, total_matches: total, matches } = JSON.parse(body.toString());
    const first = matches?.[0];
    const about = first
      ? `: ${[first.alert_name, first.usdot && `USDOT ${first.usdot}`, first.city].filter(Boolean).join(', ')}`
      : '';
    return `${event}${total === undefined ? '' : `, ${counted(total, 'match', 'matches')}`}${about}`;
  } catch {
    return 'a body that is not JSON';
  }
}

function listenFailure(error: Error, port: number): Error {
  return codeOf(error) === 'EADDRINUSE'
    ? new AppError('operator', `Port ${port} is already in use. Choose another with --port.`)
    : error;
}
