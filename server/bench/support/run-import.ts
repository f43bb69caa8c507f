import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** The command itself, in a process of its own: its time is that of the load, its memory that of the process. */
export async function runImport(
  file: string,
  env: Record<string, string>,
): Promise<{ seconds: number; derivingSeconds: number; peakMb: number }> {
  const child = spawn(process.execPath, [MAIN, 'import', file, '--force', '--json'], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0));
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  const { seconds, deriving_seconds: derivingSeconds } = JSON.parse(output).loads[0];
  return { seconds, derivingSeconds, peakMb };
}

function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
