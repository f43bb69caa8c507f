/**
 * npm run bench [-- <name>... --quick --sizes=1000000,5000000 --seconds=600 --report]: runs each benchmark in its own
 * process and prints a table and a line of JSON. --report also writes the figures to docs/performance.md; benchmarks that
 * are not named keep the figures of their last run there. A missed goal is shown in the table. The exit code only tells
 * whether the benchmarks ran.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textTable } from '../server/src/lib/text-table.ts';
import { figureRow, rounded } from './bench/report/figures.ts';
import { machineFacts, updateReport } from './bench/report/report.ts';
import type { Bench, BenchOptions } from './bench/support/bench.ts';

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const names = args.filter((arg) => !arg.startsWith('--'));
const FOLDER = join(import.meta.dirname, 'bench');
/** Each benchmark by its name. */
const files = new Map(
  ['.', 'brokers'].flatMap((folder) =>
    readdirSync(join(FOLDER, folder))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file.slice(0, -3), join(FOLDER, folder, file)] as const),
  ),
);
const all = [...files.keys()].sort();
const unknown = names.filter((name) => !all.includes(name));
const wrongFlags = flags.filter((flag) => !/^--(quick|report|sizes=[\d,]+|seconds=\d+)$/.test(flag));

if (wrongFlags.length > 0) fail(`Unknown option: ${wrongFlags.join(', ')}`);
else if (unknown.length > 0) fail(`Unknown benchmark: ${unknown.join(', ')}. Available: ${all.join(', ')}`);
else if (names.length === 1) await runOne(names[0] ?? '');
else {
  for (const name of names.length > 0 ? names : all) {
    const command = [import.meta.filename, name, ...flags];
    const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

async function runOne(name: string): Promise<void> {
  const { bench } = (await import(files.get(name) ?? '')) as { bench: Bench };
  const options: BenchOptions = {
    quick: flags.includes('--quick'),
    sizes: optionOf('sizes')?.split(',').map(Number) ?? null,
    seconds: Number(optionOf('seconds')) || null,
  };
  console.log(`\n${name}: ${bench.about}`);
  const ratios = await bench.run(options);
  const facts = machineFacts();
  const { quick } = options;
  console.log(
    textTable(
      ['', 'ours', 'peer', 'in', 'figure', 'goal', ''],
      ratios.map((ratio) => figureRow(ratio, quick)),
    ),
  );
  const figures = ratios.map(({ name, value, goal, unit, better }) => ({
    ...{ name, value: rounded(value), goal, unit, better },
  }));
  console.log(JSON.stringify({ bench: name, commit: facts.commit, ratios: figures }));
  if (flags.includes('--report'))
    await updateReport({ bench: name, about: bench.about, quick, ...facts, ratios });
}

function optionOf(name: string): string | undefined {
  return flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3);
}
