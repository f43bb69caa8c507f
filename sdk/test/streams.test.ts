import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { insertPairs } from '../../server/src/domain/alerts/match/match-store.ts';
import { testApi } from '../../server/test/support/api.ts';
import { closing } from '../../server/test/support/closing.ts';
import { sighting } from '../../server/test/support/notifications/firings.ts';
import { EventStream } from '../src/follow-matches.ts';
import { ApiError, createClient } from '../src/index.ts';

type Handler = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that handles each request with the next handler. */
async function scriptedServer(...handlers: Handler[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handlers[requests.length - 1]?.(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { requests, close, client: createClient({ baseUrl, apiKey: 'k', accessToken: 't' }) };
}

const eventText = (id: number) => `id: ${id}\nevent: match\ndata: {"match_id":${id}}\n\n`;

const api = await testApi();
const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
// After an abort, fetch opens an unused connection that app.close() would wait for.
closing(async () => api.app.server.closeAllConnections());
const customer = await api.customer(['admin']);
const insurer = await api.customer(['admin'], 'insurance');
const clientFor = async ({ apiKey, email, password }: typeof customer) => {
  const client = createClient({ baseUrl, apiKey });
  await client.signIn(email, password);
  return client;
};

suite('with the service', () => {
  test('listCarrierProfiles yields one profile per carrier, in the order of the request', async () => {
    const client = await clientFor(insurer);
    const numbers: string[] = [];
    for await (const profile of client.listCarrierProfiles({ query: { usdot_number: '22,11' } })) {
      numbers.push(profile.dot_number);
      assert.ok('operating_status' in profile);
    }
    assert.deepEqual(numbers, ['22', '11']);
  });

  test('listCarrierProfiles throws an ApiError for an invalid request', async () => {
    const client = await clientFor(insurer);
    const profiles = client.listCarrierProfiles({ query: { usdot_number: 'x' } });
    await assert.rejects(profiles.next(), (error) => error instanceof ApiError && error.status === 400);
  });

  test('followMatches yields new matches and continues after an event', async () => {
    const client = await clientFor(customer);
    const { id: alertId } = await client.createAlert({
      body: {
        email: 'a@b.example',
        alert_type: 'hot',
        disabled: false,
        alert_name: 'Watched',
        vin: 'ABC123',
      },
    });
    const match = async () => {
      const seen = sighting();
      await insertPairs(api.db, { alertIds: [alertId], sightingIds: [seen.id] }, [seen], new Date());
    };
    await match();
    await match();
    const all: number[] = [];
    for await (const event of client.followMatches({ lastEventId: 0 })) {
      assert.deepEqual([event.alert_id, event.alert_name], [alertId, 'Watched']);
      assert.equal(typeof event.sighting.usdot_number, 'string');
      all.push(event.match_id);
      if (all.length === 2) break;
    }
    for await (const event of client.followMatches({ lastEventId: all[0] })) {
      assert.equal(event.match_id, all[1]);
      break;
    }
  });
});

test('listCarrierProfiles yields lines as they arrive and throws when the connection breaks', async () => {
  const profile = { dot_number: '1', note: 'é' };
  const bytes = Buffer.from(`${JSON.stringify(profile)}\n{"dot_number":`);
  const half = bytes.indexOf(0xc3) + 1;
  const { client, close } = await scriptedServer((response) => {
    response.write(bytes.subarray(0, half));
    setTimeout(() => response.write(bytes.subarray(half)), 20);
    setTimeout(() => response.destroy(), 100);
  });
  const profiles = client.listCarrierProfiles({ query: { usdot_number: '1,2' } });
  assert.deepEqual((await profiles.next()).value, profile);
  await assert.rejects(profiles.next(), (error) => error instanceof ApiError && error.status === 0);
  close();
});

test('followMatches reconnects with the last ID after an end, a failure and a broken connection', async () => {
  const { client, close, requests } = await scriptedServer(
    (response) => response.end(`retry: 5\n\n${eventText(7)}id: 9\n\n`),
    (response) => response.writeHead(503).end(),
    (response) => response.write(`${eventText(10)}id: 11\ndata: {"cut`, () => response.destroy()),
    (response) => response.end(eventText(12)),
  );
  const ids: number[] = [];
  const connections: boolean[] = [];
  const onConnection = (isConnected: boolean) => connections.push(isConnected);
  for await (const { match_id } of client.followMatches({ onConnection })) {
    ids.push(match_id);
    if (match_id === 12) break;
  }
  assert.deepEqual(ids, [7, 10, 12]);
  assert.deepEqual(connections, [true, false, true, false, true]);
  const headers = requests.map((request) => request.headers['last-event-id']);
  assert.deepEqual(headers, [undefined, '9', '9', '10']);
  close();
});

test('followMatches throws if the first connection fails, the request is rejected or an event is not JSON', async () => {
  const unavailable = await scriptedServer((response) => response.writeHead(503).end());
  await assert.rejects(unavailable.client.followMatches().next(), { status: 503 });
  unavailable.close();
  const expired = await scriptedServer(
    (response) => response.end('retry: 1\n\n'),
    (response) => response.writeHead(401).end('{"detail":"Expired"}'),
  );
  await assert.rejects(expired.client.followMatches().next(), { status: 401, detail: 'Expired' });
  expired.close();
  const broken = await scriptedServer((response) => response.end('event: match\ndata: {\n\n'));
  await assert.rejects(broken.client.followMatches().next(), {
    detail: 'The service sent an invalid response.',
  });
  broken.close();
});

test('followMatches stops on abort while it reads and while it waits to reconnect', async () => {
  for (const body of [': waiting\n\n', null]) {
    const answered = Promise.withResolvers<void>();
    const { client, close, requests } = await scriptedServer((response) => {
      if (body === null) response.end('retry: 60000\n\n', () => answered.resolve());
      else response.write(body, () => answered.resolve());
    });
    const abort = new AbortController();
    const next = client.followMatches({ signal: abort.signal }).next();
    // A moment later the client has read what was sent.
    void answered.promise.then(() => setTimeout(() => abort.abort(), 100));
    await assert.rejects(next, { name: 'AbortError' });
    assert.equal(requests.length, 1);
    close();
  }
});

test('break closes the connection of a stream', async () => {
  let closed: Promise<unknown> | undefined;
  const { client, close } = await scriptedServer((response) => {
    closed = once(response, 'close');
    response.write(eventText(1));
  });
  for await (const event of client.followMatches()) {
    assert.equal(event.match_id, 1);
    break;
  }
  await closed;
  close();
});

test('parses server-sent events as the standard defines', () => {
  const stream = new EventStream(null);
  const push = (...lines: string[]) => lines.map((line) => stream.push(line)).filter(Boolean);
  assert.deepEqual(push('data: a', 'data:b', 'data', ''), [{ name: 'message', data: 'a\nb\n' }]);
  assert.deepEqual(push(': comment', 'event: x', 'data:  c', 'unknown: y', ''), [{ name: 'x', data: ' c' }]);
  assert.deepEqual(push('id: 4', 'event: x', ''), []);
  assert.equal(stream.lastEventId, '4');
  assert.deepEqual(push('retry: x', 'retry: 50', 'id: 5', 'data: lost'), []);
  assert.deepEqual([stream.retryMs, stream.lastEventId], [50, '4']);
  stream.reset();
  assert.deepEqual(push('data: d', ''), [{ name: 'message', data: 'd' }]);
  assert.equal(stream.lastEventId, '4');
});
