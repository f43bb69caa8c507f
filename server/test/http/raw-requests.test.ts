import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { anyone } from '../../src/http/access.ts';
import type { Route } from '../../src/http/route.ts';
import { testApi } from '../support/api.ts';

const slow = Promise.withResolvers<void>();
const slowRoute: Route = {
  register(app) {
    app.get('/slow', { config: { access: anyone } }, async () => {
      await slow.promise;
      return { ok: true };
    });
  },
};
const api = await testApi({ more: [slowRoute] });
const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));

/** An open connection; `end` returns everything that the server sends until it closes the connection. */
function open() {
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const end = new Promise<string>((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  return { write: (bytes: string) => socket.write(bytes), end, received: () => text };
}

function exchange(bytes: string): Promise<string> {
  const connection = open();
  connection.write(bytes);
  return connection.end;
}

function assertAnswer(answer: string, status: number): void {
  assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
  assert.match(answer, /x-correlation-id: [0-9a-f-]{36}\r\n/i);
  assert.match(answer, /content-type: application\/json/i);
  assert.match(answer, /\{"detail":"[^"]+"\}/);
}

suite('responses that Node makes itself are JSON with a correlation id', () => {
  test('400 for a request that is not HTTP', async () => {
    assertAnswer(await exchange('hello\r\n\r\n'), 400);
  });
  test('400 for conflicting lengths', async () => {
    const headers = 'Host: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n';
    assertAnswer(await exchange(`POST /auth/token HTTP/1.1\r\n${headers}\r\n0\r\n\r\n`), 400);
  });
  test('400 for a request without Host', async () => {
    const answer = await exchange('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    assertAnswer(answer, 400);
    assert.match(answer, /"detail":"The request has no Host header\."/);
  });
  test('431 for headers that are too large', async () => {
    assertAnswer(
      await exchange(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
      431,
    );
  });
  test('417 for an expectation that is not supported', async () => {
    const headers = 'Host: a\r\nExpect: miracles\r\nConnection: close\r\n';
    assertAnswer(await exchange(`GET /healthz HTTP/1.1\r\n${headers}\r\n`), 417);
  });
  test('a request that arrives while the server closes is answered with a correlation id', async () => {
    const running = open();
    running.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    const late = open();
    late.write('GET /nothing HTTP/1.1\r\n');
    // Both connections are known to the server before it closes.
    await fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.arrayBuffer());
    const closed = api.app.close();
    late.write('Host: a\r\n\r\n');
    assertAnswer(await late.end, 404);
    slow.resolve();
    assert.match(await running.end, /^HTTP\/1\.1 200 /);
    await closed;
  });
});
