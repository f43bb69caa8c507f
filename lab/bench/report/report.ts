import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ratio } from '../support/bench.ts';
import { figureRow } from './figures.ts';
import type { MachineFacts } from './machine.ts';
import { plotSvg } from './plot-svg.ts';

/** The result of one benchmark, as it is kept for the next report. */
type Result = MachineFacts & { bench: string; about: string; quick: boolean; ratios: Ratio[] };

const DOCS = join(import.meta.dirname, '../../../docs');
const FOLDER = join(DOCS, 'performance');
const PLOTS = join(FOLDER, 'plots');

/** Replaces the figures of one benchmark and writes the report again. */
export async function updateReport(result: Result): Promise<void> {
  await mkdir(PLOTS, { recursive: true });
  await writeFile(join(FOLDER, `${result.bench}.json`), `${JSON.stringify(result, null, 2)}\n`);
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort();
  const results: Result[] = [];
  for (const file of files) results.push(JSON.parse(await readFile(join(FOLDER, file), 'utf8')));
  const sections: string[] = [];
  for (const each of results) sections.push(await section(each));
  await writeFile(join(DOCS, 'performance.md'), `${HEAD}\n${sections.join('\n')}`);
}

const HEAD = `# Performance

Written by \`npm run bench -- --report\` from the last run of each benchmark. Each result states its date, commit, machine and size. A benchmark runs our code and its
peer in turn on the same machine. The ratios can be compared between machines; the rates cannot. \`--quick\` runs reduced sizes: goals that apply only to the full size are marked.
`;

async function section({ bench, about, quick, date, commit, machine, ratios }: Result): Promise<string> {
  const lines = [`## ${bench}`, `${about[0]?.toUpperCase()}${about.slice(1)}.`, ''];
  lines.push(`${date}, commit ${commit}, ${machine}, ${quick ? 'reduced size (--quick)' : 'full size'}.`, '');
  const rows = ratios.filter(({ point }) => !point).map((ratio) => figureRow(ratio, quick));
  if (rows.length > 0) lines.push(...table(['', 'ours', 'peer', 'in', 'figure', 'goal', ''], rows), '');
  const points = ratios.filter(({ point }) => point);
  if (points.length > 0) lines.push(...growthTable(points), '');
  for (const [line, values] of Map.groupBy(points, ({ point }) => point?.line ?? '')) {
    const file = `${bench}-${line.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.svg`;
    await writeFile(join(PLOTS, file), plotSvg(line, values));
    lines.push(`![${line}](performance/plots/${file})`);
  }
  if (points.length > 0) lines.push('');
  return lines.join('\n');
}

/** One row per line of the plots, one column per size. */
function growthTable(points: Ratio[]): string[] {
  const sizes = [...new Set(points.map(({ point }) => point?.x ?? 0))];
  const rows = [...Map.groupBy(points, ({ point }) => point?.line ?? '')].map(([line, values]) => [
    `${line} (${values[0]?.unit})`,
    ...sizes.map((x) => values.find(({ point }) => point?.x === x)?.value.toPrecision(3) ?? ''),
  ]);
  return table([points[0]?.point?.axis ?? '', ...sizes.map((size) => size.toLocaleString('en'))], rows);
}

function table(heads: string[], rows: (string | number)[][]): string[] {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}
