import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { afterEach, test } from 'node:test';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { secretContext } from '../../src/domain/notifications/webhooks/webhook.ts';
import { type HeldSecrets, holdSecrets } from '../../src/domain/secrets/hold-secrets.ts';
import type { Rings } from '../../src/domain/secrets/registry.ts';
import { keyring } from '../../src/lib/bytes/keyring.ts';
import { sealing, sealingId } from '../../src/lib/bytes/sealing.ts';
import { signedLinks } from '../../src/lib/signed-links.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import {
  eventually,
  milepost,
  milepostProcess,
  spawnMilepost,
  temporaryFolder,
} from '../support/milepost.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();
const { organization_id: org } = await createOrganization(db, { name: 'Customer', kind: 'broker' });
const OLD = 'old-'.repeat(10);
const NEW = 'new-'.repeat(10);
const OTHER = 'other-'.repeat(8);

type Process = { rings: Rings; held: HeldSecrets };
const running = new Set<Process>();

/** Holds the secrets as a process with these settings does. */
async function run(secretKey: string, linkSecret: string): Promise<Process> {
  const rings: Rings = { SECRET_KEY: keyring(secretKey), LINK_SECRET: keyring(linkSecret) };
  const process = { rings, held: await holdSecrets(db, rings, { api: true, work: true }, silent) };
  running.add(process);
  return process;
}

async function stop(process: Process): Promise<void> {
  running.delete(process);
  await process.held.close();
}

afterEach(async () => {
  for (const process of running) await stop(process);
  await db.pool.query('truncate secret_keys, webhooks cascade');
});

async function addWebhook({ rings }: Process, secret = 'a webhook secret'): Promise<string> {
  const { rows } = await db.pool.query('select gen_random_uuid() as id');
  const { id } = rows[0];
  const sealed = sealing(rings.SECRET_KEY).seal(secret, secretContext(id));
  await db.pool.query(
    `insert into webhooks (id, organization_id, webhook_url, url_hash, secret, previous_secret)
     values ($1, $2, $3, $4, $5, $5)`,
    [id, org, `https://example.com/${id}`, randomBytes(32), sealed],
  );
  return id;
}

async function readSecret({ rings }: Process, id: string): Promise<string> {
  const { rows } = await db.pool.query('select secret from webhooks where id = $1', [id]);
  return sealing(rings.SECRET_KEY).open(rows[0].secret, secretContext(id));
}

const envOf = (secretKey: string, linkSecret = OLD) => ({
  DATABASE_URL: db.url,
  SECRET_KEY: secretKey,
  LINK_SECRET: linkSecret,
});
async function cli(line: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await milepost([...line.split(' '), '--json'], dataDir, { env });
  return { code, stderr, result: stdout ? JSON.parse(stdout) : null };
}

test('refuses a process whose SECRET_KEY or LINK_SECRET differs from the first one, and names the setting', async () => {
  await run(OLD, OLD);
  await run(OLD, OLD);
  await assert.rejects(
    run(OTHER, OLD),
    /^AppError: SECRET_KEY is not the one that this database is used with\./,
  );
  await assert.rejects(
    run(OLD, OTHER),
    /^AppError: LINK_SECRET is not the one that this database is used with\./,
  );
  const { code, stderr } = await milepostProcess(['serve'], dataDir, { env: envOf(OTHER) });
  assert.equal(code, 1);
  assert.match(stderr, /^SECRET_KEY is not the one/);
});

test('refuses a key that opens none of the secrets of a database without registered keys', async () => {
  const first = await run(OLD, OLD);
  await addWebhook(first);
  await stop(first);
  await db.pool.query('truncate secret_keys');
  await assert.rejects(run(OTHER, OLD), /SECRET_KEY is not the one/);
  await run(OLD, OLD);
});

test('of two processes that start at once with different keys, one is refused', async () => {
  const outcomes = await Promise.allSettled([run(OLD, OLD), run(OTHER, OLD)]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('stores a fingerprint that is neither the secret nor a fast hash of it', async () => {
  await run(OLD, OLD);
  const { rows } = await db.pool.query('select name, fingerprint from secret_keys order by name');
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['LINK_SECRET', 'SECRET_KEY'],
  );
  assert.ok(!rows[0].fingerprint.equals(rows[1].fingerprint), 'equal secrets have different fingerprints');
  for (const { fingerprint } of rows) {
    assert.ok(!fingerprint.equals(hash('sha256', OLD, 'buffer')));
    assert.ok(!fingerprint.includes(OLD.slice(0, 4)));
  }
});

test('rotates both secrets while old and new processes overlap', async () => {
  const a = await run(OLD, OLD);
  const b = await run(OLD, OLD);
  const early = await addWebhook(a);
  const oldLink = signedLinks(a.rings.LINK_SECRET).sign('/x', new Date(Date.now() + 60_000));
  const both = envOf(`${NEW},${OLD}`, `${NEW},${OLD}`);

  await stop(a);
  const restarted = await run(both.SECRET_KEY, both.LINK_SECRET);
  const during = await addWebhook(restarted);
  assert.equal(
    await readSecret(b, during),
    'a webhook secret',
    'the old process reads what the new one writes',
  );
  assert.ok(isValid(b, signedLinks(restarted.rings.LINK_SECRET).sign('/x', new Date(Date.now() + 60_000))));

  const tooEarly = await cli('secrets rotate', both);
  assert.equal(tooEarly.code, 1);
  assert.match(tooEarly.stderr, /1 running process does not hold the new SECRET_KEY yet/);
  assert.equal((await cli('secrets status', both)).result.secrets[0].state, 'ready to rotate');

  await stop(b);
  const second = await run(both.SECRET_KEY, both.LINK_SECRET);
  const { code, result } = await cli('secrets rotate', both);
  assert.equal(code, 0);
  assert.deepEqual(
    result.rotations.map((one: { reencrypted: number }) => one.reencrypted),
    [4, 0],
  );
  assert.deepEqual(
    result.secrets.map((one: { state: string }) => one.state),
    ['rotated', 'rotated'],
  );
  assert.match(result.secrets[0].next, /Nothing needs the old key/);
  assert.match(result.secrets[1].next, /Links to images need the old secret until/);
  for (const process of [restarted, second]) {
    assert.equal(process.rings.SECRET_KEY.current, NEW);
    assert.equal(process.rings.LINK_SECRET.current, NEW);
    assert.ok(isValid(process, oldLink), 'links of the old secret still work');
  }

  await stop(restarted);
  const last = await run(NEW, NEW);
  for (const id of [early, during, await addWebhook(second)])
    assert.equal(await readSecret(last, id), 'a webhook secret');
  assert.ok(!isValid(last, oldLink));
  await assert.rejects(run(OLD, NEW), /SECRET_KEY is not the one/);
});

function isValid({ rings }: Process, link: string): boolean {
  const url = new URL(link, 'http://host');
  const { expires = '', signature = '' } = Object.fromEntries(url.searchParams);
  return signedLinks(rings.LINK_SECRET).isValid(url.pathname, expires, signature, new Date());
}

test('refuses to drop the old key before the stored secrets are re-encrypted', async () => {
  const first = await run(OLD, OLD);
  await addWebhook(first);
  await stop(first);
  const { fingerprint } = (
    await db.pool.query(`select fingerprint from secret_keys where name = 'SECRET_KEY'`)
  ).rows[0];
  await cli('secrets rotate', envOf(`${NEW},${OLD}`));
  // As if the command had been killed before it re-encrypted anything.
  await db.pool.query('update secret_keys set retired_at = null where fingerprint = $1', [fingerprint]);
  await assert.rejects(run(NEW, OLD), /SECRET_KEY lacks the previous key/);
  await cli('secrets rotate', envOf(`${NEW},${OLD}`));
  await run(NEW, OLD);
});

async function countWith(key: string): Promise<number> {
  const { rows } = await db.pool.query(
    'select count(*) as n from webhooks where substring(secret for 4) = $1',
    [sealingId(key)],
  );
  return rows[0].n;
}

test('a killed rotation leaves every secret readable, and the next run completes it', async () => {
  const old = await run(OLD, OLD);
  const ids = await Promise.all(Array.from({ length: 400 }, () => addWebhook(old)));
  await stop(old);
  const env = envOf(`${NEW},${OLD}`);
  // A lock on one row stops the command in the middle.
  const blocker = await db.connect();
  const middle = ids.toSorted()[200];
  await blocker.query('begin');
  await blocker.query('select 1 from webhooks where id = $1 for update', [middle]);
  const rotation = spawnMilepost(['secrets', 'rotate'], dataDir, { env });
  await eventually('half of the secrets are re-encrypted', async () => (await countWith(NEW)) === 200);
  rotation.child.kill('SIGKILL');
  await rotation.exited;
  assert.equal(await countWith(NEW), 200);
  await blocker.query('rollback');
  await blocker.end();

  const survivor = await run(env.SECRET_KEY, OLD);
  for (const id of ids) assert.equal(await readSecret(survivor, id), 'a webhook secret');
  await assert.rejects(run(NEW, OLD), /SECRET_KEY lacks the previous key/);
  assert.equal((await cli('secrets rotate', env)).code, 0);
  assert.equal(await countWith(NEW), ids.length);
  await run(NEW, OLD);
});

test('reset accepts a new key after all processes have stopped', async () => {
  const first = await run(OLD, OLD);
  const refused = await cli('secrets reset SECRET_KEY', envOf(OTHER));
  assert.match(refused.stderr, /Processes that run now \(1\) use the present SECRET_KEY/);
  const id = await addWebhook(first);
  await stop(first);
  assert.equal((await cli('secrets reset SECRET_KEY', envOf(OTHER))).code, 0);
  const next = await run(OTHER, OLD);
  await assert.rejects(readSecret(next, id), /cannot be read/);
  const { result } = await cli('secrets status', envOf(OTHER));
  assert.match(result.secrets[0].next, /2 stored values cannot be read/);
});
