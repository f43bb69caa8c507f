import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { closing } from '../support/closing.ts';
import { testDatabase } from '../support/database.ts';
import { eventually, statusOf, temporaryFolder } from '../support/milepost.ts';
import { freePort } from '../support/serve-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The commands of the unit and of the guide, with the paths of this machine. The user of the service does not exist here. */
async function here() {
  const folder = await temporaryFolder(0o700);
  const backups = join(folder, 'backups');
  const drill = join(folder, 'drill');
  const command = (line: string) =>
    line
      .replace(/^\+/, '')
      .replace(/^runuser -u milepost -- /, '')
      .replace(' -o milepost -g milepost', '')
      .replaceAll('/opt/milepost', root)
      .replace(/(?<= |^)(\/usr\/bin\/)?node(?= \S+milepost\.cjs)/, process.execPath)
      .replaceAll('/var/backups/milepost', backups)
      .replaceAll('/var/tmp/drill', drill)
      .split(' ');
  return { folder, backups, drill, command };
}

test('the unit makes and verifies a backup in the folder that it creates, and the drill of the guide restores it', async () => {
  const { folder, backups, drill, command } = await here();
  const db = await testDatabase();
  await createOrganization(db, { name: 'Restored by the drill', kind: 'partner' });
  const env = {
    MILEPOST_MODE: 'production',
    PUBLIC_URL: 'https://milepost.example.com',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: db.url,
    BLOB_URL: pathToFileURL(join(folder, 'images')).href,
    BACKUP_URL: pathToFileURL(backups).href,
    SECRET_KEY: 'x'.repeat(40),
    LINK_SECRET: 'y'.repeat(40),
  };
  const unit = read('deploy/systemd/milepost-backup.service');
  const lines = [...unit.matchAll(/^Exec(?:StartPre|Start)=(.*)$/gm)].map(([, line = '']) => line);
  assert.equal(lines.length, 3);
  let said = '';
  for (const line of lines) {
    const [program = '', ...args] = command(line);
    said += (await run(program, args, { env, cwd: root })).stdout;
  }
  assert.match(said, /^Backup .*\n.*verified|All .* match|intact/ims);
  assert.equal(statSync(backups).mode & 0o777, 0o700);

  const guide = /\*\*Drill\.\*\*[\s\S]*?```\n([\s\S]*?)```/.exec(read('docs/backup.md'))?.[1] ?? '';
  const [create = [], restore = [], serve = []] = guide
    .trim()
    .split('\n')
    .map((line) => command(line));
  await run(create[0] ?? '', create.slice(1));
  // The environment of the caller names the production database; the drill must not use it.
  const restored = await run(restore[0] ?? '', restore.slice(1), { env: { ...env, PATH: process.env.PATH } });
  assert.match(restored.stdout, /All counts and hashes match/);
  const port = await freePort();
  const words = serve.map((word) => (word === 'PORT=8099' ? `PORT=${port}` : word));
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: { ...env, PATH: process.env.PATH },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  closing(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await eventually(
    'the restored service is ready',
    async () => (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200,
  );
  assert.ok(statSync(join(drill, 'postgres')).isDirectory());
});
