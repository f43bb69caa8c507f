/**
 * A customer's receiver in a separate process. It checks each body against the OpenAPI document, the SHA-512 signature
 * with the reference procedure, and the other one with the Standard Webhooks library. Arguments: the secret, and the
 * maximum response time in ms. A number as message is how many requests it answers from now on: later ones wait.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { assertDocumented } from './documented.ts';
import type { Seen } from './start-receiver.ts';

const [, , secret = '', maxDelayMs = '0'] = process.argv;
const standard = new Webhook(Buffer.from(secret), { format: 'raw' });
let seen: Seen[] = [];
let answersLeft = Number.POSITIVE_INFINITY;
let waiting: ServerResponse[] = [];

function answer(): void {
  while (answersLeft > 0) {
    const response = waiting.shift();
    if (!response) return;
    if (response.destroyed) continue;
    answersLeft--;
    setTimeout(() => response.end('thank you'), Math.random() * Number(maxDelayMs));
  }
}

function compatible(given = '', body: Buffer): boolean {
  const expected = `sha512=${createHmac('sha512', secret).update(body).digest('hex')}`;
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function byLibrary(headers: Record<string, unknown>, body: Buffer): boolean {
  try {
    standard.verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

function undocumented(body: string): string | null {
  try {
    assertDocumented(body);
    return null;
  } catch (error) {
    return String(error);
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const { rawHeaders, headers } = request;
    seen.push({
      path: request.url ?? '',
      headers: Array.from({ length: rawHeaders.length / 2 }, (_, i) => [
        (rawHeaders[2 * i] ?? '').toLowerCase(),
        rawHeaders[2 * i + 1] ?? '',
      ]),
      body: body.toString(),
      verified: {
        compatible: compatible(headers['x-genlogs-signature'] as string | undefined, body),
        standard: byLibrary(headers, body),
      },
      undocumented: undocumented(body.toString()),
    });
    waiting.push(response);
    answer();
  });
});
process.on('message', (message) => {
  if (typeof message === 'number') {
    answersLeft = message;
    return answer();
  }
  waiting = waiting.filter((response) => !response.destroyed);
  process.send?.({ seen, waiting: waiting.length });
  if (message === 'seen') seen = [];
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
