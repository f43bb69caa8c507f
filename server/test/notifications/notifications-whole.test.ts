import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testApi } from '../support/api.ts';
import { assertDocumented } from '../support/notifications/documented.ts';
import { SECRET, startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const api = await testApi();
const { db } = api;
const world = webhookWorld(api);
const { ingest, drain } = testRecognition(api);
const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined });
const customer = await api.customer(['admin']);
const org = customer.organizationId;
const headers = await api.signIn(customer);
const strangers = await api.signIn(await api.customer(['admin']));
const get = (url: string, given = headers) => api.app.inject({ url, headers: given });
const post = (url: string, payload: object, given = headers) =>
  api.app.inject({ method: 'POST', url, headers: given, payload });
const receiver = await startReceiver();
const { id: webhookId } = await world.webhook(org, 'https://customer.example/views');

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, alert_matches, webhook_deliveries, mails, company_census, logos`);
  await db.pool.query(`insert into company_census (usdot_number, legal_name) values (1234567, 'ACME ROCKETS LLC');
    insert into logos (name) values ('acme')`);
});

const watching = {
  ...{ email: 'desk@customer.example', alert_type: 'hot', disabled: false, alert_name: 'Ours' },
  notification_channels: ['email', 'webhook'],
};
async function watch(criteria: object): Promise<void> {
  const { statusCode, body } = await post('/alerts', { ...watching, ...criteria });
  assert.equal(statusCode, 200, body);
}

/** Ingests an image, recognizes it and runs the matcher. */
async function seen(lines: string[], details: Parameters<typeof ingest>[2]): Promise<string> {
  const id = await ingest(org, { lines }, details);
  await drain();
  await matcher.drain();
  return id;
}

/** Fires the alert and returns the only match in the queued delivery. */
async function firedMatch(): Promise<Record<string, unknown>> {
  assert.equal((await post('/alerts/run', {})).statusCode, 200);
  const [delivery, ...more] = await world.deliveries(webhookId);
  assert.equal(more.length, 0);
  const { matches } = assertDocumented(delivery.body.toString());
  assert.equal(matches.length, 1);
  return matches[0] ?? {};
}

const imageIn = (url: unknown) => /\/images\/([0-9a-f-]{36})\/content\?/.exec(String(url))?.[1];

test('a sighting is matched, fired, delivered, and listed with its deliveries', async () => {
  const customer = await api.customer(['admin']);
  const headers = await api.signIn(customer);
  await post('/alerts/webhook', { webhook_url: `${receiver.origin}/whole`, secret: SECRET }, headers);
  const alert = await post('/alerts', { ...watching, usdot_number: 'USDOT 0076543' }, headers);
  assert.equal(alert.statusCode, 200, alert.body);

  await ingest(customer.organizationId, { lines: ['USDOT 76543'] });
  await drain();
  assert.equal((await matcher.round()).pairs, 1);
  assert.equal((await post('/alerts/run', {}, headers)).statusCode, 200);
  await world.send();

  const [request, ...more] = await receiver.seen();
  assert.equal(more.length, 0);
  assert.deepEqual(request?.verified, { compatible: true, standard: true });
  const payload = assertDocumented(request?.body ?? '');
  assert.equal(payload.total_matches, 1);
  assert.equal(payload.matches[0]?.usdot, '76543');
  const { id } = alert.json();
  const [match] = (await get(`/alerts/${id}/matches`, headers)).json().matches;
  const deliveries = match.deliveries.map(
    ({ delivered_at, ...rest }: { delivered_at: string | null }) => rest,
  );
  assert.deepEqual(
    deliveries.sort((a: { channel: string }, b: { channel: string }) => a.channel.localeCompare(b.channel)),
    [
      { channel: 'email', target: 'desk@customer.example', state: 'waiting', attempts: 0 },
      { channel: 'webhook', target: `${receiver.origin}/whole`, state: 'delivered', attempts: 1 },
    ],
  );
});

test('a firing includes all views of a truck, also those that arrived after the match', async () => {
  await watch({ usdot_number: '1234567' });
  const cab = await seen(['USDOT 1234567'], { plate: 'ABC123', confidence: 0.8, seconds: 0 });
  const { rows } = await db.pool.query('select sighting from alert_matches');
  assert.deepEqual(rows[0].sighting.views, [{ image_id: cab, shows: 'cab' }], 'matched at once');
  const side = await seen(['USDOT 1234567', 'TRAILER 53221'], {
    plate: 'ABC123',
    confidence: 0.85,
    seconds: 2,
  });
  const rear = await seen(['ACME', 'ABC123'], { plate: 'ABC123', confidence: 0.96, seconds: 4 });

  const match = await firedMatch();
  assert.equal(imageIn(match.front_view_url), cab);
  assert.equal(imageIn(match.side_view_url), side);
  assert.equal(imageIn(match.rear_view_url), rear);
  assert.equal(match.result_url, match.front_view_url, 'the first image with the number');
  assert.equal(match.confidence_score, 'High', 'of the USDOT number, which the alert compares');
  assert.equal(match.trailer_number, '53221', 'read from the second image');
  for (const name of ['front_view_url', 'side_view_url', 'rear_view_url']) {
    const { pathname, search } = new URL(String(match[name]));
    assert.equal((await api.app.inject({ url: pathname + search })).statusCode, 200, `${name} opens`);
  }

  const { rows: mails } = await db.pool.query('select id from mails');
  const mail = await get(`/mails/${mails[0].id}/message`);
  const text = mail.body.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  for (const [name, id] of Object.entries({ Front: cab, Side: side, Rear: rear })) {
    assert.match(text, new RegExp(`  ${name}: http\\S+/images/${id}/content`));
  }
  assert.doesNotMatch(text, / Image: /, 'it is one of the views');

  await seen(['USDOT 1234567'], { plate: 'ABC123', seconds: 6 });
  const { rows: after } = await db.pool.query('select sighting, firing_id from alert_matches');
  assert.equal(after.length, 1);
  assert.equal(after[0].sighting.views.length, 3, 'a fired match does not change');
});

test('unknown views and confidence are absent from the payload', async () => {
  await watch({ deep_search: 'nice weather' });
  const id = await seen(['NICE WEATHER'], {});
  const match = await firedMatch();
  assert.equal(imageIn(match.result_url), id);
  for (const key of ['front_view_url', 'side_view_url', 'rear_view_url', 'confidence_score']) {
    assert.ok(!(key in match), key);
  }
});

test('a plate that only recognition read has the level of the confidence of its text line', async () => {
  await watch({ license_plate: 'XYZ987' });
  await seen(['TEXAS', 'XYZ987'], {});
  const match = await firedMatch();
  assert.equal(match.license_plate, 'XYZ987');
  assert.equal(match.confidence_score, 'High');
});

test('the matches of an alert are counted, and one of them can be read alone', async () => {
  const owner = await api.customer(['admin']);
  const headers = await api.signIn(owner);
  const { id } = (await post('/alerts', { ...watching, license_plate: 'KEEP42' }, headers)).json();
  const match = `insert into alert_matches (alert_id, sighting_id, organization_id, sighting, matched_at)
    values ($1, $2, $3, $4, now()) returning match_id`;
  const images = { image_id: null, view_image_ids: null };
  const sighting = { usdot_number: 7, time_captured: '2026-03-01T12:00:00Z', ...images };
  const matches: number[] = [];
  for (const sightingId of [1, 2]) {
    const { rows } = await db.pool.query(match, [id, sightingId, owner.organizationId, sighting]);
    matches.push(Number(rows[0].match_id));
  }

  const { alerts } = (await get('/alerts/activity', headers)).json();
  assert.deepEqual(alerts, [{ id, matches: 2, last_fired_at: null }]);
  assert.deepEqual((await get('/alerts/activity', strangers)).json(), { alerts: [] });

  const url = `/alerts/${id}/matches?match_id=${matches[0]}`;
  const page = (await get(url, headers)).json();
  assert.equal(page.pagination.total, 1);
  assert.equal(page.matches.length, 1);
  assert.equal(page.matches[0].match_id, matches[0]);
  assert.deepEqual(page.matches[0].sighting.images, []);
  assert.equal((await get(url, strangers)).statusCode, 404);
});
