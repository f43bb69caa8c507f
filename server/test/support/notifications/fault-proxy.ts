import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { closing } from '../closing.ts';
import { assertDocumented } from './documented.ts';
import { selfSigned } from './self-signed.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server that checks the body against the OpenAPI document, then calls `respond`. */
export function responding(respond: Respond): Promise<string> {
  return origin(
    createHttp(async (request, response) => {
      assertDocumented(await text(request));
      respond(request, response);
    }),
  );
}

/** Receivers that fail in one way each, each on its own port. */
export async function faultProxy() {
  let trapped = 0;
  const trap = await origin(
    createServer((socket) => {
      trapped++;
      socket.destroy();
    }),
    '127.0.0.2',
  );

  const status = (code: number, headers: Record<string, string> = {}, body = '') =>
    responding((_request, response) => response.writeHead(code, headers).end(body));
  const raw = (onData: (socket: Socket) => void) =>
    origin(
      createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => onData(socket));
      }),
    );
  const tls = selfSigned('secure.test');

  return {
    /** The number of followed redirects. */
    trapped: () => trapped,
    urls: {
      good: await status(200, {}, 'ok'),
      empty: await status(204),
      silent: await responding(() => undefined),
      reset: await raw((socket) => socket.resetAndDestroy()),
      slowBody: await responding((_request, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('.'), 400);
        response.on('close', () => clearInterval(drip));
      }),
      cutBody: await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')),
      garbage: await raw((socket) => socket.end('220 mail.example ESMTP\r\n')),
      error: await status(500, {}, 'no luck'),
      unauthorized: await status(401),
      busy: await status(429, { 'Retry-After': '60' }),
      veryBusy: await status(429, { 'Retry-After': '86400' }),
      unavailable: await status(503, { 'Retry-After': new Date(Date.now() + 120_000).toUTCString() }),
      gone: await status(410),
      found: await status(302, { Location: `${trap}/inside` }),
      permanent: await status(308, { Location: `${trap}/inside` }),
      oversized: await status(200, {}, 'x'.repeat(1_000_000)),
      endless: await responding((_request, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write('y'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      }),
      selfSigned: (await origin(createHttps(tls, (_request, response) => response.end()))).replace(
        'http:',
        'https:',
      ),
      refused: 'http://127.0.0.1:44443',
    },
  };
}

export type FaultUrls = Awaited<ReturnType<typeof faultProxy>>['urls'];

async function origin(
  server: ReturnType<typeof createServer> | ReturnType<typeof createHttp>,
  host = '127.0.0.1',
): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closing(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
