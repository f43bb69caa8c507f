import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openPool } from '../../../server/src/db/database.ts';
import { openEmbedded } from '../../../server/src/db/embedded/open-embedded.ts';
import { saveCarrierSnapshots } from '../../../server/src/domain/federal/derive/carrier-snapshots.ts';
import { identifyDataset } from '../../../server/src/domain/federal/files/identify-dataset.ts';
import { openSourceFiles } from '../../../server/src/domain/federal/files/source-file.ts';
import { loadFile } from '../../../server/src/domain/federal/import/load-file.ts';
import { migrateSchema } from '../../../server/src/domain/migrate-schema.ts';
import { isInput } from '../../../server/src/domain/safety/run/inputs.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { generateCountry } from '../../country/generate-country.ts';
import { temporaryFolder } from './service.ts';

export const AS_OF = '2026-10-30';

type EmbeddedDatabase = { folder: string; database: Database; url: string };

/** A migrated database on an embedded server. The server can read files in `folder`. */
export async function embeddedDatabase(cleanup: AsyncDisposableStack): Promise<EmbeddedDatabase> {
  const folder = await temporaryFolder(cleanup);
  await chmod(folder, 0o755);
  const embedded = await openEmbedded(folder, createLog('error'));
  cleanup.defer(() => embedded.release());
  const database = openPool(embedded.connection, 10, createLog('error'));
  cleanup.defer(() => database.close());
  await migrateSchema(database);
  const { user, password, host, database: name } = embedded.connection;
  const parameters = { host: String(host), user: String(user), password: String(password) };
  return { folder, database, url: `postgres:///${name}?${new URLSearchParams(parameters)}` };
}

/** Imports the files that scores are computed from, without deriving observations. */
export async function importScoreInputs(
  { database, folder }: EmbeddedDatabase,
  carriers: number,
): Promise<void> {
  const files = join(folder, 'files');
  await generateCountry({ carriers, seed: 1, folder: files, asOf: AS_OF, only: ['registry', 'sms'] });
  for (const name of (await readdir(files)).sort()) {
    const [source] = await openSourceFiles(join(files, name));
    const found = source && (await identifyDataset(source));
    if (found && isInput(found.dataset.name))
      await loadFile(database, source, found, {
        rejectFolder: folder,
        force: true,
        asOf: AS_OF,
        clock: systemClock,
        derivations: [saveCarrierSnapshots],
        onProgress: () => undefined,
      });
    await rm(join(files, name));
  }
  await database.pool.query('vacuum analyze');
}
