import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { ALL_ROLES } from '../../src/contract/roles.ts';
import { testDatabase } from '../support/database.ts';
import {
  credentialsIn,
  milepost,
  signIn,
  startMilepost,
  statusOf,
  temporaryFolder,
} from '../support/milepost.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();
const env = { DATABASE_URL: db.url };
const run = (args: string[], input?: string) => milepost(args, dataDir, { env, input });

async function ok(args: string[], input?: string) {
  const { code, stdout, stderr } = await run([...args, '--json'], input);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

test('every command explains itself', async () => {
  const { stdout } = await run(['--help']);
  for (const { name } of commands) assert.ok(stdout.includes(`\n  ${name} `), name);
  for (const args of [['org', 'create'], ['user', 'create'], ['start']]) {
    const help = await run([...args, '--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, new RegExp(`Usage: milepost ${args.join(' ')}`));
  }
});

suite('organizations, keys and users', () => {
  test('org create shows id and key once; org list shows no key', async () => {
    const made = await ok([
      'org',
      'create',
      '--name',
      'Acme',
      '--kind',
      'broker',
      '--timezone',
      'America/Denver',
    ]);
    assert.equal(typeof made.organization_id, 'number');
    assert.match(made.api_key, /^mp_[0-9A-Za-z]{46}$/);
    assert.equal(made.timezone, 'America/Denver');
    const list = await run(['org', 'list', '--json']);
    assert.ok(list.stdout.includes('Acme') && !list.stdout.includes(made.api_key));
    const { rows } = await db.pool.query('select * from api_keys');
    assert.ok(!JSON.stringify(rows).includes(made.api_key.slice(10)), 'only a hash is stored');
  });

  test('key create, list, revoke', async () => {
    const { organization_id: id } = await ok(['org', 'create', '--name', 'Keys', '--kind', 'carrier']);
    const made = await ok(['key', 'create', '--org', String(id), '--name', 'camera 7']);
    const { api_keys: keys } = await ok(['key', 'list', '--org', String(id)]);
    assert.deepEqual(
      keys.map((k: { name: string }) => k.name),
      ['first key', 'camera 7'],
    );
    assert.ok(made.api_key.startsWith(keys[1].hint));
    const revoked = await ok(['key', 'revoke', '--org', String(id), String(made.api_key_id)]);
    assert.ok(revoked.revoked_at);
    const elsewhere = await run(['key', 'revoke', '--org', '99999', String(made.api_key_id)]);
    assert.equal(elsewhere.code, 1);
  });

  test('user create by standard input, list, disable', async () => {
    const { organization_id: id } = await ok(['org', 'create', '--name', 'Users', '--kind', 'insurance']);
    const user = await ok(
      [
        'user',
        'create',
        '--org',
        String(id),
        '--email',
        'a@example.com',
        '--password-stdin',
        '--roles',
        'admin,create-alert-endpoint',
      ],
      'secret password\n',
    );
    assert.equal(typeof user.user_id, 'number');
    assert.equal(user.organization_id, id);
    assert.deepEqual(user.roles, ['admin', 'create-alert-endpoint']);
    const { users } = await ok(['user', 'list', '--org', String(id)]);
    assert.equal(users.length, 1);
    assert.ok((await ok(['user', 'disable', 'A@example.com'])).disabled_at);
    const { rows } = await db.pool.query('select password_hash from users where email = $1', [
      'a@example.com',
    ]);
    assert.match(rows[0].password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('role list names every permission of the contract', async () => {
    const { roles } = await ok(['role', 'list']);
    assert.deepEqual(
      roles.map((r: { role: string }) => r.role),
      ALL_ROLES,
    );
  });
});

suite('mistakes get a sentence and an exit code', () => {
  const cases: [string[], number, RegExp][] = [
    [['nonsense'], 2, /There is no command "nonsense"/],
    [['org'], 2, /org create/],
    [['org', 'create'], 2, /Missing: --name, --kind/],
    [['org', 'create', '--nmae', 'x'], 2, /Unknown option '--nmae'/],
    [['org', 'create', '--name', 'x', '--kind', 'shop'], 1, /kind must be one of insurance/],
    [
      ['org', 'create', '--name', ' ', '--kind', 'shop', '--timezone', 'Mars'],
      1,
      /name .*; kind .*; timezone/,
    ],
    [
      ['user', 'create', '--org', '1', '--email', 'x', '--password', 'short', '--roles', 'king'],
      1,
      /email .*; password .*; unknown roles: king/,
    ],
    [
      ['user', 'create', '--org', '9999', '--email', 'x@y.co', '--password', 'long enough'],
      1,
      /There is no organization 9999/,
    ],
    [['user', 'disable', 'nobody@example.com'], 1, /There is no user nobody/],
    [['key', 'list', '--org', 'x'], 1, /org must be a whole number/],
  ];
  for (const [args, code, message] of cases) {
    test(args.join(' '), async () => {
      const result = await run(args);
      assert.equal(result.code, code);
      assert.match(result.stderr, message);
      assert.equal(result.stdout, '');
    });
  }
  test('the same email twice', async () => {
    const { organization_id: id } = await ok(['org', 'create', '--name', 'Twice', '--kind', 'broker']);
    const args = [
      'user',
      'create',
      '--org',
      String(id),
      '--email',
      'Twice@example.com',
      '--password',
      'long enough',
    ];
    await ok(args);
    const again = await run(args.map((arg) => arg.toLowerCase()));
    assert.equal(again.code, 1);
    assert.match(again.stderr, /a user with the email twice@example.com already exists/);
  });
});

test('migrate and doctor', async () => {
  assert.deepEqual(await ok(['migrate']), { applied: [] });
  const { findings } = await ok(['doctor']);
  const states = Object.fromEntries(
    findings.map((f: { check: string; state: string }) => [f.check, f.state]),
  );
  for (const check of ['versions', 'database', 'clock', 'blobs', 'mail'])
    assert.equal(states[check], 'ok', check);
  const broken = await milepost(['doctor', '--json'], dataDir, {
    env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
  });
  assert.equal(broken.code, 1);
  assert.match(broken.stdout, /"check":"database","state":"failed"/);
});

test('beside a running server on the same data folder; the demo; the same credentials again', async () => {
  const own = await temporaryFolder();
  const first = await startMilepost(own);
  const credentials = credentialsIn(first.output());
  assert.equal((await signIn(first.url, credentials)).status, 200);
  assert.equal(statSync(join(own, 'demo-credentials.json')).mode & 0o777, 0o600);

  const beside = await milepost(['org', 'create', '--name', 'Beside', '--kind', 'partner', '--json'], own);
  assert.equal(beside.code, 0, beside.stderr);
  const shown = await milepost(['demo', '--json'], own);
  assert.equal(JSON.parse(shown.stdout).api_key, credentials.apiKey);
  assert.equal((await signIn(first.url, credentials)).status, 200, 'the server is not disturbed');

  const reset = JSON.parse((await milepost(['demo', '--reset', '--json'], own)).stdout);
  assert.notEqual(reset.api_key, credentials.apiKey);
  assert.equal((await signIn(first.url, credentials)).status, 403, 'the old demo is gone');
  const renewed = { apiKey: reset.api_key, email: reset.email, password: reset.password };
  assert.equal((await signIn(first.url, renewed)).status, 200);
  first.child.kill('SIGTERM');
  await first.exited;

  const second = await startMilepost(own);
  assert.deepEqual(credentialsIn(second.output()), renewed);
  const curl = /curl -s (\S+) -H '([^']+)' -H '([^']+)' -d '([^']+)'/.exec(second.output());
  assert.ok(curl, 'a curl is printed');
  const [, url = '', key = '', type = '', body] = curl;
  const header = (text: string) => text.split(': ') as [string, string];
  assert.equal(await statusOf(url, { method: 'POST', headers: [header(key), header(type)], body }), 200);
});

test('production mode loads no demo and writes no credentials', async () => {
  const own = await temporaryFolder();
  const running = await startMilepost(own, 'start', {
    env: { MILEPOST_MODE: 'production', HOST: '127.0.0.1' },
  });
  assert.doesNotMatch(running.output(), /API key/);
  assert.throws(() => statSync(join(own, 'demo-credentials.json')));
  const demo = await milepost(['demo', '--reset'], own, { env: { MILEPOST_MODE: 'production' } });
  assert.equal(demo.code, 1);
});
