import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CommandRunner } from '../domain/operator-jobs/operator-jobs.ts';

const ENTRY = fileURLToPath(new URL('../../bin/milepost.cjs', import.meta.url));
/** Between the request to stop and the kill. */
const STOP_MS = 5_000;

/** Runs a command with these variables. It ends when this process ends, even by kill -9. */
export function commandRunner(env: Record<string, string | undefined>): CommandRunner {
  return async (args, onLine, signal) => {
    const child = spawn(process.execPath, [ENTRY, ...args], {
      // Its log lines would hide what it prints; the worker logs the job.
      env: { ...env, LOG_LEVEL: 'silent', MILEPOST_LAUNCHED: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let kill: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill('SIGTERM');
      kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    for (const output of [child.stdout, child.stderr])
      if (output) createInterface({ input: output }).on('line', onLine);
    try {
      const [code] = await once(child, 'close');
      return code === 0;
    } finally {
      clearTimeout(kill);
      signal.removeEventListener('abort', stop);
    }
  };
}
