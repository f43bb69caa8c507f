import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { type Customer, testApi } from '../support/api.ts';
import { becomes } from '../support/identity/requests.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const { app, db, customer, signIn, services } = await testApi();
const TIME = new Date('2026-10-30T12:00:00Z');
const [PLATE, VIN] = ['QX 4711', '1FUJGLDR0CLBP8834'];
await ensureMonths(db, [TIME]);

const insurer = await customer(['admin', 'carrier-observations-vin-endpoint'], 'insurance');
const headers = await signIn(insurer);
await recordObservations(db, [
  {
    type: 'Detection',
    usdot_number: 4711,
    time_captured: TIME,
    alpr_plate_number: 'QX4711',
    plate_state: 'TX',
    vin: VIN,
    source: 'camera-1',
  },
]);

type Query = Record<string, string | number>;
async function audit(query: Query, as: Record<string, string> = headers) {
  const response = await app.inject({
    url: '/audit',
    query: { ...query } as Record<string, string>,
    headers: as,
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json() as { entries: Record<string, unknown>[]; next_before: number | null };
}

const OBSERVATIONS = '/visual_sightings/carrier-observations?usdot_number=4711';
const newAlert = (more: object = {}) => ({
  email: 'ann@example.com',
  alert_type: 'hot',
  disabled: false,
  alert_name: 'Stolen',
  ...more,
});

test('records sign-ins, with the user and the address', async () => {
  const someone = await customer();
  const own = await signIn(someone);
  const wrong = await app.inject({
    method: 'POST',
    url: '/auth/token',
    headers: { 'x-api-key': someone.apiKey },
    payload: { email: someone.email, password: 'wrong' },
  });
  assert.equal(wrong.statusCode, 401);
  assert.ok(own);
  const { rows } = await db.pool.query(
    `select outcome, status, actor, actor_id, address from audit_entries
      where action = 'session.create' and organization_id = $1 order by id`,
    [someone.organizationId],
  );
  const actor = someone.email;
  assert.deepEqual(rows, [
    { outcome: 'success', status: 200, actor, actor_id: someone.userId, address: '127.0.0.1' },
    { outcome: 'denied', status: 401, actor, actor_id: null, address: '127.0.0.1' },
  ]);
});

test('records a change with its object and the changed fields, and no plate', async () => {
  const created = await app.inject({
    method: 'POST',
    url: '/alerts',
    headers,
    payload: newAlert({ license_plate: PLATE }),
  });
  assert.equal(created.statusCode, 200, created.body);
  const { id } = created.json();
  const { entries } = await audit({ action: 'alert.create' });
  assert.equal(entries.length, 1);
  const { object_kind, object_id, outcome, details, actor_id, correlation_id, vehicles } = entries[0] ?? {};
  assert.deepEqual(
    [object_kind, object_id, outcome, actor_id],
    ['alert', String(id), 'success', insurer.userId],
  );
  assert.ok((details as { fields: string[] }).fields.includes('license_plate'));
  assert.equal(correlation_id, created.headers['x-correlation-id']);
  assert.equal(vehicles, 1);
  await app.inject({ method: 'DELETE', url: `/alerts/${id}`, headers });
  const removed = await audit({ object_kind: 'alert', object_id: String(id) });
  assert.deepEqual(
    removed.entries.map(({ action }) => action),
    ['alert.delete', 'alert.create'],
  );
});

test('finds the requests that returned a plate or VIN, and stores neither', async () => {
  const reader = await customer(['admin'], 'insurance');
  const own = await signIn(reader);
  const response = await app.inject({ url: OBSERVATIONS, headers: own });
  assert.match(response.body, /QX4711/);
  for (const query of [{ plate: 'qx-4711' }, { vin: VIN.toLowerCase() }] as Query[]) {
    const { entries } = await audit({ ...query, action: 'observation.list' }, own);
    assert.deepEqual(
      entries.map(({ object_id, vehicles }) => [object_id, vehicles]),
      [['4711', 2]],
    );
  }
  assert.deepEqual((await audit({ plate: 'QX4712', action: 'observation.list' }, own)).entries, []);
  const { rows } = await db.pool.query(`select e::text as entry from audit_entries e`);
  for (const { entry } of rows) assert.doesNotMatch(entry, /QX.?4711|1FUJGLDR0CLBP8834/i);
});

test('records reads by VIN, of alerts, of a preview and of the event stream', async () => {
  const own = await signIn(insurer);
  await app.inject({ url: `/visual_sightings/carrier-observations/vin?vin=${VIN}`, headers: own });
  await app.inject({
    method: 'POST',
    url: '/alerts/preview',
    headers: own,
    payload: { license_plate: 'PV 1' },
  });
  const byVin = await audit({ vin: VIN, action: 'observation.list-by-vin' });
  assert.equal(byVin.entries.length, 1);
  assert.equal((await audit({ plate: 'PV1' })).entries[0]?.action, 'alert.preview');
  await app.inject({ url: '/alerts', headers: own });
  assert.equal((await audit({ action: 'alert.list' })).entries.length, 1);
});

test('records a request without the permission as denied, and one without credentials not at all', async () => {
  const broker = await customer([]);
  const own = await signIn(broker);
  assert.equal((await app.inject({ url: OBSERVATIONS, headers: own })).statusCode, 403);
  assert.equal((await app.inject({ url: OBSERVATIONS })).statusCode, 401);
  await services.auditLog.flush();
  const { rows } = await db.pool.query(
    `select action, outcome, actor from audit_entries where organization_id = $1 and action <> 'session.create'`,
    [broker.organizationId],
  );
  assert.deepEqual(rows, [{ action: 'observation.list', outcome: 'denied', actor: broker.email }]);
});

test('records the download of an image by its link for the organization that submitted it, and no invalid link', async () => {
  const { ingest } = testRecognition({ db, services });
  const id = await ingest(insurer.organizationId, { lines: [] }, { plate: 'LK1' });
  const { image_url } = (await app.inject({ url: `/images/${id}`, headers })).json();
  const path = new URL(image_url).pathname + new URL(image_url).search;
  assert.equal((await app.inject({ url: path })).statusCode, 200);
  assert.equal((await app.inject({ url: path.replace('signature=', 'signature=x') })).statusCode, 403);
  const { entries } = await audit({ action: 'image.view' });
  assert.deepEqual(
    entries.map(({ actor_kind, object_id, outcome }) => [actor_kind, object_id, outcome]),
    [['link', id, 'success']],
  );
});

test('records the purpose, and rejects an invalid one', async () => {
  const good = await app.inject({ url: OBSERVATIONS, headers: { ...headers, 'x-purpose': ' claim 4712 ' } });
  assert.equal(good.statusCode, 200);
  assert.equal((await audit({ action: 'observation.list' })).entries[0]?.purpose, 'claim 4712');
  const long = await app.inject({ url: OBSERVATIONS, headers: { ...headers, 'x-purpose': 'x'.repeat(201) } });
  assert.equal(long.statusCode, 400);
  assert.deepEqual(long.json().detail[0].loc, ['header', 'x-purpose']);
  const binary = await app.inject({ url: OBSERVATIONS, headers: { ...headers, 'x-purpose': 'a\u00ffb' } });
  assert.equal(binary.statusCode, 400);
});

test('an organization can require a purpose for requests that show plates', async () => {
  const strict = await customer(['admin'], 'insurance');
  const own = await signIn(strict);
  const statusOf = async (url: string, purpose?: string) =>
    (await app.inject({ url, headers: { ...own, ...(purpose && { 'x-purpose': purpose }) } })).statusCode;
  assert.equal(await statusOf(OBSERVATIONS), 200);
  const patched = await app.inject({
    method: 'PATCH',
    url: '/organization/privacy',
    headers: own,
    payload: { purpose_required: true },
  });
  assert.equal(patched.statusCode, 200, patched.body);
  // Other processes are notified; this one may have to wait for the notification.
  await becomes(400, async () => ({ status: await statusOf(OBSERVATIONS) }));
  const refused = await app.inject({ url: OBSERVATIONS, headers: own });
  assert.match(refused.json().detail[0].msg, /requires a purpose: send the header X-Purpose/);
  assert.equal(await statusOf(OBSERVATIONS, 'audit of carrier 4711'), 200);
  for (const url of ['/alerts', '/images', '/carrier/profile/fmcsa?usdot_number=4711']) {
    assert.equal(await statusOf(url), 400, url);
  }
  assert.equal(await statusOf('/auth/me'), 200);
  assert.equal(await statusOf('/carriers?query=x'), 200);
  const [change] = (await audit({ action: 'organization.update-privacy' }, own)).entries;
  assert.equal(change?.object_id, String(strict.organizationId));
});

test('administrators see their own organization, the operator sees all', async () => {
  const operator = await signIn(await customer(['admin'], 'operator'));
  const other = await customer(['admin']);
  const own = await signIn(other);
  const idsOf = (page: { entries: Record<string, unknown>[] }) =>
    new Set(page.entries.map(({ organization_id }) => organization_id));
  assert.deepEqual(
    [...idsOf(await audit({ organization_id: insurer.organizationId }, own))],
    [other.organizationId],
  );
  assert.ok(idsOf(await audit({}, operator)).size > 2);
  assert.deepEqual(
    [...idsOf(await audit({ organization_id: insurer.organizationId }, operator))],
    [insurer.organizationId],
  );
  const plain = await signIn(await customer([]));
  assert.equal((await app.inject({ url: '/audit', headers: plain })).statusCode, 403);
});

test('pages go back to the first entry without a gap', async () => {
  const paged: Customer = await customer(['admin']);
  const own = await signIn(paged);
  for (let i = 0; i < 7; i++) await app.inject({ url: '/alerts', headers: own });
  const ids: unknown[] = [];
  let before: number | null = null;
  do {
    const page = await audit({ action: 'alert.list', page_size: 3, ...(before && { before }) }, own);
    ids.push(...page.entries.map(({ id }) => id));
    before = page.next_before;
  } while (before !== null);
  assert.equal(ids.length, 7);
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((a, b) => Number(b) - Number(a)),
  );
});

test('a change that fails is recorded as failed', async () => {
  assert.equal((await app.inject({ method: 'DELETE', url: '/alerts/999999', headers })).statusCode, 404);
  const [entry] = (await audit({ action: 'alert.delete', object_id: '999999' })).entries;
  assert.deepEqual([entry?.outcome, entry?.status], ['failed', 404]);
  assert.equal((await db.pool.query('select 1 from audit_pending')).rowCount, 0);
});

test('retention is set within its limits', async () => {
  const patch = async (payload: object) =>
    app.inject({ method: 'PATCH', url: '/organization/privacy', headers, payload });
  assert.equal((await patch({ sighting_retention_days: 6 })).statusCode, 400);
  assert.equal((await patch({ nothing: 1 })).statusCode, 400);
  assert.deepEqual((await patch({ sighting_retention_days: 30, image_retention_days: 20 })).json(), {
    organization_id: insurer.organizationId,
    image_retention_days: 20,
    sighting_retention_days: 30,
    purpose_required: false,
  });
  const cleared = await patch({ sighting_retention_days: null });
  assert.equal(cleared.json().sighting_retention_days, null);
  const read = await app.inject({ url: '/organization/privacy', headers });
  assert.deepEqual(read.json(), cleared.json());
});
