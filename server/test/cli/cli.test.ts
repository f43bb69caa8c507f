import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { counted } from '../../src/cli/format.ts';
import { ProgressBar } from '../../src/cli/progress-bar.ts';
import { ALL_ROLES } from '../../src/contract/roles.ts';
import { testDatabase } from '../support/database.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();

/** Splits the command line at spaces. */
function run(line: string, input?: string) {
  return milepost(line.split(' '), dataDir, { env: { DATABASE_URL: db.url }, input });
}

async function ok(line: string, input?: string) {
  const { code, stdout, stderr } = await run(`${line} --json`, input);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

test('help works in every position, and a misspelled command gets a suggestion', async () => {
  for (const line of ['org --help', 'help org', 'help erase', 'erase --help', 'help'])
    assert.equal((await run(line)).code, 0, line);
  assert.match((await run('help erase')).stdout, /^Erase a plate or VIN/);
  assert.match((await run('org --help')).stdout, /org create/);
  for (const [line, message] of [
    ['eraze', /Unknown command "eraze"\. Did you mean "erase"\? See milepost --help\./],
    ['org crate', /Unknown command "org crate"\. Did you mean "org create"\? See milepost org --help\./],
    ['org', /org create/],
    ['explain', /^Missing: <usdot>/],
  ] as const) {
    const { code, stderr } = await run(line);
    assert.equal(code, 2, line);
    assert.match(stderr, message);
  }
});

test('--help lists every command and describes one', async () => {
  const { stdout } = await run('--help');
  for (const { name } of commands) assert.ok(stdout.includes(`\n  ${name} `), name);
  for (const command of ['org create', 'user create', 'start']) {
    const help = await run(`${command} --help`);
    assert.equal(help.code, 0);
    assert.match(help.stdout, new RegExp(`Usage: milepost ${command}`));
  }
});

test('commands of administration have the documented options', () => {
  const documented: Record<string, string> = {
    'org create': 'name* kind* timezone',
    'org update': 'org* name license domains require-sso require-totp',
    'org disable': 'org*',
    'org retention': 'org* days*',
    'org privacy': 'org* image-days sighting-days require-purpose',
    'quota set': 'org* name* value*',
    'key create': 'org* name expires',
    'key revoke': 'org*',
    'user create': 'org* email* password roles password-stdin service',
    'user list': 'org',
    'user invite': 'org* email* roles',
    'user roles': 'roles*',
    'user revoke-tokens': '',
    'invitation list': 'org*',
    'sso set': 'org* file*',
  };
  for (const [name, expected] of Object.entries(documented)) {
    const { json: _, ...options } = commands.find((command) => command.name === name)?.options ?? {};
    const flags = Object.entries(options).map(([flag, { required }]) => (required ? `${flag}*` : flag));
    assert.equal(flags.join(' '), expected, name);
  }
});

suite('organizations, API keys and users', () => {
  test('org create shows the API key once and stores only its hash', async () => {
    const created = await ok('org create --name Acme --kind broker --timezone America/Denver');
    assert.equal(typeof created.organization_id, 'number');
    assert.match(created.api_key, /^mp_[0-9A-Za-z]{46}$/);
    assert.equal(created.timezone, 'America/Denver');
    const list = await run('org list --json');
    assert.ok(list.stdout.includes('Acme') && !list.stdout.includes(created.api_key));
    const { rows } = await db.pool.query('select * from api_keys');
    assert.ok(!JSON.stringify(rows).includes(created.api_key.slice(10)));
  });

  test('creates, lists and revokes API keys of one organization', async () => {
    const { organization_id: id } = await ok('org create --name Keys --kind carrier');
    const created = await ok(`key create --org ${id} --name camera-7`);
    const { api_keys: keys } = await ok(`key list --org ${id}`);
    assert.deepEqual(
      keys.map((k: { name: string }) => k.name),
      ['first key', 'camera-7'],
    );
    assert.ok(created.api_key.startsWith(keys[1].hint));
    const revoked = await ok(`key revoke --org ${id} ${created.api_key_id}`);
    assert.ok(revoked.revoked_at);
    assert.equal((await run(`key revoke --org 99999 ${created.api_key_id}`)).code, 1);
  });

  test('creates a user with a password from standard input, lists and disables it', async () => {
    const { organization_id: id } = await ok('org create --name Users --kind insurance');
    const user = await ok(
      `user create --org ${id} --email a@example.com --password-stdin --roles admin,create-alert-endpoint`,
      'secret password\n',
    );
    assert.equal(typeof user.user_id, 'number');
    assert.equal(user.organization_id, id);
    assert.deepEqual(user.roles, ['admin', 'create-alert-endpoint']);
    const { users } = await ok(`user list --org ${id}`);
    assert.equal(users.length, 1);
    assert.ok((await ok('user disable A@example.com')).disabled_at);
    const { rows } = await db.pool.query('select password_hash from users where email = $1', [
      'a@example.com',
    ]);
    assert.match(rows[0].password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('--roles all assigns every role', async () => {
    const { organization_id: id } = await ok('org create --name Full --kind broker');
    const user = await ok(
      `user create --org ${id} --email full@example.com --password long-enough --roles all`,
    );
    assert.deepEqual(user.roles.sort(), [...ALL_ROLES].sort());
  });

  test('role list shows every role, and that admin opens no gated data', async () => {
    const { roles } = await ok('role list');
    assert.deepEqual(
      roles.map((r: { role: string }) => r.role),
      ALL_ROLES,
    );
    assert.match((await run('role list')).stdout, /admin does not open gated data/);
  });
});

suite('reports a mistake in one sentence and an exit code', () => {
  const cases: [string, number, RegExp][] = [
    ['nonsense', 2, /Unknown command "nonsense"/],
    ['org', 2, /org create/],
    ['org create', 2, /Missing: --name, --kind/],
    ['org create --nmae x', 2, /Unknown option '--nmae'/],
    ['org create --name x --kind shop', 1, /--kind: Must be one of insurance, .*, not "shop"/],
    ['org create --name  --kind shop --timezone Mars', 2, /Missing: --name/],
    [
      'user create --org 1 --email x --password short --roles king',
      1,
      /--email: Must be a valid .*; --password: Must have at least 8 .*; --roles: Must be one of .*, not "king"/,
    ],
    ['user create --org 9999 --email x@y.co --password long-enough', 1, /There is no such organization/],
    ['user create --org 1 --email x@y.co', 1, /--password-stdin or --password/],
    ['user disable nobody@example.com', 1, /There is no user nobody/],
    ['key list --org x', 1, /--org: Input should be a whole number/],
    ['org disable', 2, /^Missing: --org/],
    ['score --as-of yesterday', 1, /--as-of must be a date/],
    ['carrier show abc', 1, /"abc" is not a USDOT number: 1 to 8 digits/],
  ];
  for (const [line, code, message] of cases) {
    test(line, async () => {
      const result = await run(line);
      assert.match(result.stderr, message);
      assert.equal(result.code, code);
      assert.equal(result.stdout, '');
    });
  }

  test('reports every problem of an organization', async () => {
    const args = ['org', 'create', '--name', ' ', '--kind', 'shop', '--timezone', 'Mars'];
    const { stderr } = await milepost(args, dataDir, { env: { DATABASE_URL: db.url } });
    assert.match(
      stderr,
      /--name: Must not be empty; --kind: Must be one .*; --timezone: Must be an IANA time zone/,
    );
  });

  test('rejects an email address that exists in another case', async () => {
    const { organization_id: id } = await ok('org create --name Twice --kind broker');
    const line = `user create --org ${id} --email Twice@example.com --password long-enough`;
    await ok(line);
    const again = await run(line.toLowerCase());
    assert.equal(again.code, 1);
    assert.match(again.stderr, /A user with the email twice@example.com already exists/);
  });
});

test('migrate reports applied migrations, doctor checks every part', async () => {
  assert.deepEqual(await ok('migrate'), { applied: [] });
  const { findings } = await ok('doctor');
  const states = Object.fromEntries(
    findings.map((f: { check: string; state: string }) => [f.check, f.state]),
  );
  for (const check of ['versions', 'database', 'clock', 'blobs', 'mail'])
    assert.equal(states[check], 'ok', check);
});

/** Nothing listens there: a process that gets as far as the database fails with another message. */
const unreachable = {
  MILEPOST_MODE: 'production',
  DATABASE_URL: 'postgres://127.0.0.1:1/x',
  BLOB_URL: 'file:///nowhere',
};

for (const command of ['start', 'serve', 'work']) {
  test(`${command} refuses to run in production without PUBLIC_URL`, async () => {
    const { code, stderr } = await milepost([command], dataDir, { env: unreachable });
    assert.equal(code, 1);
    assert.match(stderr, /^PUBLIC_URL must be set in production: the https URL at which customers reach/);
  });
}

for (const command of ['start', 'serve', 'work']) {
  test(`${command} refuses to store anything in DATA_DIR in production unless that is set`, async () => {
    const env = { ...unreachable, PUBLIC_URL: 'https://milepost.test' };
    const withoutBlobs = await milepost([command], dataDir, { env: { ...env, BLOB_URL: '' } });
    assert.equal(withoutBlobs.code, 1);
    assert.match(withoutBlobs.stderr, /^BLOB_URL must be set in production: file:/m);
    const withoutDatabase = await milepost([command], dataDir, { env: { ...env, DATABASE_URL: '' } });
    assert.equal(withoutDatabase.code, 1);
    assert.match(withoutDatabase.stderr, /^DATABASE_URL must be set in production.*EMBEDDED_DATABASE=yes/m);
  });
}

test('a misspelled setting is logged as a warning', async () => {
  const { stderr } = await milepost(['serve'], dataDir, {
    env: { ...unreachable, PUBLIC_URL: '', MILEPOST_PORT: '80', METRIC_TOKEN: 'x' },
  });
  assert.match(stderr, /MILEPOST_PORT is not a setting and is ignored\. Did you mean PORT\?/);
  assert.match(stderr, /METRIC_TOKEN is not a setting and is ignored\. Did you mean METRICS_TOKEN\?/);
});

test('an http PUBLIC_URL in production is logged as a warning', async () => {
  const { stderr } = await milepost(['serve'], dataDir, {
    env: { ...unreachable, PUBLIC_URL: 'http://milepost.test', BLOB_URL: '' },
  });
  assert.match(stderr, /PUBLIC_URL is not https/);
  assert.match(stderr, /BLOB_URL must be set/);
});

test('the progress of an import reaches 100% when the last bytes are read faster than the bar is drawn', ({
  mock,
}) => {
  let nowMs = 1_000;
  mock.method(performance, 'now', () => nowMs);
  let written = '';
  const output = {
    isTTY: true,
    write(text: string) {
      written += text;
    },
  };
  const bar = new ProgressBar(output as never, 1_000);
  nowMs += 1_000;
  bar.show({ phase: 'reading', rows: 1, bytes: 720 });
  nowMs += 1;
  bar.show({ phase: 'reading', rows: 1, bytes: 1_000 });
  assert.match(written, /72% 1 row, [^%]*100% 1 row, [^%]*$/);
});

test('one is singular', () => {
  assert.deepEqual(
    [counted(1, 'carrier'), counted(0, 'carrier'), counted(2_000, 'entry', 'entries')],
    ['1 carrier', '0 carriers', '2,000 entries'],
  );
});

test('logo add stores a name once, in lower case', async () => {
  assert.deepEqual(await ok('logo add Blue  Ridge Lines'), { name: 'blue ridge lines', is_new: true });
  assert.equal((await ok('logo add blue ridge lines')).is_new, false);
  const { logos } = await ok('logo list');
  assert.ok(logos.includes('blue ridge lines') && logos.includes('swift'));
  assert.equal((await run('logo add  ')).code, 1);
});

test('org morning sets when daily alerts fire and rejects an invalid time', async () => {
  const { organization_id: id } = await ok('org create --name Desk --kind broker');
  assert.deepEqual(await ok(`org morning --org ${id} --time 06:45`), {
    organization_id: id,
    morning: '06:45',
  });
  const { rows } = await db.pool.query('select morning_minute from organizations where id = $1', [id]);
  assert.equal(rows[0].morning_minute, 405);
  for (const wrong of [`${id} --time 7`, `${id} --time 24:00`, '99999 --time 06:00'])
    assert.equal((await run(`org morning --org ${wrong}`)).code, 1, wrong);
});
