/** npm run generate:demo: writes server/demo-data, the data of the demo. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import { demoCountryFiles, drawDemoImages } from './demo-data.ts';

const folder = join(import.meta.dirname, '../../server/demo-data');
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'images'), { recursive: true });

const country = Buffer.from(JSON.stringify(await demoCountryFiles()));
const compressed = brotliCompressSync(country, {
  params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
});
writeFileSync(join(folder, 'country.json.br'), compressed);
writeFileSync(join(folder, 'wordmarks.json'), `${JSON.stringify(inventedWordmarks, null, 2)}\n`);
for (const [name, { image }] of Object.entries(await drawDemoImages()))
  writeFileSync(join(folder, 'images', name), image);
