import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { openPasswords } from '../../src/domain/identity/password-hashing.ts';
import { ensureMonths } from '../../src/domain/observations/ensure-months.ts';
import { recordSightings } from '../../src/domain/observations/record-sightings.ts';
import { minimal } from '../support/alerts/alert-client.ts';
import { testDatabase } from '../support/database.ts';
import { eventually, signIn, startMilepost, temporaryFolder } from '../support/milepost.ts';
import { SECRET, startReceiver } from '../support/notifications/start-receiver.ts';

const ALERTS = 10;
const SIGHTINGS = 400;
const db = await testDatabase();
const env = { DATABASE_URL: db.url, LOG_LEVEL: 'warn' };

/** Half of the sightings match an alert. */
async function recordAll(organizationId: number): Promise<void> {
  const time = new Date();
  await ensureMonths(db, [time]);
  for (let from = 0; from < SIGHTINGS; from += 20) {
    const sightings = Array.from({ length: 20 }, (_, i) => ({
      organizationId,
      usdot_number: 1 + ((from + i) % (ALERTS * 2)),
      time_captured: time,
      cab_number: String(from + i),
      location_city: 'Gary',
      location_state: 'IN',
    }));
    await db.transaction((tx) => recordSightings(tx, sightings));
  }
}

test('two workers match, fire and deliver each sighting once', async () => {
  const dataDir = await temporaryFolder();
  const [a, b] = await Promise.all([
    startMilepost(dataDir, 'serve', { env }),
    startMilepost(dataDir, 'serve', { env }),
    startMilepost(dataDir, 'work', { env }),
    startMilepost(dataDir, 'work', { env }),
  ]);
  const [email, password] = ['desk@example.com', 'correct horse battery'];
  const { organization_id: organizationId, api_key: apiKey } = await createOrganization(db, {
    name: 'Watchers',
    kind: 'broker',
  });
  await createUser(db, await openPasswords(1), { organizationId, email, password, roles: ['admin'] });
  const token = (await signIn(a.url, { apiKey, email, password })).token();
  const post = async (url: string, path: string, body: object = {}) => {
    const headers = { 'x-api-key': apiKey, 'access-token': token, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${response.status} ${text}`);
  };

  const receiver = await startReceiver();
  await post(b.url, '/alerts/webhook', { webhook_url: receiver.origin, secret: SECRET });
  for (let i = 0; i < ALERTS; i++) {
    await post(i % 2 ? a.url : b.url, '/alerts', {
      ...minimal,
      usdot_number: String(i + 1),
      notification_channels: ['webhook'],
    });
  }
  await recordAll(organizationId);
  const count = async (sql: string) => (await db.pool.query<{ n: number }>(sql)).rows[0]?.n;
  await eventually(
    'every sighting is matched',
    async () => (await count('select count(*) as n from unmatched_sightings')) === 0,
  );
  assert.equal(await count('select count(*) as n from alert_matches'), SIGHTINGS / 2);

  await Promise.all([post(a.url, '/alerts/run'), post(b.url, '/alerts/run')]);
  await eventually(
    'every match is delivered',
    async () =>
      (await count('select count(*) as n from delivery_queue where due_at is not null')) === 0 &&
      (await count('select count(*) as n from alert_matches where firing_id is null')) === 0,
  );
  const seen = await receiver.seen();
  assert.ok(seen.every(({ verified }) => verified.compatible && verified.standard));
  const delivered = seen.flatMap(({ body }) =>
    (JSON.parse(body) as { matches: { cab_number: string }[] }).matches.map((match) =>
      Number(match.cab_number),
    ),
  );
  const expected = Array.from({ length: SIGHTINGS }, (_, i) => i).filter((i) => i % (ALERTS * 2) < ALERTS);
  assert.deepEqual(
    delivered.sort((one, other) => one - other),
    expected,
  );
});
