import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import type { SilentReason } from '../../src/contract/match.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { storeHistory } from '../../src/domain/alerts/preview/store-history.ts';
import { allDatasets } from '../../src/domain/federal/datasets/all-datasets.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { alertStages } from '../../src/stages/alert-stages.ts';
import { WorkReport } from '../../src/stages/work-report.ts';
import { testApi } from '../support/api.ts';
import { silent } from '../support/cluster.ts';
import { testImporter } from '../support/federal/federal-files.ts';
import { assertDocumented } from '../support/notifications/documented.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';
import { type Capture, testRecognition } from '../support/recognition/recognition.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const now = Date.now();
const at = (seconds: number) => new Date(now + seconds * 1_000);

const api = await testApi();
const { db } = api;
const { webhook, deliveries } = webhookWorld(api);
const { ingest, drain, drainRevisits } = testRecognition(api, {}, now);
const importer = await testImporter(db);
const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined, maxAgeHours: 72 });
const customer = await api.customer(['admin']);
const { organizationId: org } = customer;
const headers = await api.signIn(customer);
const { id: webhookId } = await webhook(org, 'https://customer.example/silent');

const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const response = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, recent_sightings, alert_matches, webhook_deliveries, mails, company_census`);
  await db.pool.query('delete from alerts');
});

const stages = alertStages(
  api.services.alerts,
  { of: () => () => undefined, close: async () => undefined },
  new WorkReport(silent, api.services.telemetry.metrics),
);
const runHistory = () =>
  stages.find(({ name }) => name === 'alert-history')?.run(new AbortController().signal);

const watch = async (criteria: object): Promise<number> => {
  const { id } = await send('POST', '/alerts', {
    ...{ email: 'desk@customer.example', alert_type: 'hot', disabled: false, alert_name: 'Ours' },
    notification_channels: ['email', 'webhook'],
    ...criteria,
  });
  // On a busy machine, the request leaves the history to the stage.
  await runHistory();
  return id;
};

async function seen(lines: string[], capture: Capture): Promise<string> {
  const id = await ingest(org, { lines }, capture);
  await drain();
  await matcher.drain();
  return id;
}

type Match = {
  match_id: number;
  source: string;
  is_silent: boolean;
  silent_reason: SilentReason | null;
  fired_at: string | null;
  sighting: { sighting_id?: number; time_captured: string };
};
const matchesOf = async (alertId: number): Promise<Match[]> =>
  (await send('GET', `/alerts/${alertId}/matches?page_size=200`)).matches;
const reasonsOf = async (alertId: number) =>
  (await matchesOf(alertId)).map(({ silent_reason }) => silent_reason ?? 'none').sort();

/** Fires, and returns the number of matches in each webhook request and in each email. */
async function fired(): Promise<{ webhook: number[]; email: number[] }> {
  await db.pool.query('delete from webhook_deliveries');
  await db.pool.query('delete from mails');
  await send('POST', '/alerts/run');
  const sent = (await deliveries(webhookId)).map(({ body }) => assertDocumented(body.toString()));
  const { rows: mails } = await db.pool.query('select content from mails');
  return {
    webhook: sent.map(({ matches }) => matches.length),
    email: mails.map(({ content }) => content.matches.length),
  };
}
const ONE = { webhook: [1], email: [1] };
const NOTHING = { webhook: [], email: [] };

/** A carrier file makes the number of the sightings with this docket known: they are decided again. */
async function importCarrier(): Promise<void> {
  const census = allDatasets.find(({ name }) => name === 'company-census');
  if (!census) throw new Error('no census');
  const row = { DOT_NUMBER: 1234567, LEGAL_NAME: 'ACME ROCKETS LLC', DOCKET1PREFIX: 'MC', DOCKET1: 529015 };
  await importer.rows(census, [row], { force: true });
  await drainRevisits();
  await matcher.drain();
}

suite('which sightings notify', () => {
  test('one image sends one match, although 25 old sightings are decided again', async () => {
    for (let day = 1; day <= 25; day++)
      await ingest(
        org,
        { lines: ['MC 529015'] },
        { source: `camera-${day}`, seconds: -day * DAY_S, receivedAt: at(-day * DAY_S) },
      );
    await drain();
    await matcher.drain();
    const alertId = await watch({ usdot_number: '1234567' });
    assert.deepEqual(await matchesOf(alertId), [], 'their carrier is not known yet');
    await importCarrier();
    await seen(['USDOT 1234567'], { seconds: 0 });

    assert.deepEqual(await fired(), ONE);
    const matches = await matchesOf(alertId);
    assert.equal(matches.length, 26);
    assert.equal(matches.filter(({ is_silent }) => is_silent).length, 25);
    assert.equal(matches.filter(({ fired_at }) => fired_at !== null).length, 1);
    const [sent] = matches.filter(({ silent_reason }) => silent_reason === null);
    assert.equal(sent?.source, 'live');
    assert.ok(sent.fired_at);
    assert.deepEqual(await fired(), NOTHING);
  });

  test('a sighting that is decided again notifies if its image was received in the last 24 hours', async () => {
    const alertId = await watch({ usdot_number: '1234567' });
    await db.pool.query('update alerts set notifies_since = $1', [at(-10 * DAY_S)]);
    await seen(['MC 529015'], { source: 'a', seconds: -2 * DAY_S, receivedAt: at(-25 * HOUR_S) });
    await seen(['MC 529015'], { source: 'b', seconds: -2 * DAY_S, receivedAt: at(-23 * HOUR_S) });
    assert.deepEqual(await matchesOf(alertId), []);
    await importCarrier();
    assert.deepEqual(await reasonsOf(alertId), ['decided_again_late', 'none']);
    assert.deepEqual(await fired(), ONE);
  });

  test('an image that waited for a day before it was read notifies', async () => {
    await watch({ cab_number: '7781' });
    await db.pool.query('update alerts set notifies_since = $1', [at(-10 * DAY_S)]);
    await seen(['UNIT 7781'], { seconds: -2 * DAY_S, receivedAt: at(-2 * DAY_S) });
    assert.deepEqual(await fired(), ONE);
  });

  test('an image that was captured more than ALERT_MAX_AGE_HOURS before it was received is a silent match', async () => {
    const alertId = await watch({ cab_number: '7782' });
    await seen(['UNIT 7782'], { source: 'late', seconds: -73 * HOUR_S });
    assert.deepEqual(await reasonsOf(alertId), ['captured_long_before']);
    assert.deepEqual(await fired(), NOTHING);
    await seen(['UNIT 7782'], { source: 'early', seconds: -71 * HOUR_S });
    assert.deepEqual(await fired(), ONE);
  });

  test('images that were received before the alert was enabled or its criteria changed are silent', async () => {
    const alertId = await watch({ cab_number: '7783', disabled: true });
    const before = { seconds: -60, receivedAt: new Date() };
    await send('PATCH', `/alerts/${alertId}`, { disabled: false });
    await seen(['UNIT 7783'], { ...before, source: 'a' });
    assert.deepEqual(await reasonsOf(alertId), ['received_before_alert']);

    const meanwhile = { seconds: -60, receivedAt: new Date() };
    await send('PATCH', `/alerts/${alertId}`, { alert_name: 'Renamed', cab_number: '7783' });
    await seen(['UNIT 7783'], { ...meanwhile, source: 'b' });
    assert.deepEqual(await reasonsOf(alertId), ['none', 'received_before_alert'], 'no criterion changed');
    await db.pool.query('delete from alert_matches where silent_reason is null');

    const unread = { seconds: -60, receivedAt: new Date() };
    await send('PATCH', `/alerts/${alertId}`, { cab_number: '7784' });
    await seen(['UNIT 7784'], { ...unread, source: 'c' });
    assert.deepEqual(await fired(), NOTHING);
    await seen(['UNIT 7784'], { source: 'd', seconds: -50 });
    assert.deepEqual(await fired(), ONE);
  });

  test('matches that wait for their firing are sent after any change of the alert', async () => {
    const alertId = await watch({ cab_number: '7785' });
    await seen(['UNIT 7785'], { seconds: -60 });
    await send('PATCH', `/alerts/${alertId}`, { disabled: true });
    assert.deepEqual(await fired(), NOTHING);
    await send('PATCH', `/alerts/${alertId}`, { disabled: false, cab_number: '7786' });
    assert.deepEqual(await fired(), ONE);
  });

  test('a new image of a truck that is a silent match notifies, once', async () => {
    await seen(['UNIT 7787'], { seconds: -60, receivedAt: at(-60), plate: 'ABC123' });
    const alertId = await watch({ cab_number: '7787' });
    const [before] = await matchesOf(alertId);
    assert.equal(before?.source, 'history');
    await seen(['UNIT 7787', 'TRAILER 53221'], { seconds: -30, plate: 'ABC123' });
    const [match, ...others] = await matchesOf(alertId);
    assert.equal(others.length, 0, 'the same sighting');
    assert.equal(match?.silent_reason, null);
    assert.ok(match && match.match_id !== before.match_id);
    for (const id of [before.match_id, match.match_id])
      assert.equal(
        (await send('GET', `/matches/${id}`)).match_id,
        match.match_id,
        'the old link leads to it',
      );
    const noted = await send('PATCH', `/matches/${before.match_id}`, { note: 'By the old link' });
    assert.equal(noted.history[0].note, 'By the old link');
    const [linked] = (await send('GET', `/alerts/${alertId}/matches?match_id=${before.match_id}`)).matches;
    assert.equal(linked?.match_id, match.match_id);
    assert.ok(match.match_id > before.match_id, 'followers of new matches see it');
    assert.deepEqual(await fired(), ONE);
    await seen(['UNIT 7787', 'TRAILER 53221', 'ACME'], { seconds: -20, plate: 'ABC123' });
    assert.deepEqual(await fired(), NOTHING);
  });
});

suite('the history of a new alert', () => {
  test('what the preview showed is in the list of the new alert, as silent matches, and is not sent', async () => {
    for (let day = 1; day <= 12; day++)
      await ingest(
        org,
        { lines: ['UNIT 8811'] },
        { source: `camera-${day}`, seconds: -day * 3 * DAY_S, receivedAt: at(-day * 3 * DAY_S) },
      );
    await drain();
    await matcher.drain();
    const preview = await send('POST', '/alerts/preview', { cab_number: '8811' });
    assert.equal(preview.count, 9, 'of the last 30 days');
    const alertId = await watch({ cab_number: '8811' });
    const matches = await matchesOf(alertId);
    const times = (sightings: Match['sighting'][]) =>
      sightings.map(({ time_captured }) => time_captured).sort();
    assert.deepEqual(times(matches.map(({ sighting }) => sighting)), times(preview.newest));
    for (const { source, is_silent, silent_reason, fired_at } of matches)
      assert.deepEqual(
        { source, is_silent, silent_reason, fired_at },
        { source: 'history', is_silent: true, silent_reason: 'history', fired_at: null },
      );
    assert.deepEqual(await fired(), NOTHING);
  });

  test('the newest 200 sightings are stored', async () => {
    for (let i = 0; i < 205; i++)
      await ingest(org, { lines: ['UNIT 8812'] }, { source: `camera-${i}`, seconds: -60 * i });
    await drain();
    await matcher.drain();
    const alertId = await watch({ cab_number: '8812' });
    const times = (await matchesOf(alertId)).map(({ sighting }) => Date.parse(sighting.time_captured));
    assert.equal(times.length, 200);
    assert.equal(Math.min(...times), now - 199 * 60_000);
  });

  test('a worker stores the history that the create request did not store, once', async () => {
    await seen(['UNIT 8814'], { seconds: -DAY_S });
    const alertId = await watch({ cab_number: '8814', disabled: true });
    await db.pool.query('delete from alert_matches');
    await runHistory();
    assert.deepEqual(await matchesOf(alertId), [], 'it was stored before');
    await db.pool.query('update alerts set is_history_due = true');
    await runHistory();
    assert.deepEqual(await reasonsOf(alertId), ['history']);
  });

  test('a search that takes too long for the request stores nothing and is left to the worker', async () => {
    await seen(['UNIT 8815'], { seconds: -DAY_S });
    const alertId = await watch({ cab_number: '8815' });
    await db.pool.query('delete from alert_matches');
    await db.pool.query('update alerts set is_history_due = true');
    assert.equal(await storeHistory(api.services.alerts, alertId, { most: 10, budgetMs: 0 }), null);
    assert.deepEqual(await matchesOf(alertId), []);
    await runHistory();
    assert.deepEqual(await reasonsOf(alertId), ['history']);
  });

  test('the first and last day of the alert limit its history', async () => {
    await seen(['UNIT 8813'], { source: 'a', seconds: -10 * DAY_S });
    await seen(['UNIT 8813'], { source: 'b', seconds: -5 * DAY_S });
    const start_date = at(-7 * DAY_S)
      .toISOString()
      .slice(0, 10);
    assert.equal((await matchesOf(await watch({ cab_number: '8813', start_date }))).length, 1);
  });
});
