import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { CLIENT, startOidcServer } from '../support/identity/oidc-server.ts';
import { becomes, linkSecret, requester } from '../support/identity/requests.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();
const SECRETS = { SECRET_KEY: 'a secret of at least 32 characters'.replaceAll(' ', '-') };
const api = await testApi({ db, env: SECRETS });
const send = requester(api);

const run = (line: string) =>
  milepost(line.split(' '), dataDir, { env: { DATABASE_URL: db.url, ...SECRETS } });
async function ok(line: string) {
  const { code, stdout, stderr } = await run(`${line} --json`);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

suite('organizations', () => {
  test('disable and enable take effect in a running process', async () => {
    const customer = await api.customer();
    const headers = await api.signIn(customer);
    assert.equal((await send('GET', '/auth/me', headers)).status, 200);
    assert.ok((await ok(`org disable --org ${customer.organizationId}`)).disabled_at);
    await becomes(401, () => send('GET', '/auth/me', headers));
    assert.match((await run('org list')).stdout, /disabled/);
    assert.equal((await ok(`org enable --org ${customer.organizationId}`)).disabled_at, null);
    await becomes(200, () => send('GET', '/auth/me', headers));
  });
  test('update changes name, licenses, domains and rules', async () => {
    const { organizationId: id } = await api.customer();
    const changed = await ok(
      `org update --org ${id} --name Renamed --license external-api-carrier-iss-score --domains a.example,b.example --require-totp yes`,
    );
    assert.equal(changed.name, 'Renamed');
    assert.deepEqual(changed.licensed_roles, ['external-api-carrier-iss-score']);
    assert.deepEqual(changed.email_domains, ['a.example', 'b.example']);
    assert.equal(changed.require_totp, true);
    const { stdout } = await run(`org update --org ${id} --license none --domains none --require-totp no`);
    assert.match(stdout, /Licensed roles: none\nEmail domains: none\n/);
    assert.match((await run(`org update --org ${id} --require-totp maybe`)).stderr, /must be yes or no/);
    assert.match((await run('org update --org 99999 --name x')).stderr, /There is no such organization/);
  });
  test('an operator organization can be created here', async () => {
    assert.equal((await ok('org create --name Operator --kind operator')).kind, 'operator');
  });
});

suite('users', () => {
  test('invite prints a link that works, and queues an email', async () => {
    const { organizationId: id } = await api.customer();
    const invited = await ok(`user invite --org ${id} --email cli@example.com --roles create-alert-endpoint`);
    const token = await linkSecret(api, 'cli@example.com');
    assert.equal(invited.link, `http://localhost:0/console/invitation#${token}`);
    const { invitations } = await ok(`invitation list --org ${id}`);
    assert.equal(invitations.length, 1);
    const body = { token, password: 'a long password' };
    assert.equal((await send('POST', '/auth/invitation', {}, body)).status, 201);
    assert.match((await run(`invitation list --org ${id}`)).stdout, /accepted/);
    const second = await ok(`user invite --org ${id} --email second@example.com`);
    assert.ok((await ok(`invitation revoke ${second.invitation_id}`)).revoked_at);
  });
  test('roles, disable and enable; warns when no administrator is left', async () => {
    const { email, userId } = await api.customer(['admin']);
    const both = await ok(`user roles ${email} --roles admin,external-api-carrier-iss-score`);
    assert.deepEqual(both.roles, ['admin', 'external-api-carrier-iss-score']);
    const { code, stderr } = await run(`user disable ${userId}`);
    assert.equal(code, 0);
    assert.match(stderr, /has no administrator now/);
    assert.equal((await ok(`user enable ${email}`)).disabled_at, null);
    assert.match((await run('user roles nobody@example.com --roles admin')).stderr, /There is no user/);
    assert.match(
      (await run(`user roles ${email} --roles king`)).stderr,
      /--roles: Must be one of .*, not "king"/,
    );
  });
  test('revoke-tokens and reset-totp end the sessions', async () => {
    const customer = await api.customer();
    for (const command of ['revoke-tokens', 'reset-totp']) {
      const headers = await api.signIn(customer);
      await ok(`user ${command} ${customer.email}`);
      await becomes(401, () => send('GET', '/auth/me', headers));
    }
  });
});

test('key create accepts an expiry', async () => {
  const { organizationId: id } = await api.customer();
  const key = await ok(`key create --org ${id} --name short --expires 2999-01-01`);
  assert.equal(key.expires_at, '2999-01-01T00:00:00.000Z');
  assert.match((await run(`key list --org ${id}`)).stdout, /2999-01-01/);
  assert.match(
    (await run(`key create --org ${id} --expires soon`)).stderr,
    /--expires: Must be an ISO 8601 date and time/,
  );
  assert.match(
    (await run(`key create --org ${id} --expires 2020-01-01`)).stderr,
    /--expires: Must be in the future/,
  );
});

test('sso set, show and remove', async () => {
  const { organizationId: id } = await api.customer();
  const idp = await startOidcServer('http://milepost.example/console/sso');
  const file = join(dataDir, 'sso.json');
  const connection = { issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret };
  await writeFile(file, JSON.stringify(connection));
  const set = await run(`sso set --org ${id} --file ${file}`);
  assert.equal(set.code, 0, set.stderr);
  assert.ok(!set.stdout.includes(CLIENT.secret));
  assert.equal((await ok(`sso show --org ${id}`)).issuer, idp.issuer);
  await ok(`sso remove --org ${id}`);
  assert.equal((await run(`sso show --org ${id}`)).code, 1);
  await writeFile(file, '{}');
  assert.match(
    (await run(`sso set --org ${id} --file ${file}`)).stderr,
    /issuer: Field required; client_id: Field required/,
  );
});
