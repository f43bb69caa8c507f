import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { QuotaName } from '../../src/contract/admin/quota-rules.ts';
import { QUOTA_RULES } from '../../src/contract/admin/quota-rules.ts';
import { openPool } from '../../src/db/database.ts';
import { createAlert } from '../../src/domain/alerts/write-alert.ts';
import { issueApiKey } from '../../src/domain/identity/manage-api-keys.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { readQuotas, setQuota, takeQuota } from '../../src/domain/quotas/quota-store.ts';
import { minimal as alert } from '../support/alerts/alert-client.ts';
import { type Customer, testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

let now = new Date('2026-05-04T10:20:30Z');
const clock = { now: () => now };
const api = await testApi({ clock });
const { db } = api;
/** A second process has its own pool. */
const other = openPool(db.connection, 10, silent);
closing(() => other.close());

const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
  api.app.inject({ method: 'POST', url, headers, payload });

async function customer(quota: QuotaName, limit: number, roles = ['admin']) {
  const one = await api.customer(roles);
  await setQuota(db, one.organizationId, quota, limit);
  return { ...one, headers: await api.signIn(one) };
}
async function used({ organizationId }: Customer, name: QuotaName): Promise<number | undefined> {
  return (await readQuotas(db, organizationId, now)).find((quota) => quota.name === name)?.used;
}

suite('quotas on the number of rows', () => {
  test('the alert above the quota gets 429 with the name and the limit, and the others stay', async () => {
    const { headers, ...mine } = await customer('alerts', 2);
    for (let i = 0; i < 2; i++) assert.equal((await post('/alerts', headers, alert)).statusCode, 200);
    const refused = await post('/alerts', headers, alert);
    assert.equal(refused.statusCode, 429, refused.body);
    const { detail, ...fields } = refused.json();
    assert.match(detail, /quota alerts .* 2/);
    assert.deepEqual(fields, { quota: 'alerts', limit: 2, resets_at: null });
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    assert.equal(await used(mine, 'alerts'), 2);
    const unaffected = await api.signIn(await api.customer(['admin']));
    assert.equal((await post('/alerts', unaffected, alert)).statusCode, 200);
  });

  test('a deleted alert makes room', async () => {
    const { headers } = await customer('alerts', 1);
    const { id } = (await post('/alerts', headers, alert)).json();
    assert.equal((await post('/alerts', headers, alert)).statusCode, 429);
    await api.app.inject({ method: 'DELETE', url: `/alerts/${id}`, headers });
    assert.equal((await post('/alerts', headers, alert)).statusCode, 200);
  });

  test('two processes together never exceed the quota', async () => {
    const { organizationId, userId } = await customer('alerts', 7);
    const create = (i: number) => createAlert(i % 2 ? db : other, organizationId, userId, alert, new Date());
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => create(i)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 7);
  });

  test('webhooks, users and API keys have one too', async () => {
    const { headers } = await customer('webhooks', 1);
    const hook = (n: number) => post('/alerts/webhook', headers, { webhook_url: `https://a.example/${n}` });
    assert.equal((await hook(1)).statusCode, 201);
    assert.equal((await hook(2)).json().quota, 'webhooks');

    const { organizationId } = await customer('users', 1);
    const { passwords } = api.services.identity;
    const user = { organizationId, email: 'second@example.com', password: 'a long password', roles: [] };
    await assert.rejects(createUser(db, passwords, user), { code: 'MPQ01' });
    await db.pool.query('update users set disabled_at = now() where organization_id = $1', [organizationId]);
    await createUser(db, passwords, user);

    await setQuota(db, organizationId, 'api_keys', 2);
    await issueApiKey(db, organizationId, 'second');
    await assert.rejects(issueApiKey(db, organizationId, 'third'), /quota api_keys: 2/);
  });

  test('an alert may have as many recipients as its quota, also after an edit', async () => {
    const { headers } = await customer('email_recipients_per_alert', 2);
    const two = { ...alert, cc_emails: ['a@example.com'] };
    const { id } = (await post('/alerts', headers, two)).json();
    const three = { cc_emails: ['a@example.com', 'b@example.com'] };
    assert.equal((await post('/alerts', headers, { ...alert, ...three })).statusCode, 429);
    const url = `/alerts/${id}`;
    const edited = await api.app.inject({ method: 'PATCH', url, headers, payload: three });
    assert.equal(edited.json().quota, 'email_recipients_per_alert');
    assert.deepEqual((await api.app.inject({ url, headers })).json().cc_emails, two.cc_emails);
  });
});

suite('quotas with a period', () => {
  test('start again in the next minute', async () => {
    const { headers } = await customer('alert_runs_per_minute', 1);
    assert.equal((await post('/alerts/run', headers)).statusCode, 200);
    const refused = await post('/alerts/run', headers);
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.json().quota, 'alert_runs_per_minute');
    now = new Date('2026-05-04T10:21:00Z');
    assert.equal((await post('/alerts/run', headers)).statusCode, 200);
  });

  test('a webhook test counts every webhook and sends to 20 at most', async () => {
    const { headers, ...mine } = await customer('webhook_tests_per_minute', 30);
    // Nothing listens there: the result of each test is a failed connection.
    for (let n = 0; n < 25; n++) {
      const created = await post('/alerts/webhook', headers, { webhook_url: `http://127.0.0.1:59999/${n}` });
      assert.equal(created.statusCode, 201, created.body);
    }
    const results = (await post('/alerts/webhook/test', headers)).json();
    assert.equal(results.results.length, 20);
    assert.equal(await used(mine, 'webhook_tests_per_minute'), 20);
    assert.equal((await post('/alerts/webhook/test', headers)).statusCode, 429);
    assert.equal(await used(mine, 'webhook_tests_per_minute'), 20, 'a rejected request counts nothing');
  });

  test('two processes together never exceed the quota', async () => {
    const { organizationId } = await customer('exports_per_day', 10);
    const take = (i: number) => takeQuota(i % 2 ? db : other, organizationId, 'exports_per_day', 1, now);
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => take(i)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10);
  });

  test('a process whose clock is behind does not start the period again', async () => {
    const mine = await customer('exports_per_day', 2);
    const yesterday = new Date(now.getTime() - 86_400_000);
    await takeQuota(db, mine.organizationId, 'exports_per_day', 1, now);
    await takeQuota(db, mine.organizationId, 'exports_per_day', 1, yesterday);
    await assert.rejects(takeQuota(db, mine.organizationId, 'exports_per_day', 1, now), { code: 'MPQ01' });
    assert.equal(await used(mine, 'exports_per_day'), 2);
  });
});

suite('administration', () => {
  test('every user can read the quotas of the own organization', async () => {
    const headers = await api.signIn(await api.customer([]));
    const { quotas } = (await api.app.inject({ url: '/quotas', headers })).json();
    assert.deepEqual(
      quotas.map(({ name, limit }: { name: string; limit: number }) => [name, limit]),
      QUOTA_RULES.map(({ name, fallback }) => [name, fallback]),
    );
    assert.equal(quotas.find(({ name }: { name: string }) => name === 'users').used, 1);
  });

  test('only administrators of the operator set quotas, and PUT replaces all of them', async () => {
    const { organizationId } = await customer('users', 5);
    const url = `/admin/organizations/${organizationId}/quotas`;
    const operator = await api.signIn(await api.customer(['admin'], 'operator'));
    const put = (payload: object, headers = operator) =>
      api.app.inject({ method: 'PUT', url, headers, payload });
    const response = await put({ alerts: 3, webhooks: null });
    assert.equal(response.statusCode, 200, response.body);
    const changed = response.json().quotas.filter((q: { is_default: boolean }) => !q.is_default);
    assert.deepEqual(
      changed.map((q: { name: string; limit: number }) => [q.name, q.limit]),
      [['alerts', 3]],
    );
    assert.equal((await put({ alerts: -1 })).statusCode, 400);
    assert.equal((await put({ colour: 1 })).statusCode, 400);
    assert.equal((await put({ alerts: 9 }, await api.signIn(await api.customer(['admin'])))).statusCode, 403);
    const missing = await api.app.inject({
      method: 'PUT',
      url: '/admin/organizations/999999/quotas',
      headers: operator,
      payload: {},
    });
    assert.equal(missing.statusCode, 404);
    const listed = await api.app.inject({ url, headers: operator });
    assert.equal(listed.json().quotas.find((q: { name: string }) => q.name === 'alerts').limit, 3);
  });

  test('milepost quota lists and sets quotas', async () => {
    const { organizationId } = await api.customer();
    const run = (...args: string[]) =>
      temporaryFolder().then((dir) => milepost(args, dir, { env: { DATABASE_URL: db.url } }));
    const org = ['--org', String(organizationId)];
    const set = await run('quota', 'set', ...org, '--name', 'alerts', '--value', '12', '--json');
    assert.equal(JSON.parse(set.stdout).limit, 12, set.stderr);
    assert.match((await run('quota', 'list', ...org)).stdout, /alerts +0 +12 +changed/);
    const reset = await run('quota', 'set', ...org, '--name', 'alerts', '--value', 'default');
    assert.match(reset.stdout, /is 10000\./);
    assert.equal((await run('quota', 'set', ...org, '--name', 'colour', '--value', '1')).code, 1);
    assert.equal((await run('quota', 'set', ...org, '--name', 'alerts', '--value', 'x')).code, 1);
    await setQuota(db, organizationId, 'api_keys', 1);
    const refused = await run('key', 'create', ...org);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^Organization \d+ has reached its quota api_keys: 1\.\n$/);
  });
});
