import { chmodSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPool } from '../../src/db/database.ts';
import { openEmbedded } from '../../src/db/embedded/open-embedded.ts';
import { loadFile } from '../../src/domain/federal/import/load-file.ts';
import { identifyDataset } from '../../src/domain/federal/files/identify-dataset.ts';
import { saveCarrierSnapshots } from '../../src/domain/federal/derive/carrier-snapshots.ts';
import { openSourceFiles } from '../../src/domain/federal/files/source-file.ts';
import { generateCountry } from '../../src/domain/generate/generate-country.ts';
import { migrateSchema } from '../../src/domain/migrate-schema.ts';
import { isInput } from '../../src/domain/safety/run/inputs.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';

export const AS_OF = '2026-10-30';

export type ScoreGround = { folder: string; database: Database; url: string };

/** A synthetic country in the tables of an embedded server of its own, as durable as in production. */
export async function onScoreGround<T>(
  carriers: number,
  work: (ground: ScoreGround) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await openEmbedded(folder, createLog('error'));
  const database = openPool(embedded.connection, 10, createLog('error'));
  const { user, password, host, database: name } = embedded.connection;
  const parameters = new URLSearchParams({
    host: String(host),
    user: String(user),
    password: String(password),
  });
  try {
    await migrateSchema(database);
    await load(database, folder, carriers);
    return await work({ folder, database, url: `postgres:///${name}?${parameters}` });
  } finally {
    await database.close();
    await embedded.release();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only what scores are made of, and without the observations that an import derives. */
async function load(database: Database, folder: string, carriers: number): Promise<void> {
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
