import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { memoryBytes } from './processes.ts';

const MAIN = join(import.meta.dirname, '../../../server/src/main.ts');

/** Runs a command in its own process. Returns its output and its peak memory. */
export async function runMilepost(
  args: string[],
  env: Record<string, string>,
): Promise<{ output: string; peakMb: number }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, memoryBytes(child.pid ?? 0, 'VmHWM') / 2 ** 20);
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`milepost ${args[0]} exited with code ${code}`);
  return { output, peakMb };
}

/** Imports a file in its own process. The times are those that the import reports. */
export async function runImport(file: string, env: Record<string, string>) {
  const { output, peakMb } = await runMilepost(['import', file, '--force', '--json'], env);
  const { seconds, deriving_seconds } = JSON.parse(output).loads[0];
  return { seconds: seconds as number, derivingSeconds: deriving_seconds as number, peakMb };
}
