import assert from 'node:assert/strict';
import { test } from 'node:test';
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
const password = 'correct-horse-battery';
const env = {
  DATABASE_URL: db.url,
  LOG_LEVEL: 'warn',
  SECRET_KEY: 's'.repeat(32),
  LINK_SECRET: 'l'.repeat(32),
};

type Organization = { organization_id: number; api_key: string };

async function command<T>(dataDir: string, line: string): Promise<T> {
  const { code, stdout, stderr } = await milepost([...line.split(' '), '--json'], dataDir, { env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as T;
}

function addUser(dataDir: string, organizationId: number, email: string): Promise<unknown> {
  return command(dataDir, `user create --org ${organizationId} --email ${email} --password ${password}`);
}

test('two processes on one database share limits, tokens and revocations', async () => {
  const dataDir = await temporaryFolder();
  const [a, b] = await Promise.all([
    startMilepost(dataDir, 'serve', { env }),
    startMilepost(dataDir, 'serve', { env }),
  ]);
  const org = await command<Organization>(dataDir, 'org create --name Shared --kind insurance');
  const users = ['one@example.com', 'two@example.com'];
  for (const email of users) {
    await addUser(dataDir, org.organization_id, email);
  }
  const [email = '', flooded = ''] = users;
  const credentials = { apiKey: org.api_key, email, password };

  const token = (await signIn(a.url, credentials)).token();
  const headers = { 'x-api-key': org.api_key, 'access-token': token };
  const me = () => statusOf(`${b.url}/auth/me`, { headers });
  assert.equal(await me(), 200, 'a token of one process is valid in the other');

  const attempts = Array.from({ length: 200 }, (_, i) =>
    signIn(i % 2 ? a.url : b.url, { ...credentials, email: flooded, password: 'wrong password' }),
  );
  const statuses = (await Promise.all(attempts)).map((response) => response.status);
  assert.equal(statuses.filter((status) => status === 401).length, 10, 'exactly the limit');
  assert.equal(statuses.filter((status) => status === 429).length, 190);

  const { api_key: second } = await command<{ api_key: string }>(
    dataDir,
    `key create --org ${org.organization_id} --name second`,
  );
  const { api_keys: keys } = await command<{ api_keys: { api_key_id: number }[] }>(
    dataDir,
    `key list --org ${org.organization_id}`,
  );
  await command(dataDir, `key revoke --org ${org.organization_id} ${keys[0]?.api_key_id}`);
  await eventually('the revoked key is rejected', async () => (await me()) === 401);
  headers['x-api-key'] = second;
  assert.equal(await me(), 200);
  await command(dataDir, `user disable ${email}`);
  await eventually('the disabled user is rejected', async () => (await me()) === 401);
});

test('a user disabled while the LISTEN connection is lost is rejected', async () => {
  const dataDir = await temporaryFolder();
  const serving = await startMilepost(dataDir, 'serve', { env });
  const org = await command<Organization>(dataDir, 'org create --name Cut --kind broker');
  const email = 'cut@example.com';
  await addUser(dataDir, org.organization_id, email);
  const response = await signIn(serving.url, { apiKey: org.api_key, email, password });
  const token = response.token();
  const headers = { 'x-api-key': org.api_key, 'access-token': token };
  const me = () => statusOf(`${serving.url}/auth/me`, { headers });
  assert.equal(await me(), 200);
  // The user is disabled while the service cannot receive notifications.
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`,
  );
  await db.pool.query(`update users set disabled_at = now() where email = $1`, [email]);
  await eventually('the user is rejected', async () => (await me()) === 401);
});

test('a serve process under load opens at most 15 connections', async () => {
  const observer = await db.connect();
  const { rows: own } = await observer.query(
    `select array_agg(pid) as pids from pg_stat_activity where datname = current_database()`,
  );
  const dataDir = await temporaryFolder();
  const { url } = await startMilepost(dataDir, 'serve', { env });
  const org = await command<Organization>(dataDir, 'org create --name Busy --kind insurance');
  await addUser(dataDir, org.organization_id, 'busy@example.com');
  const token = (await signIn(url, { apiKey: org.api_key, email: 'busy@example.com', password })).token();
  const headers = { 'x-api-key': org.api_key, 'access-token': token };
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
