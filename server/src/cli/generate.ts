import { generateCountry } from '../domain/generate/generate-country.ts';
import { groups } from '../domain/generate/write-files.ts';
import { AppError } from '../lib/errors.ts';
import { textTable } from '../lib/text-table.ts';
import { type Command, json, required, text } from './command.ts';
import { wholeNumber } from './whole-number.ts';

const MOST_CARRIERS = 4_900_000;

export const generate: Command = {
  name: 'generate',
  summary: 'Write a synthetic country in the formats of the federal files',
  options: {
    carriers: { type: 'string', value: 'number', meaning: 'how many carriers', required: true },
    out: { type: 'string', value: 'folder', meaning: 'where the files go', required: true },
    seed: { type: 'string', value: 'number', meaning: 'the same seed gives the same files (default 1)' },
    'as-of': {
      type: 'string',
      value: 'YYYY-MM-DD',
      meaning: 'the day the files speak of (default 2026-10-30)',
    },
    only: { type: 'string', value: groups.join('|'), meaning: 'one group of files' },
    json,
  },
  async run(context, values) {
    const carriers = wholeNumber(values, 'carriers');
    if (carriers < 1 || carriers > MOST_CARRIERS) {
      throw new AppError('invalid', `carriers must be from 1 to ${MOST_CARRIERS}.`);
    }
    const asOf = text(values, 'as-of');
    if (asOf !== undefined && !isDay(asOf))
      throw new AppError('invalid', '--as-of must be a day such as 2026-10-30.');
    const only = groups.filter((group) => group === text(values, 'only'));
    if (values.only !== undefined && only.length === 0) {
      throw new AppError('invalid', `--only must be one of ${groups.join(', ')}.`);
    }
    const startedAt = performance.now();
    const show = process.stderr.isTTY === true && !values.json;
    const files = await generateCountry({
      carriers,
      seed: values.seed === undefined ? 1 : wholeNumber(values, 'seed'),
      folder: required(values, 'out'),
      asOf,
      only: only.length > 0 ? only : undefined,
      onProgress: (done, of) => show && process.stderr.write(`\r${Math.floor((100 * done) / of)} %`),
    });
    if (show) process.stderr.write('\r\x1b[K');
    const seconds = (performance.now() - startedAt) / 1_000;
    if (values.json) return context.printJson({ files, seconds });
    const rows = files.map(({ path, rows }) => [path, rows]);
    context.print(textTable(['file', 'rows'], rows));
    context.print(`All of it is synthetic. ${seconds.toFixed(1)} s.`);
  },
};

function isDay(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
}
