import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LOWEST = 19;
const startAhead = join(import.meta.dirname, '../../src/cli/start-ahead.ts');
const dataDir = await temporaryFolder();
await mkdir(join(dataDir, 'postgres'));

/** The priority of a process that has run `startAhead` for a command. */
async function priorityOf(command: string, env: Record<string, string> = {}): Promise<number> {
  const code = `const { startAhead } = await import(${JSON.stringify(startAhead)});
    await startAhead([${JSON.stringify(command)}, 'file.csv']);
    console.log((await import('node:os')).getPriority());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Number(await text(child.stdout));
}

test('an import beside a running embedded server has the lowest priority before its modules are loaded', async () => {
  const own = getPriority();
  assert.equal(
    await priorityOf('import'),
    own,
    'without a server: it would start one at the lowest priority',
  );
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n`);
  assert.deepEqual(
    await Promise.all([
      priorityOf('import'),
      priorityOf('read'),
      priorityOf('import', { DATABASE_URL: 'postgres://db.example/milepost' }),
    ]),
    [LOWEST, own, own],
  );
});
