import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCKS } from '../../src/db/advisory-locks.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { openPasswords } from '../../src/domain/identity/password-hashing.ts';
import { testDatabase } from '../support/database.ts';
import {
  eventually,
  milepost,
  signIn,
  startMilepost,
  statusOf,
  temporaryFolder,
} from '../support/milepost.ts';

const db = await testDatabase();
const password = 'correct horse battery';
const passwords = await openPasswords(2);
const env = {
  DATABASE_URL: db.url,
  LOG_LEVEL: 'warn',
  SECRET_KEY: 's'.repeat(32),
  LINK_SECRET: 'l'.repeat(32),
};

async function command(dataDir: string, line: string) {
  const { code, stdout, stderr } = await milepost([...line.split(' '), '--json'], dataDir, { env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function newInsurer(email: string) {
  const { organization_id: organizationId, api_key: apiKey } = await createOrganization(db, {
    name: email,
    kind: 'insurance',
  });
  await createUser(db, passwords, { organizationId, email, password, roles: [] });
  return { organizationId, apiKey, email, password };
}

async function headersOf(url: string, insurer: Awaited<ReturnType<typeof newInsurer>>) {
  return { 'x-api-key': insurer.apiKey, 'access-token': (await signIn(url, insurer)).token() };
}

/** The concurrent calls of the organization, over all processes. */
async function callsOf(organizationId: number): Promise<number> {
  const { rows } = await db.pool.query(
    `select count(*) as n from pg_locks where locktype = 'advisory' and classid::bigint between $2::bigint and $2::bigint + 9 and objid = $1 and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [organizationId, LOCKS.carrierObservationCalls],
  );
  return rows[0].n;
}

test('two processes on one database share limits, tokens and revocations', async () => {
  const dataDir = await temporaryFolder();
  const [a, b] = await Promise.all([
    startMilepost(dataDir, 'serve', { env }),
    startMilepost(dataDir, 'serve', { env }),
  ]);
  const insurer = await newInsurer('one@example.com');
  const { organizationId: org, email } = insurer;
  const flooded = 'two@example.com';
  await createUser(db, passwords, { organizationId: org, email: flooded, password, roles: [] });

  const headers = await headersOf(a.url, insurer);
  const me = () => statusOf(`${b.url}/auth/me`, { headers });
  assert.equal(await me(), 200, 'a token of one process is valid in the other');

  const attempts = Array.from({ length: 200 }, (_, i) =>
    signIn(i % 2 ? a.url : b.url, { ...insurer, email: flooded, password: 'wrong password' }),
  );
  const statuses = (await Promise.all(attempts)).map((response) => response.status);
  assert.equal(statuses.filter((status) => status === 401).length, 10, 'exactly the limit');
  assert.equal(statuses.filter((status) => status === 429).length, 190);

  const { api_key: second } = await command(dataDir, `key create --org ${org} --name second`);
  const { api_keys: keys } = await command(dataDir, `key list --org ${org}`);
  await command(dataDir, `key revoke --org ${org} ${keys[0].api_key_id}`);
  await eventually('the revoked key is rejected', async () => (await me()) === 401);
  headers['x-api-key'] = second;
  assert.equal(await me(), 200);
  await command(dataDir, `user disable ${email}`);
  await eventually('the disabled user is rejected', async () => (await me()) === 401);
});

test('a user disabled while the LISTEN connection is lost is rejected', async () => {
  const dataDir = await temporaryFolder();
  const serving = await startMilepost(dataDir, 'serve', { env });
  const insurer = await newInsurer('cut@example.com');
  const headers = await headersOf(serving.url, insurer);
  const me = () => statusOf(`${serving.url}/auth/me`, { headers });
  assert.equal(await me(), 200);
  // The user is disabled while the service cannot receive notifications.
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`,
  );
  await db.pool.query(`update users set disabled_at = now() where email = $1`, [insurer.email]);
  await eventually('the user is rejected', async () => (await me()) === 401);
});

test('a serve process under load opens at most 15 connections', async () => {
  const observer = await db.connect();
  const { rows: own } = await observer.query(
    `select array_agg(pid) as pids from pg_stat_activity where datname = current_database()`,
  );
  const dataDir = await temporaryFolder();
  const { url } = await startMilepost(dataDir, 'serve', { env });
  const headers = await headersOf(url, await newInsurer('busy@example.com'));
  const paths = [
    '/visual_sightings/carrier-observations?usdot_number=1',
    '/carriers/1/profile',
    '/carriers?query=freight',
    '/auth/me',
    '/alerts',
    '/images',
  ];
  const events = await fetch(`${url}/events`, { headers });
  let isLoaded = true;
  const clients = Array.from({ length: 60 }, async (_, n) => {
    while (isLoaded) await statusOf(`${url}${paths[n % paths.length]}`, { headers });
  });
  let most = 0;
  // A slow machine needs more time until all pools are in use.
  const giveUpAt = performance.now() + 60_000;
  for (let look = 0; look < 100 || (most <= 9 && performance.now() < giveUpAt); look++) {
    const { rows } = await observer.query(
      `select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and application_name = 'milepost' and pid <> all ($1)`,
      [own[0].pids],
    );
    most = Math.max(most, rows[0].n);
  }
  isLoaded = false;
  await Promise.all(clients);
  await events.body?.cancel();
  await observer.end();
  assert.ok(most > 9 && most <= 15, `${most} connections`);
});

test('two processes share the limit of concurrent calls of an organization', async () => {
  const dataDir = await temporaryFolder();
  const [a, b] = await Promise.all([
    startMilepost(dataDir, 'serve', { env }),
    startMilepost(dataDir, 'serve', { env }),
  ]);
  const mine = await newInsurer('mine@example.com');
  const other = await newInsurer('other@example.com');
  const [headers, theirs] = [await headersOf(a.url, mine), await headersOf(b.url, other)];
  const path = '/visual_sightings/carrier-observations?usdot_number=1';
  const call = (url: string, as = headers) => statusOf(url + path, { headers: as });

  const blocker = await db.connect();
  await blocker.query('begin; lock table observation_counts in access exclusive mode');
  const blocked = [call(a.url), call(b.url)];
  blocked[0]?.catch(() => undefined);
  await eventually('both calls are counted', async () => (await callsOf(mine.organizationId)) === 2);
  for (const url of [a.url, b.url]) {
    const third = await fetch(url + path, { headers });
    assert.deepEqual([third.status, third.headers.get('retry-after')], [429, '1']);
    assert.match(((await third.json()) as { detail: string }).detail, /At most 2/);
  }
  const elsewhere = call(a.url, theirs);
  elsewhere.catch(() => undefined);
  await eventually(
    'another organization has its own limit',
    async () => (await callsOf(other.organizationId)) === 1,
  );

  a.child.kill('SIGKILL');
  await eventually(
    'the call of a killed process is no longer counted',
    async () => (await callsOf(mine.organizationId)) === 1,
  );
  const next = call(b.url);
  await eventually('a new call takes its slot', async () => (await callsOf(mine.organizationId)) === 2);
  await blocker.query('rollback');
  await blocker.end();
  assert.deepEqual([await blocked[1], await next], [200, 200]);
  assert.equal(await callsOf(mine.organizationId), 0);
  assert.equal(await call(b.url), 200);
});
