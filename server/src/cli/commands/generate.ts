import { join } from 'node:path';
import { DEFAULT_AS_OF } from '../../domain/generate/country.ts';
import { dayOf } from '../../domain/generate/days.ts';
import { generateCountry } from '../../domain/generate/generate-country.ts';
import { groups } from '../../domain/generate/write-files.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, dayOption, json, required, text, type Values, wholeNumber } from '../command.ts';

const MOST_CARRIERS = 4_900_000;
const MOST_PICTURES = 100_000;

export const generate: Command = {
  name: 'generate',
  summary: 'Write a synthetic country in the formats of the federal files, or pictures of its trucks',
  options: {
    carriers: { type: 'string', value: 'number', meaning: 'how many carriers the country has' },
    pictures: { type: 'string', value: 'number', meaning: 'how many roadside pictures, with truth.json' },
    out: { type: 'string', value: 'folder', meaning: 'where the files go', required: true },
    seed: { type: 'string', value: 'number', meaning: 'the same seed gives the same files (default 1)' },
    'as-of': {
      type: 'string',
      value: 'YYYY-MM-DD',
      meaning: `the day the files speak of (default ${DEFAULT_AS_OF})`,
    },
    only: { type: 'string', value: groups.join('|'), meaning: 'one group of files' },
    json,
  },
  async run(context, values) {
    const wanted = readOptions(values);
    const startedAt = performance.now();
    const show = context.stderr.isTTY === true && !values.json;
    const onProgress = (done: number, of: number) =>
      show && context.stderr.write(`\r${Math.floor((100 * done) / of)} %`);
    const files = wanted.carriers === 0 ? [] : await generateCountry({ ...wanted, onProgress });
    const pictures = await writePicturesOf(wanted, onProgress);
    if (show) context.stderr.write('\r\x1b[K');
    const seconds = (performance.now() - startedAt) / 1_000;
    if (values.json) return context.printJson({ files, pictures, seconds });
    if (files.length > 0)
      context.print(
        textTable(
          ['file', 'rows'],
          files.map(({ path, rows }) => [path, rows]),
        ),
      );
    if (pictures) context.print(`${pictures.count} pictures and truth.json in ${pictures.folder}`);
    context.print(`All of it is synthetic. ${seconds.toFixed(1)} s.`);
  },
};

type Wanted = ReturnType<typeof readOptions>;

function readOptions(values: Values) {
  const carriers = values.carriers === undefined ? 0 : wholeNumber(values, 'carriers');
  const pictures = values.pictures === undefined ? 0 : wholeNumber(values, 'pictures');
  if (values.carriers === undefined && values.pictures === undefined)
    throw new AppError('invalid', 'Say how much: --carriers, --pictures or both.');
  if (values.carriers !== undefined && (carriers < 1 || carriers > MOST_CARRIERS))
    throw new AppError('invalid', `carriers must be from 1 to ${MOST_CARRIERS}.`);
  if (values.pictures !== undefined && (pictures < 1 || pictures > MOST_PICTURES))
    throw new AppError('invalid', `pictures must be from 1 to ${MOST_PICTURES}.`);
  const asOf = dayOption(values, 'as-of');
  const only = groups.filter((group) => group === text(values, 'only'));
  if (values.only !== undefined && only.length === 0)
    throw new AppError('invalid', `--only must be one of ${groups.join(', ')}.`);
  const seed = values.seed === undefined ? 1 : wholeNumber(values, 'seed');
  const folder = required(values, 'out');
  return { carriers, pictures, asOf, only: only.length > 0 ? only : undefined, seed, folder };
}

/** Beside the files of a country its own trucks are drawn, in a folder of their own. */
async function writePicturesOf(
  { pictures, carriers, seed, asOf, folder }: Wanted,
  onProgress: (done: number, of: number) => void,
) {
  if (pictures === 0) return null;
  const country = carriers > 0 ? { seed, carriers, asOfDay: dayOf(asOf ?? DEFAULT_AS_OF) } : undefined;
  const into = country ? join(folder, 'pictures') : folder;
  // Loaded only here: what draws pictures is heavy, and every command reads this file.
  const { writePictures } = await import('../../domain/generate/scenes/write-pictures.ts');
  const drawn = await writePictures({ count: pictures, seed, folder: into, country, onProgress });
  return { count: drawn.length, folder: into };
}
