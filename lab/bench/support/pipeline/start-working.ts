import { spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../../../server/src/main.ts');

/** Starts `milepost work` in a new process. Returns its id. */
export function startWorking(cleanup: AsyncDisposableStack, env: Record<string, string>): number {
  const child = spawn(process.execPath, [MAIN, 'work'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  cleanup.defer(async () => {
    child.kill();
    await gone;
  });
  return child.pid ?? 0;
}
