import { publicOnly, publicOrLoopback } from '../../adapters/outbound/address-policy.ts';
import { createOutbound } from '../../adapters/outbound/create-outbound.ts';
import type { Dataset } from '../../domain/federal/dataset.ts';
import { download } from '../../domain/federal/download/download.ts';
import type { Context } from '../command.ts';

/** Fetches datasets from the portal, one after another, and returns the files. */
export async function downloadFiles(context: Context, datasets: Dataset[]): Promise<string[]> {
  const { settings } = context;
  const allows = settings.mode === 'local' ? publicOrLoopback : publicOnly;
  const client = createOutbound({ allows, userAgent: 'Milepost', connectTimeoutMs: 10_000 });
  const portal = { client, baseUrl: settings.federal.portalUrl, appToken: settings.federal.appToken };
  const number = (rows: number) => rows.toLocaleString('en');
  try {
    const files: string[] = [];
    for (const dataset of datasets) {
      const onPage = (rows: number) =>
        void process.stderr.write(`  ${number(rows)} rows of ${dataset.title}\n`);
      const got = await download(portal, dataset, { dataDir: settings.dataDir, onPage });
      const word = got.isNew ? 'fetched' : 'not changed since the last download';
      process.stderr.write(`${dataset.title}: ${number(got.rows)} rows, ${word}.\n`);
      files.push(got.path);
    }
    return files;
  } finally {
    await client.close();
  }
}
