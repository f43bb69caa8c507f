import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ensureDays } from '../../src/domain/alerts/preview/recent-days.ts';
import {
  alertClient,
  type Headers,
  type Method,
  minimal,
  OWN_ALERTS,
} from '../support/alerts/alert-client.ts';
import { testApi } from '../support/api.ts';

let now = new Date();
const api = await testApi({ clock: { now: () => now } });
const owner = await api.customer(OWN_ALERTS);
const admin = await api.customer(['admin']);
const bare = await api.customer([]);
const { headers, send, create } = await alertClient(api, owner);
const adminHeaders = await api.signIn(admin);

suite('400', () => {
  const problems = async (
    answer: Promise<{ statusCode: number; body: string; json(): { detail: Problem[] } }>,
  ) => {
    const got = await answer;
    assert.equal(got.statusCode, 400, got.body);
    return got.json().detail.map(({ type, loc }) => `${type} ${loc.slice(1).join('.')}`);
  };
  type Problem = { type: string; loc: (string | number)[]; msg: string; input: unknown };

  test('reports all problems of a create request at once', async () => {
    const body = {
      alert_type: 'weekly',
      disabled: 'no',
      alert_name: '  ',
      cc_emails: ['a@example.com', 'nobody'],
      usdot_number: 'abc',
      vin: '12345',
      trailer_logo: 'no such fleet',
      license_plate: '--',
      exact_match_trailer_number: 1,
      notification_channels: ['sms'],
      deep_search: 'x'.repeat(201),
      cooldown_minutes: 0,
      daily_cap: 1.5,
    };
    assert.deepEqual(
      (await problems(send('POST', '/alerts', body))).sort(),
      [
        'missing email',
        'string_too_short alert_name',
        'value_error cc_emails.1',
        'enum alert_type',
        'bool_type disabled',
        'value_error usdot_number',
        'value_error license_plate',
        'value_error vin',
        'bool_type exact_match_trailer_number',
        'string_too_long deep_search',
        'enum notification_channels.0',
        'out_of_range cooldown_minutes',
        'int_type daily_cap',
        'value_error trailer_logo',
      ].sort(),
    );
  });

  test('reports each required field that is missing or null', async () => {
    for (const name of ['email', 'alert_type', 'disabled', 'alert_name']) {
      const { [name]: _, ...rest } = minimal as Record<string, unknown>;
      assert.deepEqual(await problems(send('POST', '/alerts', rest)), [`missing ${name}`]);
      assert.equal((await send('POST', '/alerts', { ...minimal, [name]: null })).statusCode, 400, name);
    }
  });

  test('rejects a body that is not an object or not JSON', async () => {
    assert.deepEqual(await problems(send('POST', '/alerts', [])), ['object_type ']);
    assert.deepEqual(await problems(send('POST', '/alerts')), ['json_invalid 0']);
    const broken = { ...headers, 'content-type': 'application/json' };
    const answer = api.app.inject({ method: 'POST', url: '/alerts', headers: broken, payload: '{"a":' });
    assert.deepEqual(await problems(answer), ['json_invalid 0']);
  });

  test('an edit rejects unknown keys, the email, null for required values, and a start after the end', async () => {
    const { id } = await create();
    const body = { email: 'x@example.com', id: 1, alert_name: null, notification_channels: null };
    const found = await problems(send('PATCH', `/alerts/${id}`, { ...body, end_date: '2026-02-30' }));
    assert.deepEqual(found.sort(), [
      'date_parsing end_date',
      'extra_forbidden email',
      'extra_forbidden id',
      'list_type notification_channels',
      'string_type alert_name',
    ]);
    const days = { start_date: '2026-02-02', end_date: '2026-02-01', location_state: 'Atlantis' };
    assert.deepEqual((await problems(send('PATCH', `/alerts/${id}`, days))).sort(), [
      'value_error end_date',
      'value_error location_state',
    ]);
  });

  test('rejects an invalid id or page', async () => {
    for (const url of ['/alerts/abc', '/alerts/0', '/alerts/99999999999', '/alerts/1/matches?page=0']) {
      assert.equal((await send('GET', url)).statusCode, 400, url);
    }
    assert.equal((await send('PATCH', '/alerts/abc', {})).statusCode, 400);
    assert.deepEqual(await problems(send('POST', '/alerts/preview', { vin: 'x', trailer_logo: 'none' })), [
      'value_error vin',
      'value_error trailer_logo',
    ]);
  });
});

const ROUTES: [Method, string][] = [
  ['GET', '/logos'],
  ['POST', '/alerts'],
  ['GET', '/alerts'],
  ['GET', '/alerts/1'],
  ['PATCH', '/alerts/1'],
  ['DELETE', '/alerts/1'],
  ['GET', '/alerts/1/matches'],
  ['POST', '/alerts/preview'],
  ['POST', '/alerts/run'],
];

suite('401, 403, 404', () => {
  test("without key or token, with another's key, or with an expired token: 401", async () => {
    const { 'x-api-key': key = '', 'access-token': token = '' } = headers;
    const wrong: Headers[] = [{}, { 'x-api-key': key }, { 'access-token': token }];
    for (const [method, url] of ROUTES) {
      for (const given of [...wrong, { ...headers, 'x-api-key': admin.apiKey }]) {
        assert.equal((await send(method, url, undefined, given)).statusCode, 401, `${method} ${url}`);
      }
      const before = now;
      now = new Date(now.getTime() + 25 * 3_600_000);
      assert.equal((await send(method, url)).statusCode, 401, `${method} ${url} expired`);
      now = before;
    }
  });

  test('rejects a user without the role with 403', async () => {
    const given = await api.signIn(bare);
    for (const [method, url] of ROUTES) {
      assert.equal((await send(method, url, undefined, given)).statusCode, 403, `${method} ${url}`);
    }
  });

  test("another organization's alert is not found, even for its admin", async () => {
    const { id } = await create();
    for (const [method, url] of ROUTES.filter(([, path]) => path.startsWith('/alerts/1'))) {
      const answer = await send(
        method,
        url.replace('1', String(id)),
        method === 'PATCH' ? {} : undefined,
        adminHeaders,
      );
      assert.equal(answer.statusCode, 404, `${method} ${url}`);
    }
    assert.equal((await send('GET', `/alerts/${id}`)).statusCode, 200);
    assert.equal((await send('GET', '/alerts/2000000000')).statusCode, 404);
  });
});

suite('429', () => {
  test('rejects previews of an organization beyond its running and waiting ones, and admits others', async () => {
    await ensureDays(api.db, [now]);
    const client = await api.db.pool.connect();
    await client.query('begin');
    await client.query('lock table recent_sightings in access exclusive mode');
    const requests = Array.from({ length: 30 }, () =>
      send('POST', '/alerts/preview', { license_plate: 'ABC123' }),
    );
    const rejected = await Promise.race(requests);
    assert.equal(rejected.statusCode, 429);
    assert.equal(rejected.headers['retry-after'], '1');
    const other = send('POST', '/alerts/preview', { license_plate: 'ABC123' }, adminHeaders);
    await client.query('commit');
    client.release();
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode);
    assert.equal(statuses.filter((status) => status === 429).length, 8);
    assert.equal(statuses.filter((status) => status === 200).length, 22);
    assert.equal((await other).statusCode, 200);
  });
});
