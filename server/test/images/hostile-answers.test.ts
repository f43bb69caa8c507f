import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { hostileWorld } from '../support/images/hostile.ts';

const world = await hostileWorld();
const { port, tlsPort, pages, names, refuses, accepts, raw, good } = world;
const here = `http://127.0.0.1:${port}`;
names.set('secure.test', [['127.0.0.1']]);
names.set('other.test', [['127.0.0.1']]);
names.set('trap.test', [['127.0.0.2']]);
const secure = `https://secure.test:${tlsPort}`;

let counter = 0;
/** A page that redirects there. */
function redirect(location: string | string[] | null, status = 302, body = ''): string {
  const path = `/redirect${++counter}`;
  pages.set(path, (_request, response) => {
    if (location !== null) response.setHeader('location', location);
    response.writeHead(status).end(body);
  });
  return path;
}

suite('redirects', { concurrency: 8 }, () => {
  function chain(length: number): string {
    let path = '/good';
    for (let i = 0; i < length; i++) path = redirect(path);
    return here + path;
  }
  for (const length of [1, 2, 3]) test(`${length} are followed`, () => accepts(chain(length)));
  for (const length of [4, 5, 30])
    test(`${length} are not`, () => refuses(chain(length), 500, /more than 3 times/));
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is followed`, () => accepts(here + redirect('/good', status)));
    test(`${status} to a trap is not`, () =>
      refuses(here + redirect(`http://127.0.0.2:${port}/good`, status), 500, /not allowed/));
  }
  for (const status of [300, 304, 305, 306, 399]) {
    test(`${status} is no redirect`, () =>
      refuses(here + redirect('/good', status), 500, /responded with status/));
  }
  const traps = [
    `http://127.0.0.2:${port}/good`,
    `//127.0.0.2:${port}/good`,
    `http://[::1]:${port}/good`,
    `http://0x7f000002:${port}/good`,
    `http://2130706434:${port}/good`,
    `http://[::ffff:127.0.0.2]:${port}/good`,
    `\\\\127.0.0.2:${port}/good`,
    `http://127.0.0.1@127.0.0.2:${port}/good`,
    `http://user:secret@127.0.0.1:${port}/good`,
    `http://127.0.0.1:25/good`,
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'ftp://127.0.0.1/good',
    'http://169.254.169.254/latest/meta-data/',
    'http://',
  ];
  for (const location of traps)
    test(`does not follow a redirect to ${location}`, () =>
      refuses(here + redirect(location), 500, /not allowed/));
  test('does not follow a redirect to a name that resolves to a forbidden address', () =>
    refuses(here + redirect(`http://trap.test:${port}/good`), 500));
  test('does not follow a redirect to itself endlessly', async () => {
    pages.set('/loop', (_request, response) => response.writeHead(302, { location: '/loop' }).end());
    await refuses(`${here}/loop`, 500, /more than 3 times/);
  });
  test('does not follow a redirect without a Location', () =>
    refuses(here + redirect(null), 500, /not allowed/));
  test('does not follow a redirect with two Location headers', () =>
    refuses(here + redirect(['/good', '/none']), 500));
  test('follows a redirect from https to https', () => accepts(secure + redirect('/good')));
  test('follows a redirect from http to https', () => accepts(here + redirect(`${secure}/good`)));
  test('does not follow a redirect from https to http', () =>
    refuses(secure + redirect(`${here}/good`), 500, /not allowed/));
  test('does not follow a redirect from https to http in a later step', () =>
    refuses(here + redirect(secure + redirect(`${here}/good`)), 500, /not allowed/));
  test('does not read the body of a redirect', async () => {
    pages.set('/flood', (_request, response) => flood(response.writeHead(302, { location: '/good' })));
    await accepts(`${here}/flood`);
  });
});

/** Writes for as long as somebody reads. */
function flood(out: ServerResponse | Socket, chunk: Buffer = Buffer.alloc(65_536, 65)): void {
  const more = () => {
    while (!out.destroyed && out.write(chunk));
  };
  out.on('drain', more);
  more();
}

/** Bytes of a server that knows no HTTP. */
function says(text: string | Buffer, then: (socket: Socket) => void = (socket) => socket.end()) {
  return async () =>
    `${await raw((socket) =>
      socket.once('data', () => {
        socket.write(text);
        then(socket);
      }),
    )}/`;
}

suite('servers that misbehave', { concurrency: true }, () => {
  const nothing = () => undefined;
  const ok = 'HTTP/1.1 200 OK\r\n';
  const whole = (headers: string) => Buffer.concat([Buffer.from(`${ok}${headers}\r\n\r\n`), good]);
  const drip = (text: string | Buffer, ms: number) => (socket: Socket) => {
    let at = 0;
    const timer = setInterval(() => {
      socket.write(text.slice(at % text.length, (at % text.length) + 1) as string);
      at++;
    }, ms);
    socket.on('close', () => clearInterval(timer));
  };
  const cases: [string, () => Promise<string>, RegExp][] = [
    ['closes at once', () => raw((socket) => socket.destroy()), /invalid HTTP/],
    ['closes after the request', says(''), /invalid HTTP/],
    ['never answers', says('', nothing), /too long/],
    ['drips its header', says(ok, drip('X-A: b\r\n', 100)), /too long|invalid HTTP/],
    ['drips its body', says(`${ok}Content-Length: 100000\r\n\r\n`, drip(good, 50)), /too long/],
    ['drips without a length', says(`${ok}\r\n`, drip(good, 50)), /too long/],
    [
      'drips a chunked body',
      says(`${ok}Transfer-Encoding: chunked\r\n\r\n`, drip('1\r\n\xff\r\n', 100)),
      /too long|invalid HTTP/,
    ],
    ['stops in the middle', says(whole(`Content-Length: ${good.length + 1}`), nothing), /too long/],
    ['says too large a length', says(whole(`Content-Length: ${good.length + 9}`)), /invalid HTTP/],
    ['says too small a length', says(whole(`Content-Length: ${good.length - 9}`)), /truncated|invalid HTTP/],
    ['says a negative length', says(whole('Content-Length: -1')), /invalid HTTP/],
    ['says a length in words', says(whole('Content-Length: many')), /invalid HTTP/],
    ['says two lengths', says(whole('Content-Length: 10\r\nContent-Length: 20')), /invalid HTTP/],
    [
      'says length and chunks',
      says(whole(`Content-Length: ${good.length}\r\nTransfer-Encoding: chunked`)),
      /invalid HTTP/,
    ],
    ['sends a broken chunk', says(`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), /invalid HTTP/],
    [
      'sends an endless chunk size',
      says(`${ok}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n`),
      /invalid HTTP/,
    ],
    ['cuts a chunk', says(`${ok}Transfer-Encoding: chunked\r\n\r\nff\r\nabc`), /invalid HTTP/],
    [
      'floods the header',
      says(ok, (socket) => flood(socket, Buffer.from(`X-A: ${'b'.repeat(1_000)}\r\n`))),
      /invalid HTTP/,
    ],
    ['has a header of 100 KB', says(`${ok}X-A: ${'b'.repeat(100_000)}\r\n\r\n`), /invalid HTTP/],
    ['speaks HTTP 0.9', says(good), /invalid HTTP/],
    ['speaks no HTTP', says('220 mail.example ESMTP\r\n'), /invalid HTTP/],
    [
      'answers 100 for ever',
      says('', (socket) => flood(socket, Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'))),
      /too long|invalid HTTP/,
    ],
    [
      'switches protocols',
      says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      /invalid HTTP/,
    ],
    ['floods without a length', says(`${ok}\r\n`, (socket) => flood(socket)), /not a JPEG/],
    ['floods behind an image', says(whole('X-A: b'), (socket) => flood(socket)), /larger than/],
    ['announces 16 MB', says(`${ok}Content-Length: 16000000\r\n\r\n`, nothing), /larger than/],
    [
      'announces 10^30 bytes',
      says(`${ok}Content-Length: 1${'0'.repeat(30)}\r\n\r\n`, nothing),
      /larger than|invalid HTTP/,
    ],
    [
      'speaks TLS on the http port',
      async () => `http://127.0.0.1:${tlsPort}/good`,
      /invalid HTTP|status 400/,
    ],
    ['speaks http on the TLS port', async () => `https://secure.test:${port}/good`, /secure connection/],
    [
      'has a certificate for another name',
      async () => `https://other.test:${tlsPort}/good`,
      /secure connection/,
    ],
    [
      'has no certificate for its number',
      async () => `https://127.0.0.1:${tlsPort}/good`,
      /secure connection/,
    ],
    ['is not there', async () => `http://127.0.0.1:${await closedPort()}/`, /could not be reached/],
  ];
  for (const [what, origin, expected] of cases) {
    test(what, async () => {
      await refuses(await origin(), 500, expected);
    });
  }
  for (const status of [201, 202, 204, 206, 400, 401, 403, 404, 410, 429, 500, 503]) {
    test(`answers ${status}`, async () => {
      pages.set(`/status${status}`, (_request, response) => response.writeHead(status).end());
      await refuses(`${here}/status${status}`, 500, new RegExp(`status ${status}`));
    });
  }
});

suite('compressed responses are not decompressed', () => {
  for (const coding of ['gzip', 'deflate', 'br', 'zstd']) {
    test(coding, async () => {
      pages.set(`/${coding}`, (request, response) => {
        assert.equal(request.headers['accept-encoding'], 'identity');
        response.setHeader('content-encoding', coding);
        response.end(gzipSync(good));
      });
      await refuses(`${here}/${coding}`, 500, /not a JPEG/);
    });
  }
  test('a gzip bomb is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    pages.set('/bomb', (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(bomb);
    });
    await refuses(`${here}/bomb`, 500, /not a JPEG/);
  });
});

test('sends no credentials of the caller', async () => {
  let seen = {};
  pages.set('/headers', (request, response) => {
    seen = request.headers;
    response.end(good);
  });
  await accepts(`${here}/headers`);
  assert.deepEqual(Object.keys(seen).sort(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test('no forbidden address was reached, and no staged file or connection is left', async () => {
  assert.deepEqual(world.trapped, []);
  assert.deepEqual(await world.stagedFiles(), []);
  await world.outbound.close();
});

async function closedPort(): Promise<number> {
  const origin = await raw(() => undefined);
  const number = Number(new URL(origin).port);
  // A port that nobody has: the neighbour of one that the system has just given away.
  for (let candidate = number + 1; ; candidate++) {
    const free = await new Promise<boolean>((resolve) => {
      const socket = connect(candidate, '127.0.0.1', () => resolve(false));
      socket.on('error', () => resolve(true)).on('connect', () => socket.destroy());
    });
    if (free) return candidate;
  }
}
