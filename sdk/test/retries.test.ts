import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type ApiError,
  AuthenticationError,
  type ClientOptions,
  ConnectionError,
  createClient,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '../src/index.ts';
import { retryDelayMs } from '../src/retry.ts';

type Sent = { url: string; headers: Headers; body: string };
type Reply = Response | Error;

/** A client whose requests get these responses in turn; the last one repeats. */
function scripted(replies: (Reply | ((sent: Sent) => Reply))[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const delays: number[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    const request = { url: String(url), headers: init?.headers as Headers, body: String(init?.body ?? '') };
    sent.push(request);
    const given = replies[Math.min(sent.length, replies.length) - 1] as Reply | ((one: Sent) => Reply);
    const reply = typeof given === 'function' ? given(request) : given;
    if (reply instanceof Error) throw reply;
    return reply.clone();
  };
  const onRetry = ({ delayMs }: { delayMs: number }) => void delays.push(delayMs);
  const client = createClient({ baseUrl: 'http://h', apiKey: 'k', fetch, onRetry, ...options });
  return { client, sent, delays };
}

const busy = (status: number, retryAfter?: string) =>
  Response.json({ detail: 'Later.' }, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} });
const ok = () => Response.json({ images: [], has_more: false, next_before: null });
const alert = { email: 'a@b.example', alert_type: 'hot', disabled: false, alert_name: 'A' } as const;

suite('retries', () => {
  test('a read is repeated after a broken connection and after 503, and then succeeds', async () => {
    const { client, sent, delays } = scripted([new TypeError('reset'), busy(503), ok()]);
    assert.deepEqual((await client.listImages()).images, []);
    assert.equal(sent.length, 3);
    assert.ok(delays[0] !== undefined && delays[0] <= 500 && (delays[1] ?? 0) <= 1_000, String(delays));
  });

  test('gives up after the configured number of retries', async () => {
    const { client, sent } = scripted([busy(503)], { maxRetries: 1 });
    await assert.rejects(client.listImages(), ServerError);
    assert.equal(sent.length, 2);
    const without = scripted([busy(503)], { maxRetries: 0 });
    await assert.rejects(without.client.listImages(), ServerError);
    assert.equal(without.sent.length, 1);
  });

  test('waits as long as Retry-After says, and leaves long waits to the caller', () => {
    const error = (status: number, retryAfterSeconds: number | null) =>
      Object.assign(new RateLimitError({ status, detail: '' }), { retryAfterSeconds });
    const delay = retryDelayMs(error(429, 7), 0, false) ?? 0;
    assert.ok(delay >= 7_000 && delay <= 7_500, String(delay));
    assert.equal(retryDelayMs(error(429, 61), 0, true), null);
    assert.equal(retryDelayMs(error(500, null), 0, true), null, 'a fault of the service is not repeated');
    assert.equal(retryDelayMs(error(404, null), 0, true), null);
  });

  test('an abort during the wait ends it', async () => {
    const abort = new AbortController();
    const { client } = scripted([busy(429, '30')], { onRetry: () => abort.abort(new Error('enough')) });
    await assert.rejects(client.listImages({ signal: abort.signal }), /enough/);
  });

  test('a request that creates something is repeated only with the same idempotency key', async () => {
    const { client, sent } = scripted([new TypeError('reset'), Response.json({ id: 1 })]);
    await client.createAlert({ body: alert, idempotencyKey: 'order-7' });
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('idempotency-key')),
      ['order-7', 'order-7'],
    );
    const plain = scripted([new TypeError('reset'), Response.json({})]);
    await assert.rejects(
      plain.client.request('POST', '/auth/token', { body: { email: 'a@b.example', password: 'x' } }),
      ConnectionError,
    );
    assert.equal(plain.sent.length, 1);
  });
});

test('each status has its class of error', async () => {
  const classes: [number, typeof ApiError][] = [
    [400, ValidationError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [422, ValidationError],
    [429, RateLimitError],
    [500, ServerError],
  ];
  for (const [status, type] of classes) {
    const { client } = scripted([busy(status)], { maxRetries: 0 });
    const error = await client.whoAmI().catch((thrown: ApiError) => thrown);
    assert.ok(error instanceof type, String(status));
    assert.equal((error as ApiError).name, type.name);
  }
});

suite('tokens', () => {
  const token = (text: string, inSeconds = 86_400) =>
    Response.json({
      access_token_data: { token: text, expires: new Date(Date.now() + inSeconds * 1_000).toISOString() },
      refresh_token_data: { token: 'refresh', expires: new Date().toISOString() },
      user_id: 1,
      company_id: 1,
      customer_name: null,
    });
  /** Issues t1, t2, … and accepts only the newest. */
  function service(lifetimeSeconds = 86_400) {
    const state = { issued: 0, revoked: false };
    const reply = ({ url, headers }: Sent): Reply => {
      if (url.endsWith('/auth/token')) return token(`t${++state.issued}`, lifetimeSeconds);
      if (url.endsWith('/auth/logout')) return Response.json({});
      return headers.get('access-token') === `t${state.issued}` && !state.revoked ? ok() : busy(401);
    };
    const made = scripted([reply], { email: 'a@b.example', password: 'secret' });
    return { ...made, state, revoke: () => void state.issued++ };
  }

  test('concurrent requests share one token request', async () => {
    const { client, sent, state } = service();
    await Promise.all([client.listImages(), client.listImages(), client.listImages()]);
    assert.equal(state.issued, 1);
    assert.equal(sent.length, 4);
  });

  test('a token that is about to expire is replaced before it is sent', async () => {
    const { client, state } = service(30);
    await client.listImages();
    await client.listImages();
    assert.equal(state.issued, 2);
  });

  test('a rejected token is replaced once by a new POST /auth/token, and the refresh token is never sent', async () => {
    const { client, sent, state, revoke } = service();
    await client.listImages();
    revoke();
    await Promise.all([client.listImages(), client.listImages()]);
    assert.equal(state.issued, 3, 'the first, the one that nobody has, and one for both requests');
    assert.ok(sent.every(({ headers, body }) => !`${body}${[...headers.values()]}`.includes('refresh')));
  });

  test('without a login, a rejected token is an AuthenticationError', async () => {
    const { client, sent } = scripted([busy(401)], { accessToken: 'old' });
    await assert.rejects(client.listImages(), AuthenticationError);
    assert.equal(sent.length, 1);
  });

  test('signing out forgets the token and the login, and so does logOut', async () => {
    const { client } = service();
    await client.listImages();
    assert.equal(client.accessToken, 't1');
    await client.logOut();
    assert.equal(client.accessToken, null);
    await assert.rejects(client.listImages(), AuthenticationError);
  });
});

suite('lists', () => {
  test('pages by cursor are requested as they are needed', async () => {
    const page = (ids: string[], next: string | null) =>
      Response.json({
        images: ids.map((image_id) => ({ image_id })),
        has_more: next !== null,
        next_before: next,
      });
    const { client, sent } = scripted([page(['a', 'b'], 'x'), page([], 'y'), page(['c'], null)]);
    const seen: string[] = [];
    for await (const { image_id } of client.iterate('listImages', { query: { page_size: 2 } }))
      seen.push(image_id);
    assert.deepEqual(seen, ['a', 'b', 'c']);
    assert.deepEqual(
      sent.map(({ url }) => url),
      [
        'http://h/images?page_size=2',
        'http://h/images?page_size=2&before=x',
        'http://h/images?page_size=2&before=y',
      ],
    );
    const one = scripted([page(['a', 'b'], 'x')]);
    for await (const _ of one.client.iterate('listImages')) break;
    assert.equal(one.sent.length, 1);
  });

  test('numbered pages are requested until there are no more', async () => {
    const page = (ids: number[], has_more: boolean) =>
      Response.json({ matches: ids.map((match_id) => ({ match_id })), pagination: { has_more } });
    const { client, sent } = scripted([page([3, 2], true), page([1], false)]);
    const seen: number[] = [];
    for await (const { match_id } of client.iterate('listMatches', { path: { id: 5 } })) seen.push(match_id);
    assert.deepEqual(seen, [3, 2, 1]);
    assert.deepEqual(
      sent.map(({ url }) => url),
      ['http://h/alerts/5/matches', 'http://h/alerts/5/matches?page=2'],
    );
  });

  test('a response that is an array is a list, too', async () => {
    const { client } = scripted([Response.json(['a', 'b'])]);
    const logos: string[] = [];
    for await (const logo of client.iterate('listLogos')) logos.push(logo);
    assert.deepEqual(logos, ['a', 'b']);
  });
});

test('hooks get every attempt, without headers and bodies', async () => {
  const seen: unknown[] = [];
  const { client } = scripted([busy(503), ok()], {
    onRequest: (request) => seen.push(request),
    onResponse: ({ durationMs, ...response }) => seen.push({ ...response, isTimed: durationMs >= 0 }),
  });
  await client.listImages();
  const url = 'http://h/images';
  const about = (attempt: number, status: number) => ({
    ...{ method: 'GET', url, attempt, status, correlationId: null, isTimed: true },
  });
  assert.deepEqual(seen, [
    { method: 'GET', url, attempt: 1 },
    about(1, 503),
    { method: 'GET', url, attempt: 2 },
    about(2, 200),
  ]);
});
