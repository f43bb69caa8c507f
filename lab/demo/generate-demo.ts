/** npm run generate:demo: writes server/demo-data, the data of the demo. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { openPool } from '../../server/src/db/database.ts';
import { DEMO_DATA, DEMO_FILE, DEMO_IMAGES, writeDemoText } from '../../server/src/demo/demo-file.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { buildDemo } from './build-demo.ts';
import { sha256Of } from './build-sightings.ts';
import { drawReadable } from './draw-readable.ts';

const drawn = await drawReadable();
const files = drawn.map(({ read, image }) => ({ ...read, sha256: sha256Of(image) }));
const cluster = await startTestCluster();
const database = openPool({ ...cluster.connection, database: TEMPLATE }, 6, silent);
const { header, tables } = await buildDemo(database, files).finally(async () => {
  await database.close();
  await cluster.stop();
});

rmSync(DEMO_DATA, { recursive: true, force: true });
mkdirSync(DEMO_IMAGES, { recursive: true });
const text = Buffer.from(writeDemoText(header, tables));
writeFileSync(
  DEMO_FILE,
  brotliCompressSync(text, {
    params: {
      // The highest quality takes minutes and saves a tenth.
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  }),
);
for (const { read, image } of drawn) writeFileSync(join(DEMO_IMAGES, read.name), image);
for (const { name, rows } of tables) console.log(`${name}: ${rows.split('\n').length} rows`);
