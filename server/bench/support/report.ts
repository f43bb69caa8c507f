import { execFileSync } from 'node:child_process';
import { textTable } from '../../src/lib/text-table.ts';

export type Ratio = {
  name: string;
  ours: number;
  peer: number;
  value: number;
  /** Null: told for information. */
  goal: number | null;
  unit: string;
  better: 'higher' | 'lower';
};

/** A table for people, and one line for programs. */
export function report(bench: string, ratios: Ratio[]): void {
  const round = (value: number) => Number(value.toPrecision(4));
  const rows = ratios.map((r) => [
    r.name,
    round(r.ours),
    round(r.peer),
    r.unit,
    round(r.value),
    r.goal ?? '',
    verdict(r),
  ]);
  console.log(textTable(['measured', 'ours', 'peer', 'unit', 'ratio', 'goal', ''], rows));
  const short = ratios.map(({ name, value, goal, unit, better }) => ({
    name,
    value: round(value),
    goal,
    unit,
    better,
  }));
  console.log(JSON.stringify({ bench, commit: commit(), ratios: short }));
}

function verdict({ value, goal, better }: Ratio): string {
  if (goal === null) return '';
  return (better === 'higher' ? value >= goal : value <= goal) ? 'reached' : 'MISSED';
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
  } catch {
    return 'unknown';
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
