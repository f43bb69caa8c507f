import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateCountry } from '../country/generate-country.ts';
import { absolute, atFullSize, type Bench } from './support/bench.ts';
import { AS_OF, embeddedDatabase } from './support/embedded.ts';
import { runMilepost } from './support/run-milepost.ts';

/** About 8.5 million inspections with 13 million units, computed from 20,000 carriers. */
const NATIONAL_CARRIERS = 3_200_000;

type Load = { dataset: string; rows_kept: number; seconds: number };

/** As in an import of the folder: units before inspections, so that each inspection is derived once. */
const ORDER = ['inspections-per-unit', 'inspection-violations', 'vehicle-inspection'];
const orderOf = (path: string) => ORDER.findIndex((name) => path.includes(name));

export const bench: Bench = {
  about:
    'milepost import of the daily inspection files of a synthetic country, one after the other (--sizes: carriers; national size: 3.2 million; --quick: 20,000), with observations and their counts',
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    const [carriers = quick ? 20_000 : NATIONAL_CARRIERS] = sizes ?? [];
    const { folder, url } = await embeddedDatabase(cleanup);
    const files = join(folder, 'files');
    const written = await generateCountry({ carriers, seed: 1, folder: files, asOf: AS_OF, only: ['daily'] });
    const env = { DATABASE_URL: url, DATA_DIR: folder };
    const loads: Load[] = [];
    let peakMb = 0;
    for (const { path } of written.toSorted((a, b) => orderOf(a.path) - orderOf(b.path))) {
      const { output, peakMb: peak } = await runMilepost(['import', path, '--force', '--json'], env);
      loads.push(...(JSON.parse(output).loads as Load[]));
      peakMb = Math.max(peakMb, peak);
      // At national size the files have 4 GB and the database 17 GB.
      await rm(path);
    }
    const total = { rows: 0, seconds: 0 };
    const ratios = loads.map(({ dataset, rows_kept: rows, seconds }) => {
      total.rows += rows;
      total.seconds += seconds;
      return absolute(
        `${dataset}, ${rows.toLocaleString('en')} rows`,
        rows / seconds,
        'rows/s',
        null,
        'higher',
      );
    });
    const memory = absolute('peak memory of the import', peakMb, 'MB', 300);
    return [
      ...ratios,
      absolute(`all ${total.rows.toLocaleString('en')} rows`, total.seconds, 's', null),
      carriers < NATIONAL_CARRIERS ? atFullSize(memory) : memory,
    ];
  },
};
