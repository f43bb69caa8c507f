import { chmodSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPool } from '../../../server/src/db/database.ts';
import { openEmbedded } from '../../../server/src/db/embedded/open-embedded.ts';
import { migrate } from '../../../server/src/db/migrate.ts';
import { loadFile } from '../../../server/src/domain/federal/load-file.ts';
import { recognise } from '../../../server/src/domain/federal/recognise.ts';
import { keepSnapshots } from '../../../server/src/domain/federal/snapshots.ts';
import { openSources } from '../../../server/src/domain/federal/source.ts';
import { isInput } from '../../../server/src/domain/safety/run/inputs.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { generateCountry } from '../../country/generate-country.ts';

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
    await migrate(database);
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
    const [source] = await openSources(join(files, name));
    const found = source && (await recognise(source));
    if (found && isInput(found.dataset.name))
      await loadFile(database, source, found, {
        rejectFolder: folder,
        force: true,
        asOf: AS_OF,
        clock: systemClock,
        derivations: [keepSnapshots],
        onProgress: () => undefined,
      });
    await rm(join(files, name));
  }
  await database.pool.query('vacuum analyze');
}
