import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../support/database.ts';
import { eventually, milepost, startMilepost, statusOf, temporaryFolder } from '../support/milepost.ts';

const db = await testDatabase();
const dataDir = await temporaryFolder();
const OLD = 'old-'.repeat(10);
const NEW = 'new-'.repeat(10);
const envOf = (secret: string) => ({
  DATABASE_URL: db.url,
  LOG_LEVEL: 'warn',
  SECRET_KEY: secret,
  LINK_SECRET: secret,
});
const rotate = () => milepost(['secrets', 'rotate'], dataDir, { env: envOf(`${NEW},${OLD}`) });

test('a rotation waits for processes with only the old secrets, also if they are killed', async () => {
  const serving = await startMilepost(dataDir, 'serve', { env: envOf(OLD) });
  const working = await startMilepost(dataDir, 'work', { env: envOf(OLD) });
  const restarted = await startMilepost(dataDir, 'serve', { env: envOf(`${NEW},${OLD}`) });

  const refused = await rotate();
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /2 running processes do not hold the new SECRET_KEY yet/);

  for (const { child, exited } of [serving, working]) {
    child.kill('SIGKILL');
    await exited;
  }
  await eventually('the server notices', async () => (await rotate()).code === 0);
  assert.equal(await statusOf(`${restarted.url}/readyz`), 200);

  const last = await startMilepost(dataDir, 'serve', { env: envOf(NEW) });
  assert.equal(await statusOf(`${last.url}/readyz`), 200);
  const { code, stdout } = await milepost(['secrets', 'status', '--json'], dataDir, { env: envOf(NEW) });
  assert.equal(code, 0);
  assert.deepEqual(
    JSON.parse(stdout).secrets.map(({ state }: { state: string }) => state),
    ['in use', 'in use'],
  );
});
