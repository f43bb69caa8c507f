import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DueAlerts } from '../../src/domain/alerts/fire/fire-due.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { isMismatch, type Suspect } from '../../src/domain/alerts/mismatch/find-mismatches.ts';
import { EMPTY } from '../../src/domain/observations/observation.ts';
import { insertSightings, reviseSighting } from '../support/alerts/alert-ground.ts';
import { testApi } from '../support/api.ts';
import { assertDocumented } from '../support/notifications/documented.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

let now = new Date();
const clock = { now: () => now };
const api = await testApi({ clock });
const { db } = api;
const { webhook, deliveries, sendMails } = webhookWorld(api);
const matcher = new Matcher({ database: db, clock, wake: () => undefined });
const due = new DueAlerts(api.services.alerts);
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const { id: webhookId } = await webhook(customer.organizationId, 'https://customer.example/mismatch');

const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  by = headers,
) => {
  const url = `/mismatch-observations${path}`;
  const response = await api.app.inject({ method, url, headers: by, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
};
const watch = async (payload: object) => {
  const { status, body } = await send('POST', '', payload);
  assert.equal(status, 201, JSON.stringify(body));
  const list = await send('GET', `?page_size=${body.data.created}`);
  return list.body.mismatch_observations as { id: string; usdot: string; mc: string }[];
};
const seen = async (fields: object) => {
  const [key] = await insertSightings(db, customer.organizationId, [
    { ...EMPTY, usdot_number: 0, time_captured: new Date(Date.now() - 60_000), ...fields },
  ]);
  assert.ok(key);
  await matcher.drain();
  return key;
};
/** How many alerts of the observation found the sighting. */
const matchesOf = async (observationId: string, sightingId: number) => {
  const { rows } = await db.pool.query(
    `select count(*)::int as count from alert_matches m join alerts a on a.id = m.alert_id
     where a.mismatch_id = $1 and m.sighting_id = $2 and m.silent_reason is null`,
    [observationId, sightingId],
  );
  return rows[0].count as number;
};
const found = async (observation: { id: string } | undefined, fields: object) =>
  matchesOf(observation?.id ?? '', (await seen(fields)).id);

await db.pool.query(
  `insert into company_census (usdot_number, legal_name, power_units, total_drivers, docket1_prefix, docket1_number)
   values (1001, 'A', 1, 1, 'MC', 5001), (1002, 'B', 1, 1, 'MC', 5002)`,
);

suite('a truck with a watched number', () => {
  test('shows another MC number than the registers have for the carrier', async () => {
    const [observation] = await watch({ usdots: ['USDOT 1001'] });
    assert.equal(observation?.usdot, '1001');
    assert.equal(await found(observation, { usdot_number: 1001, mc_number: '9999' }), 1);
    assert.equal(await found(observation, { usdot_number: 1001, mc_number: 'MC5001' }), 0, 'its own');
    assert.equal(await found(observation, { usdot_number: 1001 }), 0, 'none');
    assert.equal(await found(observation, { usdot_number: 1002, mc_number: '9999' }), 0, 'another carrier');
    const imputed = { usdot_number: 1001, mc_number: '9999', is_mc_imputed: true };
    assert.equal(await found(observation, imputed), 0, 'not read on the truck');
  });

  test('is no mismatch while no register has an MC number of the carrier', async () => {
    const [observation] = await watch({ usdots: ['1009'] });
    assert.equal(await found(observation, { usdot_number: 1009, mc_number: '9999' }), 0);
  });

  test('shows the name of another carrier beside the number', async () => {
    const [observation] = await watch({ usdots: ['1003'] });
    assert.equal(await found(observation, { usdot_number: 1003, has_conflicting_name: true }), 1);
    assert.equal(await found(observation, { usdot_number: 1003 }), 0);
  });

  test('shows a logo that is not among those of the carrier', async () => {
    const [observation] = await watch({ usdots: ['1004'], logos: [' Halvo ', 'HALVO', 'Halvorsen Freight'] });
    assert.deepEqual((observation as unknown as { logos: string[] }).logos, ['halvo', 'halvorsen freight']);
    assert.equal(await found(observation, { usdot_number: 1004, equipment_logo: 'swift' }), 1);
    assert.equal(await found(observation, { usdot_number: 1004, equipment_logo: 'Halvo' }), 0);
    assert.equal(await found(observation, { usdot_number: 1004 }), 0);
    const imputed = { usdot_number: 1004, equipment_logo: 'swift', is_trailer_logo_imputed: true };
    assert.equal(await found(observation, imputed), 0);
  });

  test('shows an MC number with a USDOT number that has another one', async () => {
    const [observation] = await watch({ mcs: ['MC 5001'] });
    assert.equal(observation?.mc, '5001');
    assert.equal(await found(observation, { usdot_number: 1002, mc_number: '5001' }), 1);
    assert.equal(await found(observation, { usdot_number: 1001, mc_number: '5001' }), 0);
    assert.equal(await found(observation, { usdot_number: 0, mc_number: '5001' }), 0);
  });

  test('shows only one number of a pair, and is found once', async () => {
    const [observation] = await watch({ pairs: [{ mc: '7001', usdot: '1005' }], logos: ['halvo'] });
    assert.equal(await found(observation, { usdot_number: 1005, mc_number: '7002' }), 1);
    assert.equal(await found(observation, { usdot_number: 1006, mc_number: '7001' }), 1);
    assert.equal(await found(observation, { usdot_number: 1005, mc_number: '7001' }), 0);
    const both = { usdot_number: 1005, mc_number: '7001', equipment_logo: 'swift' };
    assert.equal(await found(observation, both), 1);
  });

  test('is no longer a mismatch when the sighting is corrected', async () => {
    const [observation] = await watch({ usdots: ['1001'] });
    // A second image of the truck corrects the reading of the first.
    const view_image_ids = ['6f2c0000-0000-4000-8000-000000000001', '6f2c0000-0000-4000-8000-000000000002'];
    const key = await seen({ usdot_number: 1001, mc_number: '9998', view_image_ids });
    assert.equal(await matchesOf(observation?.id ?? '', key.id), 1);
    await reviseSighting(db, customer.organizationId, key, { mc_number: '5001' });
    await matcher.drain();
    assert.equal(await matchesOf(observation?.id ?? '', key.id), 0);
  });
});

test('a mismatch is delivered like the matches of a hot alert, by webhook and by email', async () => {
  const [observation] = await watch({ usdots: ['1007'], alert_name: 'Our trucks' });
  assert.equal(await found(observation, { usdot_number: 1007, has_conflicting_name: true }), 1);
  now = new Date(Date.now() + 16 * 60_000);
  await due.run(new AbortController().signal);
  now = new Date();
  const sent: string[] = (await deliveries(webhookId)).map(({ body }) => body);
  const body = sent.find((one) => one.includes('Our trucks')) ?? '';
  assertDocumented(body);
  const payload = JSON.parse(body);
  assert.deepEqual([payload.matches[0].usdot, payload.alert_details[0].usdot_number], ['1007', '1007']);
  await sendMails();
  const mails = await db.pool.query(`select address, subject from mails where subject like '%Our trucks%'`);
  assert.equal(mails.rows[0]?.address, customer.email);
  const [listed] = (await send('GET', '')).body.mismatch_observations;
  assert.ok(listed.last_run_at, 'has run');
});

test('one observation is created for each number and pair, each once, in the list from newest to oldest', async () => {
  const own = await api.customer(['external-api-mismatch-observations']);
  const by = await api.signIn(own);
  const body = { usdots: ['1', '01', '2'], mcs: ['MC3'], pairs: [{ mc: '4', usdot: '5' }], alert_name: ' ' };
  const created = await send('POST', '', body, by);
  assert.deepEqual(created.body, { message: 'Created 4 mismatch observations.', data: { created: 4 } });
  const { body: list } = await send('GET', '?page=1&page_size=3', undefined, by);
  assert.deepEqual([list.page, list.page_size, list.total], [1, 3, 4]);
  type Shown = { usdot: string; mc: string; alert_name: string; last_run_at?: string };
  const shown = list.mismatch_observations.map(({ usdot, mc, alert_name, last_run_at }: Shown) => ({
    ...{ usdot, mc, alert_name, last_run_at },
  }));
  assert.deepEqual(shown, [
    { usdot: '5', mc: '4', alert_name: '', last_run_at: undefined },
    { usdot: '', mc: '3', alert_name: '', last_run_at: undefined },
    { usdot: '2', mc: '', alert_name: '', last_run_at: undefined },
  ]);
});

test('a change keeps the matches of a number that stays, and the numbers can be exchanged', async () => {
  const [observation] = await watch({ pairs: [{ mc: '8001', usdot: '1010' }] });
  const id = observation?.id ?? '';
  const first = await seen({ usdot_number: 1010, mc_number: '8009' });
  const change = async (payload: object) => {
    const { status, body } = await send('PATCH', `/${id}`, payload);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  assert.deepEqual((await change({ mc: 'MC-8002', logos: ['X'] })).mc, '8002');
  assert.equal(await matchesOf(id, first.id), 1);
  assert.equal(await found({ id }, { usdot_number: 1010, mc_number: '8002' }), 0);
  assert.equal(await found({ id }, { usdot_number: 1011, mc_number: '8002' }), 1);
  await change({ usdot: '' });
  assert.equal(await found({ id }, { usdot_number: 1010, mc_number: '8009' }), 0);
  await change({ usdot: '1010', mc: null });
  assert.equal(await found({ id }, { usdot_number: 1010, has_conflicting_name: true }), 1);
  await change({ is_disabled: true });
  assert.equal(await found({ id }, { usdot_number: 1010, has_conflicting_name: true }), 0);
  assert.equal((await send('PATCH', `/${id}`, { usdot: '' })).status, 400);
  assert.equal((await send('PATCH', `/${id}`, { vin: 'x' })).status, 400);
  assert.equal((await send('DELETE', `/${id}`)).status, 204);
  assert.equal((await send('DELETE', `/${id}`)).status, 404);
  const { rows } = await db.pool.query('select from alerts where mismatch_id = $1', [id]);
  assert.equal(rows.length, 0);
});

test('its alerts are in no list of alerts, cannot be changed there, and can be read', async () => {
  const [observation] = await watch({ usdots: ['1012'] });
  const { rows } = await db.pool.query('select id from alerts where mismatch_id = $1', [observation?.id]);
  const [{ id }] = rows;
  const get = (url: string) => api.app.inject({ url, headers });
  assert.deepEqual((await get('/alerts')).json().alerts, []);
  assert.deepEqual((await get('/alerts/activity')).json().alerts, []);
  assert.equal((await get(`/alerts/${id}`)).json().alert_name, 'Mismatch of USDOT 1012');
  assert.equal((await get(`/alerts/${id}/matches`)).statusCode, 200);
  for (const method of ['PATCH', 'DELETE'] as const) {
    const payload = method === 'PATCH' ? { payload: { disabled: true } } : {};
    const response = await api.app.inject({ method, url: `/alerts/${id}`, headers, ...payload });
    assert.equal(response.statusCode, 404);
  }
});

test('counts against the quota of alerts, and stores nothing above it', async () => {
  const own = await api.customer(['external-api-mismatch-observations']);
  const by = await api.signIn(own);
  await db.pool.query(
    `insert into organization_quotas (organization_id, name, value) values ($1, 'alerts', 2)`,
    [own.organizationId],
  );
  assert.equal((await send('POST', '', { usdots: ['1', '2', '3'] }, by)).status, 429);
  assert.equal((await send('GET', '', undefined, by)).body.total, 0);
  assert.equal((await send('POST', '', { usdots: ['1', '2'] }, by)).status, 201);
});

test('a number that was inferred is not on the truck', () => {
  const sighting = { ...EMPTY, id: 1, usdot_number: 7, time_captured: new Date(), mc_number: '9' };
  const suspect = (more: object): Suspect => ({
    rule: { usdot: '7', mc: '', logos: [], foundBy: 'usdot' },
    sighting: { ...sighting, ...more } as Suspect['sighting'],
    hasForeignName: true,
  });
  assert.equal(isMismatch(suspect({}), undefined), true);
  assert.equal(isMismatch(suspect({ is_usdot_imputed: true }), undefined), false);
});
