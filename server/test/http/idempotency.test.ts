import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { claimKey, deleteOldKeys } from '../../src/domain/idempotency/idempotency-keys.ts';
import { setQuota } from '../../src/domain/quotas/quota-store.ts';
import { apiRoutes } from '../../src/http/routes.ts';
import { sha256 } from '../../src/lib/bytes/hash.ts';
import { testApi } from '../support/api.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { uploadForm } from '../support/images/upload-image.ts';
import { startServer } from '../support/start-server.ts';

const first = await testApi();
/** A second process on the same database. */
const second = await testApi({ db: first.db });
const { db } = first;
const customer = await first.customer(['admin']);
const headers = await first.signIn(customer);
const bearer = await first.bearer(customer);
let keys = 0;
const newKey = () => `key-${++keys}`;

const post = async (
  url: string,
  payload: object | undefined,
  key?: string,
  given: object = headers,
  api = first,
) => {
  const response = await api.app.inject({
    method: 'POST',
    url,
    headers: { ...given, ...(key !== undefined && { 'idempotency-key': key }) },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
};
const alert = { email: 'desk@example.com', alert_type: 'hot', disabled: false, alert_name: 'Desk' };
const count = async (table: string, where = 'true') =>
  (await db.pool.query(`select count(*)::int as n from ${table} where ${where}`)).rows[0].n;

suite('Idempotency-Key', () => {
  test('the same key and body give the same response, and one alert', async () => {
    const before = await count('alerts');
    const key = newKey();
    const one = await post('/alerts', { ...alert, license_plate: 'ABC' }, key);
    assert.equal(one.status, 200, JSON.stringify(one.body));
    assert.equal(one.headers['idempotent-replayed'], undefined);
    const again = await post('/alerts', { ...alert, license_plate: 'ABC' }, key, headers, second);
    assert.deepEqual([again.status, again.body], [one.status, one.body]);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(await count('alerts'), before + 1);
  });
  test('another body, or another route, is 400, and 422 on POST /image', async () => {
    const key = newKey();
    await post('/alerts', alert, key);
    const other = await post('/alerts', { ...alert, alert_name: 'Other' }, key);
    assert.equal(other.status, 400);
    assert.deepEqual(other.body.detail[0].loc, ['header', 'Idempotency-Key']);
    assert.equal((await post('/alerts/webhook', { webhook_url: 'https://a.example/1' }, key)).status, 400);
    assert.equal((await post('/image', ingestBody('http://127.0.0.1:1/x.jpg'), key, bearer)).status, 422);
  });
  test('a webhook keeps its status and its Location', async () => {
    const key = newKey();
    const body = { webhook_url: 'https://customer.example/once', secret: 'a secret of the customer' };
    const one = await post('/alerts/webhook', body, key);
    const again = await post('/alerts/webhook', body, key);
    assert.deepEqual(
      [again.status, again.body, again.headers.location],
      [201, one.body, one.headers.location],
    );
    assert.equal((await post('/alerts/webhook', body)).status, 400, 'without the key it is a duplicate');
  });
  test('requests at the same time, in two processes, create one alert', async () => {
    const before = await count('alerts');
    const key = newKey();
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        post('/alerts', alert, key, headers, i % 2 === 0 ? first : second),
      ),
    );
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1);
    assert.equal(await count('alerts'), before + 1);
  });
  test('belongs to the organization', async () => {
    const other = await first.signIn(await first.customer(['admin']));
    const key = newKey();
    const one = await post('/alerts', alert, key);
    const two = await post('/alerts', { ...alert, alert_name: 'Theirs' }, key, other);
    assert.equal(two.status, 200);
    assert.notEqual(one.body.id, two.body.id);
  });
  test('of a failed request can be used again', async () => {
    const key = newKey();
    assert.equal((await post('/alerts', { ...alert, email: 'nonsense' }, key)).status, 400);
    assert.equal((await post('/alerts', alert, key)).status, 200);
    const body = { webhook_url: 'https://customer.example/failed' };
    await post('/alerts/webhook', body);
    const again = newKey();
    assert.equal((await post('/alerts/webhook', body, again)).status, 400, 'already registered');
    assert.equal(
      (await post('/alerts/webhook', { webhook_url: 'https://customer.example/new' }, again)).status,
      201,
    );
  });
  test('that is empty counts as not sent; one that is too long or has other characters is 400', async () => {
    const before = await count('alerts');
    await post('/alerts', alert, '');
    await post('/alerts', alert, '');
    assert.equal(await count('alerts'), before + 2);
    for (const key of ['k'.repeat(256), 'schlüssel'])
      assert.equal((await post('/alerts', alert, key)).status, 400);
    assert.equal((await post('/alerts', alert, 'k'.repeat(255))).status, 200);
  });
  test('expires after 24 hours', async () => {
    const key = newKey();
    const one = await post('/alerts', alert, key);
    await db.pool.query(`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`);
    const two = await post('/alerts', alert, key);
    assert.notEqual(one.body.id, two.body.id);
    await db.pool.query(`update idempotency_keys set created_at = now() - interval '25 hours'`);
    await deleteOldKeys(db);
    assert.equal(await count('idempotency_keys'), 0);
  });
  test('is limited by a quota', async () => {
    const limited = await first.customer(['admin']);
    const theirs = await first.signIn(limited);
    await setQuota(db, limited.organizationId, 'idempotency_keys_per_day', 2);
    for (const status of [200, 200, 429])
      assert.equal((await post('/alerts', alert, newKey(), theirs)).status, status);
    assert.equal((await post('/alerts', alert, undefined, theirs)).status, 200, 'without a key');
  });
});

suite('a killed process', () => {
  const keyed = (key: string) => ({
    organizationId: customer.organizationId,
    keyHash: sha256(key),
    fingerprint: sha256(JSON.stringify(['POST', '/alerts', '/alerts', JSON.stringify(alert)])),
  });
  test('before its commit leaves nothing: the repeated request creates the alert when the lease has ended', async () => {
    const key = newKey();
    assert.equal((await claimKey(db, keyed(key))).kind, 'claimed');
    const waiting = post('/alerts', alert, key);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await db.pool.query(`update idempotency_keys set leased_until = now() where key_hash = $1`, [
      sha256(key),
    ]);
    assert.equal((await waiting).status, 200);
  });
  test('that comes back after its lease cannot create a second alert', async () => {
    const before = await count('alerts');
    const key = newKey();
    // Another request takes the key while this one waits for the lock of the alerts.
    const client = await db.connect();
    await client.query('begin');
    await client.query('lock table alerts in access exclusive mode');
    const slow = post('/alerts', alert, key);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await db.pool.query(
      `update idempotency_keys set leased_until = now() - interval '1 second' where key_hash = $1`,
      [sha256(key)],
    );
    const taker = post('/alerts', alert, key, headers, second);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await client.query('commit');
    await client.end();
    const statuses = [(await slow).status, (await taker).status].sort();
    assert.equal(await count('alerts'), before + 1, String(statuses));
    assert.equal(statuses[0], 200);
  });
});

suite('images', async () => {
  const jpeg = await sampleImage('jpeg');
  const url = `${await startServer((_request, response) => response.end(jpeg))}/`;
  test('POST /image: the same key and body give the same image_id', async () => {
    const key = newKey();
    const body = ingestBody(url, { source: 'idempotent' });
    const one = await post('/image', body, key, bearer);
    assert.equal(one.status, 200, JSON.stringify(one.body));
    const again = await post('/image', body, key, bearer);
    assert.deepEqual(again.body, one.body);
    assert.equal(again.headers['idempotent-replayed'], 'true');
  });
  test('POST /images/upload: another record or file with the key is 422', async () => {
    const key = newKey();
    const { image_url: _, ...record } = ingestBody(url, { source: 'uploaded' });
    const upload = async (text: object, file: Buffer) => {
      const { payload, contentType } = await uploadForm(text, file);
      const response = await first.app.inject({
        method: 'POST',
        url: '/images/upload',
        headers: { ...bearer, 'content-type': contentType, 'idempotency-key': key },
        payload,
      });
      return { status: response.statusCode, body: response.json() };
    };
    const one = await upload(record, jpeg);
    assert.equal(one.status, 200, JSON.stringify(one.body));
    assert.deepEqual(await upload(record, jpeg), one);
    assert.equal((await upload({ ...record, source: 'else' }, jpeg)).status, 422);
    assert.equal((await upload(record, await sampleImage('jpeg', { seed: 5 }))).status, 422);
  });
});

test('no route whose response has a secret stores it', () => {
  const SECRET = /password|secret|api_key$|^token$|^link$|recovery_codes|otpauth_uri/;
  const names = (schema: unknown): string[] =>
    typeof schema !== 'object' || schema === null
      ? []
      : Object.entries(schema).flatMap(([key, value]) =>
          key === 'properties'
            ? [...Object.keys(value as object), ...names(Object.values(value as object))]
            : names(value),
        );
  const definitions = apiRoutes().flatMap(({ definition }) => definition ?? []);
  const stored = definitions.filter(({ isIdempotent }) => isIdempotent);
  assert.ok(stored.length >= 7, `${stored.length} routes`);
  for (const { operationId, success, method } of stored) {
    assert.equal(method, 'POST');
    assert.deepEqual(
      names(success.schema).filter((name) => SECRET.test(name)),
      [],
      operationId,
    );
  }
});
