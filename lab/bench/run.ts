/**
 * npm run bench [-- name … --quick]: each benchmark in a process of its own, a table, and one line of JSON. A goal
 * that is missed is shown, not hidden: the exit code tells only whether the benchmarks ran.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textTable } from '../../server/src/lib/text-table.ts';
import type { Bench, Ratio } from './support/bench.ts';

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -3));
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = names.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exitCode = 2;
} else if (names.length === 1) await runOne(names[0] ?? '');
else {
  for (const name of names.length > 0 ? names : known) {
    const { status } = spawnSync(
      process.execPath,
      [import.meta.filename, name, ...(quick ? ['--quick'] : [])],
      {
        stdio: 'inherit',
      },
    );
    if (status !== 0) process.exitCode = 1;
  }
}

async function runOne(name: string): Promise<void> {
  const { bench } = (await import(join(import.meta.dirname, `${name}.ts`))) as { bench: Bench };
  console.log(`\n${name}: ${bench.about}`);
  const ratios = await bench.run({ quick });
  console.log(textTable(['', 'ours', 'peer', 'in', 'figure', 'goal', ''], ratios.map(row)));
  const figures = ratios.map(({ name, value, goal, unit, better }) => ({
    name,
    value: round(value),
    goal,
    unit,
    better,
  }));
  console.log(JSON.stringify({ bench: name, commit: commit(), ratios: figures }));
}

function row({ name, ours, peer, measuredIn, value, goal, unit, better }: Ratio): (string | number)[] {
  const reached = goal === null || (better === 'higher' ? value >= goal : value <= goal);
  const target = goal === null ? '' : `${better === 'higher' ? '≥' : '≤'} ${goal}`;
  return [
    name,
    round(ours),
    peer === null ? '' : round(peer),
    measuredIn,
    `${round(value)} ${unit}`,
    target,
    reached ? '' : 'missed',
  ];
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, stdio: 'pipe' })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}
