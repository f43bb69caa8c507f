import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { publicOnly } from '../../src/adapters/outbound/address-policy.ts';
import { createOutbound } from '../../src/adapters/outbound/create-outbound.ts';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { firing } from '../support/notifications/firings.ts';
import { SECRET, startReceiver } from '../support/notifications/start-receiver.ts';
import { fresh, webhookClient } from '../support/notifications/webhook-client.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { startServer } from '../support/start-server.ts';

const db = await testDatabase();
const api = await testApi({ db });
const world = webhookWorld(api);
const receiver = await startReceiver();
const { headers, call, create } = await webhookClient(api);
const register = async (webhook_url: string) =>
  (await create({ webhook_url, secret: SECRET })).json().id as string;
const fields = (response: { json(): { detail: { loc: string[]; msg: string }[] } }) =>
  response.json().detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);

suite('test events', () => {
  test('are listed among the deliveries, newest first, with the response of the receiver', async () => {
    const id = await register(`${receiver.origin}/logged`);
    const organization = (await db.pool.query('select organization_id from webhooks where id = $1', [id]))
      .rows[0];
    await world.fire(firing(organization.organization_id));
    await world.send();
    const [result] = (await call('POST', '/test', { webhook_id: id })).json().results;
    assert.equal(result.delivered, true);
    const { deliveries, pagination } = (await call('GET', `/${id}/deliveries`)).json();
    assert.deepEqual(
      deliveries.map(({ event, state }: { event: string; state: string }) => [event, state]),
      [
        ['alert.test', 'delivered'],
        ['alert.matches_found', 'delivered'],
      ],
    );
    assert.equal(pagination.total, 2);
    const [sent] = deliveries;
    assert.deepEqual([sent.alert_id, sent.attempts.length, sent.attempts[0].status], [0, 1, result.status]);
    const seen = await receiver.seen();
    const ids = seen.map(({ headers: given }) => new Map(given).get('webhook-id'));
    assert.ok(ids.includes(sent.id), 'the id is the webhook-id');
    const second = (await call('GET', `/${id}/deliveries?page=2&page_size=1`)).json();
    assert.deepEqual(
      second.deliveries.map(({ event }: { event: string }) => event),
      ['alert.matches_found'],
    );
  });
  test('that failed are listed as failed with the reason', async () => {
    const id = await register(`${await startServer((_request, response) => response.destroy())}/closed`);
    await call('POST', '/test', { webhook_id: id });
    const [sent] = (await call('GET', `/${id}/deliveries`)).json().deliveries;
    assert.deepEqual([sent.event, sent.state, sent.next_attempt_at], ['alert.test', 'failed', null]);
    assert.ok(sent.failure.length > 0 && sent.attempts[0].status === null);
  });
  test('cannot be replayed', async () => {
    const id = await register(`${receiver.origin}/not-replayed`);
    await call('POST', '/test', { webhook_id: id });
    const [sent] = (await call('GET', `/${id}/deliveries`)).json().deliveries;
    const response = await call('POST', `/${id}/deliveries/${sent.id}/replay`);
    assert.equal(response.statusCode, 400, response.body);
    assert.match(response.body, /cannot be replayed/);
    const all = await call('POST', `/${id}/deliveries/replay`, { since: '2020-01-01T00:00:00Z' });
    assert.equal(all.json().replayed, 0);
  });
  test('are kept for the newest 50 of a webhook', async () => {
    const id = await register(`${receiver.origin}/many`);
    await db.pool.query(
      `insert into webhook_tests select gen_random_uuid(), $1, now() - i * interval '1 minute', 1, 200, null, '', true
         from generate_series(1, 60) i`,
      [id],
    );
    await call('POST', '/test', { webhook_id: id });
    const { rows } = await db.pool.query(
      'select count(*)::int as n from webhook_tests where webhook_id = $1',
      [id],
    );
    assert.equal(rows[0].n, 50);
    await call('DELETE', `/${id}`);
    const left = await db.pool.query('select from webhook_tests where webhook_id = $1', [id]);
    assert.equal(left.rowCount, 0);
  });
  test('with a secret that is too short have one problem', async () => {
    const response = await call('POST', '/test', { webhook_url: fresh(), secret: 'short' });
    assert.deepEqual(fields(response), ['secret: Must have at least 16 characters']);
  });
});

suite('an international host name', () => {
  test('is returned in its ASCII form', async () => {
    const created = await create({ webhook_url: 'https://münchen.example/häfen?q=ü', secret: SECRET });
    assert.equal(created.statusCode, 201, created.body);
    const expected = 'https://xn--mnchen-3ya.example/h%C3%A4fen?q=%C3%BC';
    assert.equal(created.json().webhook_url, expected);
    const { id } = created.json();
    assert.equal((await call('GET', `/${id}`)).json().webhook_url, expected);
    const changed = await call('PATCH', `/${id}`, { webhook_url: 'https://köln.example/' });
    assert.equal(changed.json().webhook_url, 'https://xn--kln-sna.example/');
    const again = await create({ webhook_url: 'https://xn--kln-sna.example/', secret: SECRET });
    assert.equal(again.statusCode, 400, 'it is the same URL');
  });
});

suite('a name of a private network', () => {
  test('cannot be registered', async () => {
    for (const host of [
      'metadata.google.internal',
      'METADATA.google.internal.',
      'printer.local',
      'nas.home.arpa',
    ])
      assert.deepEqual(
        fields(await create({ webhook_url: `https://${host}/` })),
        ['webhook_url: The URL must point to a public host'],
        host,
      );
  });
  test('that resolves to a private address gets no delivery', async () => {
    const outbound = createOutbound({
      allows: publicOnly,
      userAgent: 'test',
      resolve: async () => ['169.254.169.254'],
    });
    const guarded = await testApi({
      db,
      outbound,
      env: { MILEPOST_MODE: 'production', PUBLIC_URL: 'https://m.example' },
    });
    const url = '/alerts/webhook/test';
    const payload = { webhook_url: 'https://metadata.customer.example/', secret: SECRET };
    const response = await guarded.app.inject({ method: 'POST', url, headers, payload });
    assert.equal(response.statusCode, 200, response.body);
    const [result] = response.json().results;
    assert.deepEqual([result.delivered, result.status], [false, null]);
  });
});
