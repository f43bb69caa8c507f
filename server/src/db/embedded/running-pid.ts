import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../lib/errors.ts';

/** The process in the lock file of the database files in `dir`, if it is alive. It may be another program with a reused id. */
export async function runningPid(dir: string): Promise<number | null> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
