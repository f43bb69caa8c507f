import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { insertPairs } from '../../src/domain/alerts/match/match-store.ts';
import { type Customer, testApi } from '../support/api.ts';
import { eventually } from '../support/milepost.ts';
import { sighting } from '../support/notifications/firings.ts';

const api = await testApi();
await api.app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
const admin = await api.customer(['admin']);
const headers = await api.signIn(admin);
const other = await api.customer(['admin']);

type Event = { id: string; data: Record<string, unknown> };

/** A client that reads the stream as its bytes come. An accepted stream has started when this returns. */
async function follow(given: Record<string, string> = headers, lastId?: string) {
  const gone = new AbortController();
  const resume: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  const answer = await fetch(`${origin}/events`, { headers: { ...given, ...resume }, signal: gone.signal });
  const events: Event[] = [];
  const started = Promise.withResolvers<void>();
  let text = '';
  const ended = (async () => {
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const frame = text.slice(0, end);
        text = text.slice(end + 2);
        // The first frame with an id is the position at which the stream starts.
        if (frame.startsWith('id:')) started.resolve();
        const [, id, data] = /^id: (\d+)\nevent: match\ndata: (.*)$/.exec(frame) ?? [];
        if (id !== undefined) events.push({ id, data: JSON.parse(data ?? '') });
      }
    }
  })().catch(() => undefined);
  if (answer.status === 200) await started.promise;
  return {
    answer,
    events,
    ended,
    stop: () => gone.abort(),
    async until(count: number): Promise<Event[]> {
      await eventually(`${count} events arrive`, async () => events.length >= count);
      return events;
    },
  };
}

async function alertOf(customer: Customer): Promise<number> {
  const { rows } = await api.db.pool.query(
    `insert into alerts (organization_id, user_id, email, alert_type, disabled, alert_name)
     values ($1, $2, 'a@customer.example', 'hot', false, 'Watched') returning id`,
    [customer.organizationId, customer.userId],
  );
  return rows[0].id;
}
const mine = await alertOf(admin);
const theirs = await alertOf(other);

function found(count: number) {
  const seen = Array.from({ length: count }, () => sighting());
  const pairs = (alertId: number) => ({
    alertIds: seen.map(() => alertId),
    sightingIds: seen.map(({ id }) => id),
  });
  return { seen, pairs };
}
async function match(alertId: number, count = 1): Promise<void> {
  const { seen, pairs } = found(count);
  await insertPairs(api.db, pairs(alertId), seen, new Date());
}
const ids = (events: Event[]) => events.map(({ id }) => Number(id));
/** A database that runs statements in the open transaction of this connection. */
const runOn = (client: { query: typeof api.db.pool.query }) =>
  ({
    run: async ({ text }: { text: string }, values: unknown[] = []) =>
      (await client.query(text, values)).rowCount ?? 0,
  }) as never;

test('silent matches are not streamed', async () => {
  const client = await follow();
  const { seen, pairs } = found(1);
  const details = { traceparent: null, receivedAt: null, silentReason: 'history' as const };
  await insertPairs(api.db, pairs(mine), seen, new Date(), () => details);
  await match(mine);
  const [event] = await client.until(1);
  const { rows } = await api.db.pool.query(
    'select match_id, silent_reason from alert_matches where alert_id = $1 order by match_id',
    [mine],
  );
  assert.deepEqual(
    rows.map(({ silent_reason }) => silent_reason),
    ['history', null],
  );
  assert.equal(Number(event?.id), rows[1].match_id);
  client.stop();
  await api.db.pool.query('delete from alert_matches');
});

test('streams matches as they are found, of the own organization only', async () => {
  const client = await follow();
  assert.equal(client.answer.status, 200);
  assert.match(client.answer.headers.get('content-type') ?? '', /^text\/event-stream/);
  await match(theirs);
  await match(mine);
  const [event] = await client.until(1);
  const { sighting: told, match_id, alert_id, alert_name } = event?.data ?? {};
  assert.deepEqual([String(match_id), alert_id, alert_name], [event?.id, mine, 'Watched']);
  assert.deepEqual(Object.keys(told as object).sort(), [
    'alpr_plate_number',
    'cab_number',
    'carrier_name',
    'equipment_logo',
    'equipment_number',
    'equipment_type',
    'images',
    'latitude',
    'location_city',
    'location_state',
    'longitude',
    'mc_number',
    'route',
    'source',
    'time_captured',
    'usdot_number',
    'vin',
  ]);
  await match(mine, 3);
  await client.until(4);
  assert.equal(client.events.length, 4);
  client.stop();
});

test('a stream that resumes after any event misses and repeats nothing', async () => {
  const first = await follow();
  await match(mine, 450);
  const all = ids(await first.until(450));
  first.stop();
  for (const at of [0, 199, 200, 448]) {
    const client = await follow(headers, String(all[at]));
    assert.deepEqual(ids(await client.until(449 - at)), all.slice(at + 1));
    client.stop();
  }
});

test('a stream without matches sends a position to resume from', async () => {
  const abort = new AbortController();
  const response = await fetch(`${origin}/events`, { headers, signal: abort.signal });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (/^id:/m.test(text)) break;
  }
  abort.abort();
  const position = /^id: (\d+)\n\n/m.exec(text)?.[1];
  assert.ok(position, text);
  await match(mine);
  const client = await follow(headers, position);
  assert.equal((await client.until(1)).length, 1);
  client.stop();
});

test('a transaction that commits late is neither skipped nor sent out of order', async (context) => {
  const client = await follow();
  const slow = await api.db.pool.connect();
  await slow.query('begin');
  const late = found(1);
  await insertPairs(runOn(slow), late.pairs(mine), late.seen, new Date());
  await match(mine, 5);
  const looks = context.mock.method(api.db, 'rows');
  const looksForWriters = () =>
    looks.mock.calls.filter(({ arguments: [{ name }] }) => name === 'alerts.events.writers').length;
  await eventually('it looks for open transactions', async () => looksForWriters() >= 3);
  assert.equal(client.events.length, 0, 'what is above an open gap waits');
  await slow.query('commit');
  slow.release();
  const told = ids(await client.until(6));
  assert.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  );
  assert.equal(told.length, 6);

  // One that never commits, and pairs that exist already, burn numbers; nobody waits for those.
  const broken = await api.db.pool.connect();
  await broken.query('begin');
  const lost = found(2);
  await insertPairs(runOn(broken), lost.pairs(mine), lost.seen, new Date());
  await broken.query('rollback');
  broken.release();
  await match(mine);
  assert.equal((await client.until(7)).length, 7);
  client.stop();
});

test('a user who may read only their own alerts receives only the matches of those', async () => {
  const reader = await api.customer(['external-api-get-alerts-endpoint']);
  await api.db.pool.query('update users set organization_id = $1 where id = $2', [
    admin.organizationId,
    reader.userId,
  ]);
  const own = await alertOf({ ...reader, organizationId: admin.organizationId });
  const client = await follow(await api.signIn({ ...reader, apiKey: admin.apiKey }));
  assert.equal(client.answer.status, 200);
  await match(mine);
  await match(own);
  const events = await client.until(1);
  assert.equal(events[0]?.data.alert_id, own);
  client.stop();
});

test('rejects invalid ids, credentials, roles and too many streams', async () => {
  for (const bad of ['x', '-1', '1.5', '9'.repeat(40)]) {
    const answer = await fetch(`${origin}/events`, { headers: { ...headers, 'Last-Event-ID': bad } });
    assert.equal(answer.status, 400, bad);
    await answer.arrayBuffer();
  }
  assert.equal((await api.app.inject({ url: '/events' })).statusCode, 401);
  const plain = await api.signIn(await api.customer(['create-alert-endpoint']));
  assert.equal((await api.app.inject({ url: '/events', headers: plain })).statusCode, 403);
  const busy = await api.signIn(await api.customer(['admin']));
  const clients = await Promise.all(Array.from({ length: 20 }, () => follow(busy)));
  const full = await api.app.inject({ url: '/events', headers: busy });
  assert.equal(full.statusCode, 429);
  assert.equal(full.headers['retry-after'], '5');
  for (const client of clients) client.stop();
  await eventually('a stream that ends frees its slot', async () => {
    const again = await follow(busy);
    again.stop();
    return again.answer.status === 200;
  });
});

test('a stream that is reset at once frees its slot', async () => {
  const customer = await api.signIn(await api.customer(['admin']));
  const { hostname, port } = new URL(origin);
  const lines = Object.entries(customer).map(([name, value]) => `${name}: ${value}\r\n`);
  for (let i = 0; i < 50; i++) {
    await new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        socket.write(`GET /events HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`, () => {
          socket.resetAndDestroy();
          resolve();
        });
      });
    });
  }
  await eventually('the slots are freed', async () => {
    const client = await follow(customer);
    client.stop();
    return client.answer.status === 200;
  });
});

test('closing the server ends every stream', async () => {
  const client = await follow();
  assert.equal(client.answer.status, 200);
  await api.app.close();
  await client.ended;
});
