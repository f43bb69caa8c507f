import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '../../../server/src/db/database.ts';

const TICKS_PER_SECOND = 100;

type Stat = { parent: number; seconds: number; reapedSeconds: number };

/** Processor time of a process, from /proc; 0 where there is none. */
export function processorSeconds(pid: number): number {
  return statOf(String(pid))?.seconds ?? 0;
}

/** Of a process and its children, including those that have ended. */
export function processorSecondsOfFamily(parent: number): number {
  const own = statOf(String(parent));
  if (!own) return 0;
  const children = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (statOf(pid) ?? []) : []));
  const running = children.filter((child) => child.parent === parent);
  return running.reduce((sum, { seconds }) => sum + seconds, own.seconds + own.reapedSeconds);
}

/** The process of a server on this machine that starts all others. */
export async function postmasterOf(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  );
  return rows[0]?.pid ?? 0;
}

function statOf(pid: string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields follow the name in parentheses, which may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_PER_SECOND;
    return { parent: fields[1] ?? 0, seconds: ticks(11), reapedSeconds: ticks(13) };
  } catch {
    return null;
  }
}

/** Memory of a process, in bytes: now (VmRSS) or at its peak (VmHWM); 0 if it has ended. */
export function memoryBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
