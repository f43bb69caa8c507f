import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Role } from '../../src/contract/roles.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { type Customer, PASSWORD, testApi } from '../support/api.ts';
import { becomes, requester } from '../support/identity/requests.ts';

let now = new Date();
const api = await testApi({ clock: { now: () => now }, env: { TOKEN_LIMIT_PER_SOURCE: '10000' } });
const send = requester(api);
const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status;
const operator = await api.signIn(await api.customer(['admin'], 'operator'));
const RESTRICTED = 'external-api-carrier-iss-score';

async function administrator() {
  const customer = await api.customer(['admin']);
  return {
    ...customer,
    headers: await api.signIn(customer),
    base: `/admin/organizations/${customer.organizationId}`,
  };
}
let counter = 0;
async function colleague({ organizationId, apiKey }: Customer, roles: string[] = []) {
  const email = `colleague${++counter}@example.com`;
  const user = await createUser(api.db, api.services.identity.passwords, {
    organizationId,
    email,
    password: PASSWORD,
    roles: roles as Role[],
  });
  const customer = { organizationId, apiKey, email, password: PASSWORD, userId: user.user_id };
  return { ...customer, headers: await api.signIn(customer) };
}

suite('organizations', () => {
  test('an operator creates an organization, whose key works', async () => {
    const input = { name: 'Northern Freight', kind: 'broker', timezone: 'America/Denver' };
    const { status, body } = await send('POST', '/admin/organizations', operator, input);
    assert.equal(status, 201);
    assert.match(body.api_key, /^mp_/);
    const token = await send(
      'POST',
      '/auth/token',
      { 'x-api-key': body.api_key },
      { email: 'a@b.co', password: 'x' },
    );
    assert.equal(token.status, 401);
    const list = await send('GET', '/admin/organizations', operator);
    assert.ok(list.body.organizations.some((o: { name: string }) => o.name === 'Northern Freight'));
    assert.ok(!JSON.stringify(list.body).includes(body.api_key));
  });
  test('rejects an operator organization, an unknown kind and an unknown time zone', async () => {
    for (const wrong of [{ kind: 'operator' }, { kind: 'shop' }, { timezone: 'Mars' }, { extra: 1 }]) {
      const input = { name: 'Wrong', kind: 'broker', ...wrong };
      assert.equal(await statusOf('POST', '/admin/organizations', operator, input), 400);
    }
  });
  test('a disabled organization is shut out at once, and works again when enabled', async () => {
    const { headers, organizationId, apiKey, email } = await administrator();
    const url = `/admin/organizations/${organizationId}`;
    assert.equal(await statusOf('GET', '/auth/me', headers), 200);
    await send('PATCH', url, operator, { disabled: true });
    await becomes(401, () => send('GET', '/auth/me', headers));
    const sign = () => send('POST', '/auth/token', { 'x-api-key': apiKey }, { email, password: PASSWORD });
    assert.equal((await sign()).status, 403);
    assert.equal(await statusOf('POST', '/auth/session', {}, { email, password: PASSWORD }), 401);
    await send('PATCH', url, operator, { disabled: false });
    await becomes(200, sign);
    assert.equal(await statusOf('GET', '/auth/me', headers), 200);
  });
  test('an operator cannot disable its own organization', async () => {
    const { body } = await send('GET', '/auth/me', operator);
    const url = `/admin/organizations/${body.organization_id}`;
    assert.equal(await statusOf('PATCH', url, operator, { disabled: true }), 400);
  });
  test('a domain belongs to one organization', async () => {
    const [one, two] = [await administrator(), await administrator()];
    const set = (base: string, email_domains: string[]) => send('PATCH', base, operator, { email_domains });
    assert.deepEqual((await set(one.base, ['Acme.example', 'acme.example'])).body.email_domains, [
      'acme.example',
    ]);
    const taken = await set(two.base, ['acme.example', 'two.example']);
    assert.equal(taken.status, 400);
    assert.match(taken.body.detail[0].msg, /These domains belong to another organization: acme.example/);
    assert.deepEqual((await send('GET', two.base, two.headers)).body.email_domains, []);
    assert.equal((await set(one.base, ['not a domain'])).status, 400);
  });
});

suite('roles', () => {
  test('an administrator changes roles of its own users, effective immediately', async () => {
    const admin = await administrator();
    const user = await colleague(admin);
    const list = () => send('GET', admin.base, user.headers);
    assert.equal((await list()).status, 403);
    const changed = await send('PATCH', `/admin/users/${user.userId}`, admin.headers, { roles: ['admin'] });
    assert.deepEqual(changed.body.roles, ['admin']);
    await becomes(200, list);
  });
  test('an administrator cannot assign a restricted role that is not licensed', async () => {
    const admin = await administrator();
    const user = await colleague(admin);
    const attempts: [string, string, object][] = [
      ['PATCH', `/admin/users/${user.userId}`, { roles: [RESTRICTED] }],
      ['PATCH', `/admin/users/${admin.userId}`, { roles: ['admin', RESTRICTED] }],
      ['POST', `${admin.base}/invitations`, { email: 'r@example.com', roles: [RESTRICTED] }],
      ['POST', `${admin.base}/users`, { name: 'machine', roles: [RESTRICTED] }],
      [
        'POST',
        `${admin.base}/sso`,
        { issuer: 'https://idp.example', client_id: 'a', client_secret: 'b', default_roles: [RESTRICTED] },
      ],
    ];
    for (const [method, url, body] of attempts) {
      const response = await send(method, url, admin.headers, body);
      assert.equal(response.status, 400, url);
      assert.match(response.body.detail[0].msg, /not licensed to the organization/);
    }
    assert.equal(await statusOf('PATCH', admin.base, admin.headers, { licensed_roles: [RESTRICTED] }), 403);
  });
  test('a licensed role can be assigned; without the license everybody loses it', async () => {
    const admin = await administrator();
    const user = await colleague(admin);
    await send('PATCH', admin.base, operator, { licensed_roles: [RESTRICTED] });
    const url = `/admin/users/${user.userId}`;
    assert.deepEqual((await send('PATCH', url, admin.headers, { roles: [RESTRICTED] })).body.roles, [
      RESTRICTED,
    ]);
    await send('POST', `${admin.base}/invitations`, admin.headers, {
      email: 'l@example.com',
      roles: [RESTRICTED],
    });
    await send('PATCH', admin.base, operator, { licensed_roles: [] });
    assert.deepEqual((await send('GET', url, admin.headers)).body.roles, []);
    const { body } = await send('GET', `${admin.base}/invitations`, admin.headers);
    assert.deepEqual(body.invitations[0].roles, []);
  });
  test('a user keeps a restricted role that the operator assigned', async () => {
    const admin = await administrator();
    const user = await colleague(admin);
    const url = `/admin/users/${user.userId}`;
    await send('PATCH', url, operator, { roles: [RESTRICTED] });
    const both = [RESTRICTED, 'create-alert-endpoint'];
    assert.deepEqual((await send('PATCH', url, admin.headers, { roles: both })).body.roles, both);
  });
  test('only restricted roles need a license', async () => {
    const { base } = await administrator();
    assert.equal(await statusOf('PATCH', base, operator, { licensed_roles: ['admin'] }), 400);
  });
  test('rejects unknown roles and unknown fields', async () => {
    const admin = await administrator();
    const url = `/admin/users/${admin.userId}`;
    assert.equal(await statusOf('PATCH', url, admin.headers, { roles: ['king'] }), 400);
    assert.equal(await statusOf('PATCH', url, admin.headers, { organization_id: 1 }), 400);
  });
});

suite('the last administrator', () => {
  test('cannot give up the role or be disabled, but can after a successor exists', async () => {
    const admin = await administrator();
    const url = `/admin/users/${admin.userId}`;
    for (const headers of [admin.headers, operator]) {
      const response = await send('PATCH', url, headers, { roles: [] });
      assert.equal(response.status, 400);
      assert.match(response.body.detail, /would have no administrator/);
    }
    assert.equal(await statusOf('PATCH', url, operator, { disabled: true }), 400);
    assert.equal(await statusOf('GET', url, admin.headers), 200, 'nothing was changed');
    await colleague(admin, ['admin']);
    assert.equal(await statusOf('PATCH', url, admin.headers, { roles: [] }), 200);
  });
  test('two administrators cannot remove each other at the same time', async () => {
    const one = await administrator();
    const two = await colleague(one, ['admin']);
    const results = await Promise.all([
      send('PATCH', `/admin/users/${two.userId}`, one.headers, { roles: [] }),
      send('PATCH', `/admin/users/${one.userId}`, two.headers, { roles: [] }),
    ]);
    assert.equal(results.filter(({ status }) => status === 200).length, 1);
  });
  test('an administrator cannot disable itself', async () => {
    const admin = await administrator();
    await colleague(admin, ['admin']);
    const response = await send('PATCH', `/admin/users/${admin.userId}`, admin.headers, { disabled: true });
    assert.equal(response.status, 400);
  });
});

suite('users', () => {
  test('a disabled user is shut out and its tokens do not come back', async () => {
    const admin = await administrator();
    const user = await colleague(admin);
    const url = `/admin/users/${user.userId}`;
    assert.ok((await send('PATCH', url, admin.headers, { disabled: true })).body.disabled_at);
    await becomes(401, () => send('GET', '/auth/me', user.headers));
    assert.equal((await send('PATCH', url, admin.headers, { disabled: false })).body.disabled_at, null);
    assert.equal(await statusOf('GET', '/auth/me', user.headers), 401);
    assert.equal(await statusOf('GET', '/auth/me', await api.signIn(user)), 200);
  });
  test('an administrator revokes all tokens of a user', async () => {
    const admin = await administrator();
    const user = await colleague(admin);
    assert.equal(await statusOf('POST', `/admin/users/${user.userId}/revoke-tokens`, admin.headers), 200);
    await becomes(401, () => send('GET', '/auth/me', user.headers));
    assert.equal(await statusOf('GET', '/auth/me', admin.headers), 200);
  });
  test('lists users with the time of the last sign-in', async () => {
    const admin = await administrator();
    const { body } = await send('GET', `${admin.base}/users`, admin.headers);
    assert.equal(body.users.length, 1);
    assert.ok(Math.abs(Date.parse(body.users[0].last_sign_in_at) - Date.now()) < 60_000);
    assert.doesNotMatch(JSON.stringify(body), /argon2/);
  });
  test('a service user signs in with its password and never becomes administrator', async () => {
    const admin = await administrator();
    const input = { name: 'camera-7', roles: ['image-ingest-endpoint'] };
    const { status, body } = await send('POST', `${admin.base}/users`, admin.headers, input);
    assert.equal(status, 201);
    assert.equal(body.email, `camera-7@org-${admin.organizationId}.service.internal`);
    const login = { email: body.email, password: body.password };
    assert.equal(await statusOf('POST', '/auth/token', { 'x-api-key': admin.apiKey }, login), 200);
    assert.equal(await statusOf('POST', '/auth/session', {}, login), 401, 'not in the console');
    const url = `/admin/users/${body.user_id}`;
    for (const headers of [admin.headers, operator])
      assert.equal(await statusOf('PATCH', url, headers, { roles: ['admin'] }), 400);
    assert.equal(
      await statusOf('POST', `${admin.base}/users`, admin.headers, input),
      400,
      'the name is taken',
    );
    assert.equal(
      await statusOf('POST', `${admin.base}/users`, admin.headers, { name: 'A b', roles: [] }),
      400,
    );
  });
});

suite('API keys', () => {
  test('a key is shown once, listed by its first characters, and stops working when revoked', async () => {
    const admin = await administrator();
    const created = await send('POST', `${admin.base}/keys`, admin.headers, { name: 'lab' });
    assert.equal(created.status, 201);
    const { api_key, api_key_id } = created.body;
    const me = () => send('GET', '/auth/me', { ...admin.headers, 'x-api-key': api_key });
    assert.equal((await me()).status, 200);
    await api.services.credentials.flushUses();
    const { body } = await send('GET', `${admin.base}/keys`, admin.headers);
    assert.ok(!JSON.stringify(body).includes(api_key));
    const listed = body.api_keys.find((k: { api_key_id: number }) => k.api_key_id === api_key_id);
    assert.ok(api_key.startsWith(listed.hint) && listed.last_used_at !== null);
    assert.equal(await statusOf('DELETE', `${admin.base}/keys/${api_key_id}`, admin.headers), 200);
    await becomes(401, me);
  });
  test('a key stops working when it expires', async () => {
    const admin = await administrator();
    const expires_at = new Date(now.getTime() + 3_600_000).toISOString();
    const { body } = await send('POST', `${admin.base}/keys`, admin.headers, { name: 'short', expires_at });
    assert.equal(body.expires_at, expires_at);
    const headers = { ...admin.headers, 'x-api-key': body.api_key };
    assert.equal(await statusOf('GET', '/auth/me', headers), 200);
    now = new Date(Date.now() + 3_600_001);
    assert.equal(await statusOf('GET', '/auth/me', headers), 401);
    assert.equal(await statusOf('POST', '/auth/token', { 'x-api-key': body.api_key }, {}), 403);
    assert.equal(await statusOf('GET', '/auth/me', admin.headers), 200);
    now = new Date();
    for (const wrong of ['2020-01-01T00:00:00Z', 'soon'])
      assert.equal(
        await statusOf('POST', `${admin.base}/keys`, admin.headers, { name: 'x', expires_at: wrong }),
        400,
      );
  });
  test('a key of another organization cannot be revoked through the own one', async () => {
    const [one, two] = [await administrator(), await administrator()];
    const { body } = await send('POST', `${two.base}/keys`, two.headers, { name: 'two' });
    assert.equal(await statusOf('DELETE', `${one.base}/keys/${body.api_key_id}`, one.headers), 404);
    const headers = { ...two.headers, 'x-api-key': body.api_key };
    assert.equal(await statusOf('GET', '/auth/me', headers), 200);
  });
});
