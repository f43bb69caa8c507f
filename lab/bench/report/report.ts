import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Ratio } from '../support/bench.ts';
import { figureRow } from './figures.ts';
import { plot } from './plot.ts';

type MachineFacts = ReturnType<typeof machineFacts>;
/** The result of one benchmark, as it is kept for the next report. */
type Result = MachineFacts & { bench: string; about: string; quick: boolean; ratios: Ratio[] };

const DOCS = join(import.meta.dirname, '../../../docs');
const FOLDER = join(DOCS, 'performance');
const PLOTS = join(FOLDER, 'plots');

/** Replaces the figures of one benchmark and writes the report again. */
export async function updateReport(result: Result): Promise<void> {
  await writeFile(join(FOLDER, `${result.bench}.json`), `${JSON.stringify(result, null, 2)}\n`);
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort();
  const results: Result[] = [];
  for (const file of files) results.push(JSON.parse(await readFile(join(FOLDER, file), 'utf8')));
  const sections: string[] = [];
  for (const result of results) sections.push(section(result, await writePlot(result)));
  await writeFile(join(DOCS, 'performance.md'), `${HEAD}\n${sections.join('\n')}`);
}

/** Returns whether there is a plot. */
async function writePlot({ bench, ratios, quick }: Result): Promise<boolean> {
  const image = plot(titleOf(bench), ratios, quick);
  const path = join(PLOTS, `${bench}.svg`);
  if (image === null) await rm(path, { force: true });
  else await writeFile(path, image);
  return image !== null;
}

const HEAD = `# Performance

Written by \`npm run bench -- --report\` from the last run of each benchmark. Each result states its date, commit, machine and size. A benchmark runs our code and its
peer in turn on the same machine. The ratios can be compared between machines; the rates cannot. \`--quick\` runs reduced sizes: goals that apply only to the full size are marked.
The plots show each figure as a share of its goal, in green where it is met.
`;

function section({ bench, about, quick, date, commit, machine, ratios }: Result, hasPlot: boolean): string {
  const rows = ratios.map((ratio) => figureRow(ratio, quick));
  return [
    `## ${bench}`,
    `${about[0]?.toUpperCase()}${about.slice(1)}.`,
    '',
    `${date}, commit ${commit}, ${machine}, ${quick ? 'reduced size (--quick)' : 'full size'}.`,
    '',
    ...(hasPlot ? [`![${titleOf(bench)}](performance/plots/${bench}.svg)`, ''] : []),
    ...table(['', 'ours', 'peer', 'in', 'figure', 'goal', ''], rows),
    '',
  ].join('\n');
}

const titleOf = (bench: string) => `${bench}: figures as shares of their goals`;

function table(heads: string[], rows: (string | number)[][]): string[] {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

export function machineFacts() {
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
