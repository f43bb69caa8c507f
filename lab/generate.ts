/** npm run generate:country -- --carriers 300 --images 50 --out country */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayOf } from '../server/src/demo/day-formats.ts';
import { textTable } from '../server/src/lib/text-table.ts';
import { DEFAULT_AS_OF } from './country/country.ts';
import { generateCountry, groups } from './country/generate-country.ts';
import { writeImages } from './scenes/write-images.ts';

const USAGE = `Writes a synthetic country in the formats of the federal files, images of its trucks, or both.

  --carriers <number>   carriers of the country
  --images <number>     roadside images, with their labels in truth.json
  --out <folder>        output folder (required); with --carriers, images go to its subfolder images
  --seed <number>       the same seed gives the same files (default 1)
  --as-of <YYYY-MM-DD>  as-of day of the files (default ${DEFAULT_AS_OF})
  --only <group>        one group of files: ${groups.join(', ')}
`;
const MAX_CARRIERS = 4_900_000;
const MAX_IMAGES = 100_000;

try {
  await run();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { carriers, images, folder, seed, asOf, only } = readOptions();
  const startedAt = performance.now();
  if (carriers > 0) {
    const files = await generateCountry({ carriers, seed, folder, asOf, only, onProgress });
    const rows = files.map(({ path, rows }) => [path, rows]);
    console.log(textTable(['file', 'rows'], rows));
  }
  if (images > 0) {
    const country = carriers > 0 ? { seed, carriers, asOfDay: dayOf(asOf) } : undefined;
    const imageFolder = country ? join(folder, 'images') : folder;
    await writeImages({ count: images, seed, folder: imageFolder, country, onProgress });
    console.log(`${images} images and truth.json in ${imageFolder}`);
  }
  console.log(`All of this data is synthetic. ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      carriers: { type: 'string' },
      images: { type: 'string' },
      out: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'as-of': { type: 'string', default: DEFAULT_AS_OF },
      only: { type: 'string' },
    },
  });
  if (values.out === undefined) throw new Error('--out is required.');
  if (values.carriers === undefined && values.images === undefined)
    throw new Error('Specify --carriers, --images or both.');
  const asOf = values['as-of'];
  if (!/^\d{4}-\d\d-\d\d$/.test(asOf) || Number.isNaN(Date.parse(asOf)))
    throw new Error(`--as-of must be a day such as ${DEFAULT_AS_OF}.`);
  const group = groups.find((name) => name === values.only);
  if (values.only !== undefined && !group) throw new Error(`--only must be one of ${groups.join(', ')}.`);
  return {
    carriers: values.carriers === undefined ? 0 : integer('carriers', values.carriers, 1, MAX_CARRIERS),
    images: values.images === undefined ? 0 : integer('images', values.images, 1, MAX_IMAGES),
    seed: integer('seed', values.seed, 0, 999_999_999),
    folder: values.out,
    asOf,
    only: group && [group],
  };
}

function integer(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`--${name} must be from ${min} to ${max}.`);
}

function onProgress(done: number, of: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(done < of ? `\r${Math.floor((100 * done) / of)} %` : '\r\x1b[K');
}
