import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';

export type MachineFacts = { date: string; commit: string; machine: string };

export function machineFacts(): MachineFacts {
  const processor = cpus()[0]?.model.trim() || process.arch;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: `${processor}, ${availableParallelism()} cores, ${memory}`,
  };
}

function commit(): string {
  try {
    const options = { cwd: import.meta.dirname, stdio: 'pipe' } as const;
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).toString().trim();
  } catch {
    return 'unknown';
  }
}
