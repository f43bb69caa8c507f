import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { messageOf, operatorError } from '../../lib/errors.ts';
import { LOCKS } from '../advisory-locks.ts';
import { type Binaries, exists, findBinaries, locatePackage } from './binaries.ts';
import { clusterOf, majorOf, SHARED_HOME } from './cluster.ts';
import { connectionTo, connectOrStart, stopServer } from './postmaster.ts';
import { canReach, ownerOf, type ServiceUser } from './service-user.ts';

type OldServer = {
  connection: pg.ClientConfig;
  version: string;
  /** Stops the server. */
  close(): Promise<void>;
};

type Versions = { cluster: string; installed: string };

/** The major versions of the database files in `dataDir` and of the installed server. Null without database files. */
export async function readVersions(dataDir: string): Promise<Versions | null> {
  const link = join(dataDir, 'postgres');
  if (!(await exists(link))) return null;
  const { version } = JSON.parse(await readFile(join(locatePackage(), 'package.json'), 'utf8'));
  return { cluster: await majorOf(await realpath(link)), installed: String(version).split('.')[0] ?? '' };
}

/** Starts the server of an older version on the database files in `dataDir`. Nobody else may be using them. */
export async function openOldServer(
  dataDir: string,
  binariesFolder: string,
  database: string,
): Promise<OldServer> {
  const dir = await realpath(join(dataDir, 'postgres'));
  const user = ownerOf(dir);
  const binaries = await findOldBinaries(
    binariesFolder,
    user,
    canReach(dataDir, user) ? dataDir : SHARED_HOME,
  );
  const major = await majorOf(dir);
  if (binaries.version.split('.')[0] !== major)
    throw operatorError(
      `${binariesFolder} has PostgreSQL ${binaries.version}, but the database was created by PostgreSQL ${major}.`,
    );
  const cluster = await clusterOf(dataDir, dir, binaries);
  const holder = await connectOrStart(cluster, join(dataDir, 'postgres.log'));
  holder.on('error', () => undefined);
  const { rows } = await holder.query('select pg_try_advisory_lock($1) as alone', [
    LOCKS.embeddedServerUsers,
  ]);
  if (!rows[0].alone) {
    await holder.end();
    throw operatorError('Milepost is using this database. Stop all its processes first.');
  }
  return {
    connection: connectionTo(cluster, database),
    version: binaries.version,
    async close() {
      await holder.end().catch(() => undefined);
      await stopServer(cluster);
    },
  };
}

/** A folder of the npm package, of an installation with a `bin` folder, or of the programs themselves. */
async function findOldBinaries(folder: string, user: ServiceUser | null, spare: string): Promise<Binaries> {
  if (await exists(join(folder, 'native/bin/postgres'))) return findBinaries(user, spare, folder);
  for (const bin of [join(folder, 'bin'), folder]) {
    const postgres = join(bin, 'postgres');
    if (!(await exists(postgres))) continue;
    if (!canReach(bin, user))
      throw operatorError(`The user that runs the database (${user?.name}) cannot enter ${bin}.`);
    return { postgres, initdb: join(bin, 'initdb'), version: await versionOf(postgres) };
  }
  throw operatorError(
    `There is no PostgreSQL server in ${folder}: expected bin/postgres or native/bin/postgres.`,
  );
}

async function versionOf(postgres: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version'], { timeout: 10_000 });
    return /(\d+\.\d+)/.exec(stdout)?.[1] ?? '';
  } catch (error) {
    throw operatorError(`${postgres} cannot be run: ${messageOf(error)}`, error);
  }
}
