import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closing } from '../closing.ts';
import { startS3 } from './s3-server.ts';

/** What a store or a proxy in front of it does instead of answering a GET. */
export const STORE_FAULTS = {
  forbidden: (_request, response) => refuse(response, 403, 'AccessDenied'),
  skewedClock: (_request, response) => refuse(response, 403, 'RequestTimeTooSkewed'),
  unavailable: (_request, response) => refuse(response, 503, 'SlowDown'),
  missing: (_request, response) => refuse(response, 404, 'NoSuchKey'),
  dropped: (request) => void request.socket.destroy(),
  emptyBody: (_request, response) => void response.writeHead(200).end(),
  htmlPage: (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to continue</html>'),
  halfBody: (_request, response, body) => void response.writeHead(200).end(body.subarray(0, body.length / 2)),
  changedByte: (_request, response, body) => {
    const changed = Buffer.from(body);
    changed[changed.length - 1] = (changed.at(-1) as number) ^ 1;
    response.writeHead(200).end(changed);
  },
  cutBody: (request, response, body) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(0, 10), () => request.socket.destroy());
  },
} satisfies Record<string, (request: IncomingMessage, response: ServerResponse, body: Buffer) => void>;

export type StoreFault = keyof typeof STORE_FAULTS;

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>of the test</Message></Error>`);
}

/** An S3 server behind a proxy that fails GET requests of objects in one way while `fault` is set. */
export async function storeBehindProxy() {
  const store = await startS3();
  closing(store.stop);
  const to = new URL(store.url.replace(/^s3:/, 'http:'));
  const state = { fault: null as StoreFault | null, requests: 0 };
  const proxy = createServer(async (request, response) => {
    const isObject = request.method === 'GET' && !request.url?.includes('?');
    if (isObject) state.requests++;
    const sent = Buffer.concat(await request.toArray());
    const { method, url, headers } = request;
    const forwarded = httpRequest({ host: to.hostname, port: to.port, method, path: url, headers });
    forwarded.on('error', () => request.socket.destroy());
    forwarded.on('response', async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      if (isObject && state.fault) return STORE_FAULTS[state.fault](request, response, body);
      response.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
    });
    forwarded.end(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closing(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return Object.assign(state, { url: store.url.replace(`:${to.port}/`, `:${port}/`) });
}
