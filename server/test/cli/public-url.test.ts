import assert from 'node:assert/strict';
import { test } from 'node:test';
import { milepost, temporaryFolder } from '../support/milepost.ts';

const dataDir = await temporaryFolder();
/** Nothing listens there: a process that gets as far as the database fails with another message. */
const env = { MILEPOST_MODE: 'production', DATABASE_URL: 'postgres://127.0.0.1:1/x' };

for (const command of ['start', 'serve', 'work']) {
  test(`${command} refuses to run in production without PUBLIC_URL`, async () => {
    const { code, stderr } = await milepost([command], dataDir, { env });
    assert.equal(code, 1);
    assert.match(stderr, /^PUBLIC_URL must be set in production: the https URL at which customers reach/);
  });
}

test('an http PUBLIC_URL in production is logged as a warning', async () => {
  const { stderr } = await milepost(['serve'], dataDir, {
    env: { ...env, PUBLIC_URL: 'http://milepost.test' },
  });
  assert.match(stderr, /PUBLIC_URL is not https/);
  assert.match(stderr, /DATABASE_URL cannot be used/);
});
