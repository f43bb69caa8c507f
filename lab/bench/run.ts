/**
 * npm run bench [-- <name>... --quick]: runs each benchmark in its own process and prints a table and a line of JSON.
 * A missed goal is shown in the table. The exit code only tells whether the benchmarks ran.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textTable } from '../../server/src/lib/text-table.ts';
import type { Bench, Ratio } from './support/bench.ts';

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -3));
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = names.filter((name) => !all.includes(name));

if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${all.join(', ')}`);
  process.exitCode = 2;
} else if (names.length === 1) await runOne(names[0] ?? '');
else {
  const options = quick ? ['--quick'] : [];
  for (const name of names.length > 0 ? names : all) {
    const command = [import.meta.filename, name, ...options];
    const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
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
  const isMet = goal === null || (better === 'higher' ? value >= goal : value <= goal);
  const target = goal === null ? '' : `${better === 'higher' ? '≥' : '≤'} ${goal}`;
  const theirs = peer === null ? '' : round(peer);
  return [name, round(ours), theirs, measuredIn, `${round(value)} ${unit}`, target, isMet ? '' : 'missed'];
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function commit(): string {
  try {
    const options = { cwd: import.meta.dirname, stdio: 'pipe' } as const;
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).toString().trim();
  } catch {
    return 'unknown';
  }
}
