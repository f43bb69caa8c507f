import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCKS } from '../../src/db/advisory-locks.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { openPasswords } from '../../src/domain/identity/password-hashing.ts';
import { testDatabase } from '../support/database.ts';
import { eventually, signIn, startMilepost, statusOf, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const env = { DATABASE_URL: db.url, LOG_LEVEL: 'warn' };
const password = 'correct horse battery';
const passwords = await openPasswords(2);

async function insurer(email: string) {
  const { organization_id: organizationId, api_key: apiKey } = await createOrganization(db, {
    name: email,
    kind: 'insurance',
  });
  await createUser(db, passwords, { organizationId, email, password, roles: [] });
  return { organizationId, apiKey, email, password };
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

test('two serve and two work processes share tokens and limits', async () => {
  const dataDir = await temporaryFolder();
  const [a, b] = await Promise.all([
    startMilepost(dataDir, 'serve', { env }),
    startMilepost(dataDir, 'serve', { env }),
    startMilepost(dataDir, 'work', { env }),
    startMilepost(dataDir, 'work', { env }),
  ]);
  const mine = await insurer('mine@example.com');
  const other = await insurer('other@example.com');
  const token = (await signIn(a.url, mine)).token();
  const headers = { 'x-api-key': mine.apiKey, 'access-token': token };
  const theirs = { 'x-api-key': other.apiKey, 'access-token': (await signIn(b.url, other)).token() };
  const path = '/visual_sightings/carrier-observations?usdot_number=1';
  const call = (url: string, as = headers) => statusOf(url + path, { headers: as });

  assert.deepEqual([await call(a.url), await call(b.url)], [200, 200], 'a token is valid in both');
  const wrong = Array.from({ length: 60 }, (_, i) =>
    signIn(i % 2 ? a.url : b.url, { ...mine, email: other.email, password: 'wrong' }),
  );
  const statuses = (await Promise.all(wrong)).map(({ status }) => status);
  assert.equal(
    statuses.filter((status) => status === 401).length,
    10,
    'ten attempts per minute in both processes together',
  );
  assert.equal(statuses.filter((status) => status === 429).length, 50);

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
