import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { publicOnly } from '../../../src/adapters/outbound/address-policy.ts';
import { createOutbound } from '../../../src/adapters/outbound/create-outbound.ts';
import { testApi } from '../api.ts';
import { closing } from '../closing.ts';
import { selfSigned } from '../notifications/self-signed.ts';
import { ingestBody, sampleImage } from './sample-images.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** One of the names in `names`: the answers of the resolver, call by call; the last is repeated. */
type Script = (string[] | Error | 'never')[];

/** Only this address is allowed; its neighbours are traps that count who comes. */
const ALLOWED = '127.0.0.1';
const TRAPS = ['127.0.0.2', '127.0.0.3', '::1'];

/**
 * The real route with the real guarded client; only its policy and its resolver are the test's, so that loopback
 * addresses can stand for forbidden ones and reaching one would really be seen.
 */
export async function hostileWorld() {
  const pages = new Map<string, Answer>();
  const names = new Map<string, Script>();
  const lookUps: string[] = [];
  const trapped: string[] = [];
  const tls = selfSigned('secure.test');

  const http = createHttp((request, response) => {
    const page = pages.get(new URL(request.url ?? '', 'http://x').pathname);
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  const port = await listen(http, 0, ALLOWED);
  const https = createHttps(tls, (request, response) => http.emit('request', request, response));
  const tlsPort = await listen(https, 0, ALLOWED);
  const servers: { close(): unknown }[] = [http, https];
  for (const address of TRAPS) {
    for (const number of [port, tlsPort]) {
      const trap = createServer((socket) => {
        trapped.push(address);
        socket.destroy();
      });
      await listen(trap, number, address);
      servers.push(trap);
    }
  }

  const outbound = createOutbound({
    allows: (address) => address === ALLOWED || publicOnly(address),
    userAgent: 'Milepost test',
    ca: tls.cert,
    // Longer than in production: a TLS handshake can take seconds on a busy machine.
    connectTimeoutMs: 8_000,
    resolve: async (hostname) => {
      lookUps.push(hostname);
      const script = names.get(hostname) ?? [[]];
      const response = script.length > 1 ? script.shift() : script[0];
      if (response instanceof Error) throw response;
      if (response === 'never') return new Promise<string[]>(() => undefined);
      return response ?? [];
    },
  });
  const env = { DOWNLOADS_AT_ONCE: '500', DOWNLOADS_PER_ORGANIZATION: '500' };
  const api = await testApi({ outbound, env });
  const headers = await api.bearer(await api.customer(['admin']));
  const good = await sampleImage('jpeg');
  pages.set('/good', (_request, response) => response.end(good));
  closing(async () => {
    for (const server of servers) server.close();
    http.closeAllConnections();
    https.closeAllConnections();
  });

  async function ingest(url: string): Promise<{ status: number; detail: unknown }> {
    const payload = ingestBody(url, { source: url.slice(0, 150) });
    const response = await api.app.inject({ method: 'POST', url: '/image', headers, payload });
    return { status: response.statusCode, detail: response.json().detail };
  }

  return {
    api,
    port,
    tlsPort,
    pages,
    names,
    lookUps,
    trapped,
    outbound,
    good,
    ingest,
    /** Ingests, and holds the answer against the rules that every refusal obeys. */
    async refuses(url: string, status: 422 | 500, says = /./): Promise<void> {
      const response = await ingest(url);
      assert.equal(response.status, status, `${url}: ${JSON.stringify(response)}`);
      const text = JSON.stringify(response.detail);
      if (status === 500) assert.equal(typeof response.detail, 'string');
      assert.match(text, says);
      // No inner detail: no error codes, stacks, or addresses that only a look-up could have told.
      if (status === 500) assert.doesNotMatch(text, /ECONN|ENOT|UND_ERR|\.ts\b|node:|127\.|::1|stack/);
      assert.deepEqual(trapped, [], 'a forbidden address was reached');
    },
    async accepts(url: string): Promise<void> {
      const response = await ingest(url);
      assert.equal(response.status, 200, `${url}: ${JSON.stringify(response)}`);
      assert.deepEqual(trapped, []);
    },
    /** A server of bare bytes; gives its origin. */
    async raw(onConnection: (socket: Socket) => void): Promise<string> {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        onConnection(socket);
      });
      servers.push(server);
      return `http://${ALLOWED}:${await listen(server, 0, ALLOWED)}`;
    },
    /** Files in staging: none must stay. */
    async stagedFiles(): Promise<string[]> {
      const root = join(api.settings.dataDir, 'blobs', 'incoming');
      const folders = await readdir(root);
      return (await Promise.all(folders.map((folder) => readdir(join(root, folder))))).flat();
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
