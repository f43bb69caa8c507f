import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deliverMails } from '../../src/domain/notifications/mail/deliver-mails.ts';
import { mailQueue } from '../../src/domain/notifications/mail/mail-queue.ts';
import { testApi } from '../support/api.ts';
import { firing } from '../support/notifications/firings.ts';
import { SECRET, startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const api = await testApi();
const { app, db } = api;
const world = webhookWorld(api);
const receiver = await startReceiver();
const desk = await api.customer(['admin']);
const org = desk.organizationId;
const headers = await api.signIn(desk);
const strangers = await api.signIn(await api.customer(['admin']));
const readers = await api.signIn(await api.customer([]));
type Headers = typeof headers;
const get = (url: string, given: Headers = headers) => app.inject({ url, headers: given });
const post = (url: string, payload: object, given: Headers = headers) =>
  app.inject({ method: 'POST', url, headers: given, payload });

suite('POST /alerts/webhook/{id}/deliveries/replay', async () => {
  const { id } = await world.webhook(org, `${receiver.origin}/replay`);
  const url = `/alerts/webhook/${id}/deliveries/replay`;
  const all = { since: '2026-01-01T00:00:00Z' };

  test('queues finished deliveries since a time once a minute, and leaves waiting ones alone', async () => {
    for (let n = 0; n < 3; n++) await world.fire(firing(org));
    const [first, second] = await world.deliveries(id);
    await db.pool.query('delete from delivery_queue where delivery_id = $1', [first.id]);
    await db.pool.query(
      `update delivery_queue set due_at = null, died_at = now(), failure = 'status 500' where delivery_id = $1`,
      [second.id],
    );
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    assert.equal((await post(url, { since: tomorrow })).json().replayed, 0);
    const failed = await post(url, { ...all, only_failed: true });
    assert.deepEqual([failed.statusCode, failed.json()], [202, { replayed: 1, has_more: false }]);
    assert.deepEqual((await post(url, all)).json(), { replayed: 1, has_more: false });
    await db.pool.query('delete from delivery_queue where delivery_id = $1', [first.id]);
    assert.equal((await post(url, all)).json().replayed, 0, 'replayed within the last minute');
    await world.send();
    const ids = (await receiver.seen()).map(({ headers }) => new Headers(headers).get('webhook-id'));
    assert.ok(ids.includes(second.id) && !ids.includes(first.id));
  });

  test('rejects an invalid time, webhooks of other organizations and users without the role', async () => {
    assert.equal((await post(url, { since: 'yesterday' })).statusCode, 400);
    assert.equal((await post(url, {})).statusCode, 400);
    assert.equal((await post(url, all, strangers)).statusCode, 404);
    assert.equal((await post(url, all, readers)).statusCode, 403);
  });
});

suite('POST /alerts/webhook/test with a URL', () => {
  const url = '/alerts/webhook/test';

  test('sends a signed test event and stores neither the URL nor the secret', async () => {
    await receiver.seen();
    const webhook_url = `${receiver.origin}/unsaved`;
    const response = await post(url, { webhook_url, secret: SECRET });
    const [{ webhook_id, delivered, webhook_url: tested }] = response.json().results;
    assert.deepEqual([webhook_id, delivered, tested], [null, true, webhook_url]);
    const [request] = await receiver.seen();
    assert.deepEqual(request?.verified, { compatible: true, standard: true });
    const { webhooks } = (await get('/alerts/webhook')).json();
    assert.ok(!webhooks.some((one: { webhook_url: string }) => one.webhook_url === webhook_url));
  });

  test('rejects a URL without a secret, a secret without a URL, and a URL with a webhook', async () => {
    const webhook_url = `${receiver.origin}/unsaved`;
    for (const body of [
      { webhook_url },
      { secret: SECRET },
      { webhook_url, secret: SECRET, webhook_id: '0190b3a0-0000-7000-8000-000000000000' },
      { webhook_url: 'http://10.0.0.1/', secret: SECRET },
    ]) {
      assert.equal((await post(url, body)).statusCode, 400, JSON.stringify(body));
    }
    assert.deepEqual(await receiver.seen(), []);
  });
});

test('GET /mails/{id}/rendered returns the email without its code, only to its organization', async () => {
  const alert = { notification_channels: ['email' as const], alert_name: 'Our trailers' };
  await world.fire(firing(org, alert));
  await deliverMails(world.service, mailQueue(), new AbortController().signal);
  const [mail] = (await get('/mails')).json().mails;
  const { subject, to, html, text } = (await get(`/mails/${mail.id}/rendered`)).json();
  assert.match(subject, /Our trailers/);
  assert.equal(to, 'dispatch@customer.example');
  assert.ok(html.startsWith('<') && text.includes('1234567'));
  assert.doesNotMatch(html, /cid:/, 'inline images are in the page itself');
  assert.equal((await get(`/mails/${mail.id}/rendered`, strangers)).statusCode, 404);
  assert.equal((await get(`/mails/${mail.id}/rendered`, readers)).statusCode, 403);
});

suite('activity and single matches', async () => {
  const payload = { email: 'desk@example.com', alert_type: 'hot', disabled: false, alert_name: 'Stolen' };
  const { id } = (await post('/alerts', { ...payload, license_plate: 'KEEP42' })).json();
  const match = `insert into alert_matches (alert_id, sighting_id, organization_id, sighting, matched_at)
    values ($1, $2, $3, $4, now()) returning match_id`;
  const sighting = {
    usdot_number: 7,
    time_captured: '2026-03-01T12:00:00Z',
    image_id: null,
    view_image_ids: null,
  };
  const matches: number[] = [];
  for (const sightingId of [1, 2]) {
    const { rows } = await db.pool.query(match, [id, sightingId, org, sighting]);
    matches.push(Number(rows[0].match_id));
  }

  test('GET /alerts/activity counts the matches of the own alerts', async () => {
    const { alerts } = (await get('/alerts/activity')).json();
    assert.deepEqual(alerts, [{ id, matches: 2, last_fired_at: null }]);
    assert.deepEqual((await get('/alerts/activity', strangers)).json(), { alerts: [] });
  });

  test('GET /alerts/{id}/matches?match_id= returns one match', async () => {
    const url = `/alerts/${id}/matches?match_id=${matches[0]}`;
    const page = (await get(url)).json();
    assert.deepEqual(
      page.matches.map(({ match_id }: { match_id: number }) => match_id),
      [matches[0]],
    );
    assert.equal(page.pagination.total, 1);
    assert.deepEqual(page.matches[0].sighting.images, []);
    assert.equal((await get(url, strangers)).statusCode, 404);
  });
});
