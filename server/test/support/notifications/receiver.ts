/**
 * A customer's receiver, as a process of its own: takes anything, checks each body against the OpenAPI document and both
 * signatures over the raw bytes, one by hand as existing receivers do, one with the library of Standard Webhooks. Arguments: the secret; how long it takes
 * to answer, in ms at most.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { assertDocumented } from './documented.ts';
import type { Seen } from './start-receiver.ts';

const [, , secret = '', slowness = '0'] = process.argv;
const standard = new Webhook(Buffer.from(secret), { format: 'raw' });
let seen: Seen[] = [];

function compatible(given: string | undefined, body: Buffer): boolean {
  const right = `sha512=${createHmac('sha512', secret).update(body).digest('hex')}`;
  return (given ?? '')
    .split(', ')
    .some((one) => one.length === right.length && timingSafeEqual(Buffer.from(one), Buffer.from(right)));
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
    setTimeout(() => response.end('thank you'), Math.random() * Number(slowness));
  });
});
process.on('message', () => {
  process.send?.(seen);
  seen = [];
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
