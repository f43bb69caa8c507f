import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { testDatabase } from '../support/database.ts';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();
const run = (args: string[]) => milepost([...args, '--json'], dataDir, { env: { DATABASE_URL: db.url } });

test('logo add stores a name once, in lower case', async () => {
  assert.deepEqual(JSON.parse((await run(['logo', 'add', 'Blue  Ridge', 'Lines'])).stdout), {
    name: 'blue ridge lines',
    is_new: true,
  });
  assert.equal(JSON.parse((await run(['logo', 'add', 'blue ridge lines'])).stdout).is_new, false);
  const { logos } = JSON.parse((await run(['logo', 'list'])).stdout);
  assert.ok(logos.includes('blue ridge lines') && logos.includes('swift'));
  assert.equal((await run(['logo', 'add', '  '])).code, 1);
});

test('org morning sets when daily alerts fire and rejects an invalid time', async () => {
  const { organization_id: id } = await createOrganization(db, { name: 'Desk', kind: 'broker' });
  const answer = await run(['org', 'morning', String(id), '06:45']);
  assert.deepEqual(JSON.parse(answer.stdout), { organization_id: id, morning: '06:45' });
  const { rows } = await db.pool.query('select morning_minute from organizations where id = $1', [id]);
  assert.equal(rows[0].morning_minute, 405);
  for (const [who, time] of [
    [String(id), '7'],
    [String(id), '24:00'],
    ['99999', '06:00'],
  ] as const) {
    assert.equal((await run(['org', 'morning', who, time])).code, 1, time);
  }
});
