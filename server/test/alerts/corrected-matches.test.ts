import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { followUp } from '../../src/domain/alerts/fire/follow-up.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testApi } from '../support/api.ts';
import { assertDocumented } from '../support/notifications/documented.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const api = await testApi();
const { db } = api;
const { webhook, deliveries } = webhookWorld(api);
const { ingest, drain } = testRecognition(api, {}, Date.now() - 60_000);
const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined, maxAgeHours: 72 });
const customer = await api.customer(['admin']);
const { organizationId: org } = customer;
const headers = await api.signIn(customer);
const subscribed = (await webhook(org, 'https://customer.example/subscribed')).id;
const other = (await webhook(org, 'https://customer.example/other')).id;

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url, headers, ...(payload && { payload }) });
const send = async (...request: Parameters<typeof ask>) => {
  const response = await ask(...request);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};
const events = ['alert.matches_found', 'alert.match_corrected', 'alert.test'];
await send('PUT', `/alerts/webhook/${subscribed}/events`, { events });

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, image_labels, sightings,
    vehicle_evidence, revisits, unmatched_sightings, recent_sightings, alert_matches, match_corrections,
    webhook_deliveries, mails, company_census`);
  await db.pool.query(`delete from alerts`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name) values (5000800, 'FIRST LLC'), (5000808, 'SECOND LLC')`,
  );
});

async function watch(usdot_number: string): Promise<number> {
  const { id } = await send('POST', '/alerts', {
    ...{ email: 'desk@customer.example', alert_type: 'hot', disabled: false, alert_name: usdot_number },
    ...{ notification_channels: ['email', 'webhook'], usdot_number },
  });
  return id;
}

async function seen(lines: string[], seconds = 0): Promise<string> {
  const id = await ingest(org, { lines }, { seconds });
  await drain();
  await matcher.drain();
  return id;
}

const correct = (imageId: string, value: string | null) =>
  send('POST', `/images/${imageId}/correction`, { field: 'usdot_number', value });
const withdraw = (imageId: string) => send('DELETE', `/images/${imageId}/correction/usdot_number`);
const run = async () => (await send('POST', '/alerts/run')).fired;
const matchesOf = async (alertId: number) => (await send('GET', `/alerts/${alertId}/matches`)).matches;
const sentTo = async (webhookId: string) =>
  (await deliveries(webhookId)).map(({ body }) => assertDocumented(body.toString()));
const tell = () => followUp(api.services.alerts, new AbortController().signal);

suite('a match whose sighting is corrected before it is sent', () => {
  test('is not sent, and is listed with the reason', async () => {
    const [first, second] = [await watch('5000800'), await watch('5000808')];
    const id = await seen(['USDOT 5000800']);
    await correct(id, '5000808');
    assert.deepEqual(await run(), [], 'it is matched again before anything is sent');
    await matcher.drain();
    assert.deepEqual(await run(), [{ alert_id: second, matches: 1 }]);
    const [match] = await matchesOf(first);
    assert.deepEqual(
      [match.is_silent, match.silent_reason, match.fired_at, match.corrected_at],
      [true, 'no_longer_matches', null, null],
    );
    const [sent, ...more] = await sentTo(other);
    assert.deepEqual(
      [sent?.event, sent?.matches[0]?.usdot, more.length],
      ['alert.matches_found', '5000808', 0],
    );
  });

  test('is sent if the correction is withdrawn in time', async () => {
    const alertId = await watch('5000800');
    const id = await seen(['USDOT 5000800']);
    await correct(id, null);
    await matcher.drain();
    await withdraw(id);
    await matcher.drain();
    assert.deepEqual(await run(), [{ alert_id: alertId, matches: 1 }]);
    assert.equal((await matchesOf(alertId))[0].silent_reason, null);
  });
});

suite('a match whose sighting is corrected after it was sent', () => {
  test('gets one follow-up, to webhooks that subscribed, and a line in the next email', async () => {
    const alertId = await watch('5000800');
    const id = await seen(['USDOT 5000800']);
    await run();
    await correct(id, '5000808');
    await matcher.drain();
    assert.equal(await tell(), 1);
    assert.equal(await tell(), 0);
    const [follow, ...rest] = (await sentTo(subscribed)).filter(
      ({ event }) => event !== 'alert.matches_found',
    );
    assert.equal(rest.length, 0);
    assert.deepEqual(
      [follow?.event, follow?.alert_details[0]?.id, follow?.matches[0]?.usdot],
      ['alert.match_corrected', alertId, '5000800'],
    );
    assert.deepEqual(
      (await sentTo(other)).map(({ event }) => event),
      ['alert.matches_found'],
    );
    const { deliveries: logged } = await send('GET', `/alerts/webhook/${subscribed}/deliveries`);
    assert.deepEqual(
      logged.map(({ event }: { event: string }) => event),
      ['alert.match_corrected', 'alert.matches_found'],
      'the log names the event',
    );
    const [match] = await matchesOf(alertId);
    assert.ok(match.corrected_at && match.fired_at);
    await db.pool.query('delete from mails');
    await seen(['USDOT 5000800'], 30);
    await run();
    await seen(['USDOT 5000800'], -600);
    await run();
    const { rows } = await db.pool.query('select content from mails order by created_at');
    assert.deepEqual(
      rows.map(({ content }) => (content.corrected ?? []).length),
      [1, 0],
    );
    assert.equal(await tell(), 0);
  });

  test('has no follow-up while the sighting meets the alert, or meets it again', async () => {
    const alertId = await watch('5000800');
    const id = await seen(['USDOT 5000800']);
    await run();
    await send('POST', `/images/${id}/correction`, { field: 'cab_number', value: '42' });
    await matcher.drain();
    assert.equal(await tell(), 0);
    await correct(id, null);
    await matcher.drain();
    await withdraw(id);
    await matcher.drain();
    assert.equal(await tell(), 0);
    assert.equal((await matchesOf(alertId))[0].corrected_at, null);
    await correct(id, null);
    await matcher.drain();
    assert.equal(await tell(), 1, 'it was not told of the first correction');
    assert.equal(await tell(), 0);
  });
});

suite('the events of a webhook', () => {
  test('are new matches and tests by default', async () => {
    const url = `/alerts/webhook/${other}/events`;
    assert.deepEqual(await send('GET', url), { events: ['alert.matches_found', 'alert.test'] });
  });

  test('without alert.matches_found it receives no matches', async () => {
    await send('PUT', `/alerts/webhook/${other}/events`, { events: ['alert.test'] });
    await watch('5000800');
    await seen(['USDOT 5000800']);
    await run();
    assert.deepEqual([(await sentTo(other)).length, (await sentTo(subscribed)).length], [0, 1]);
    await send('PUT', `/alerts/webhook/${other}/events`, { events: ['alert.matches_found', 'alert.test'] });
  });

  test('unknown events are rejected, and webhooks of other organizations are not found', async () => {
    const url = `/alerts/webhook/${other}/events`;
    assert.equal((await ask('PUT', url, { events: ['alert.unknown'] })).statusCode, 400);
    const stranger = await api.signIn(await api.customer(['admin']));
    const payload = { events: ['alert.test'] };
    assert.equal((await api.app.inject({ method: 'PUT', url, headers: stranger, payload })).statusCode, 404);
    assert.equal((await api.app.inject({ method: 'GET', url, headers: stranger })).statusCode, 404);
  });
});
