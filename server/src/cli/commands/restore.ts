import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { SECRET_FILES, storeSecret } from '../../config/secret-file.ts';
import { type BackupStore, fileOf } from '../../domain/backup/backup-store.ts';
import type { Manifest } from '../../domain/backup/manifest.ts';
import { restoreBackup } from '../../domain/backup/restore-backup.ts';
import type { RestoreProgress } from '../../domain/backup/restore-tables.ts';
import { differingSecrets, type Secret } from '../../domain/backup/secrets.ts';
import { closing } from '../../lib/async/closing.ts';
import { currentSecrets, jobsOption, progressLines, withBackupStore } from '../backup-place.ts';
import type { Command, Context } from '../command.ts';
import { counted, formatBytes, formatCount } from '../format.ts';
import { flag, json, option, text } from '../options.ts';
import { openForCommand } from '../with-database.ts';

export const restore: Command = {
  name: 'restore',
  audit: { none: 'The database has no audit log before it is restored.' },
  summary: 'Restore a backup into an empty database and an empty blob store',
  operands: '[folder or s3://key:secret@host/bucket/prefix]',
  options: {
    backup: option('id', 'the backup to restore (default: the newest)'),
    replace: flag('delete everything in the database first'),
    jobs: option('number', 'tables to fill at the same time (default: cores, at most 4)'),
    json,
  },
  async run(context, values, [place]) {
    const { settings, log } = context;
    await withBackupStore(settings, place, { readOnly: true }, async (store) => {
      await using opened = await openForCommand(context);
      await using blobs = closing(await openBlobs(settings.blobs, settings.dataDir));
      const say = progressLines(context.stderr);
      const backupId = text(values, 'backup');
      const { manifest, ...result } = await restoreBackup({
        database: opened.database,
        blobs,
        store,
        ...(backupId === undefined ? {} : { backupId }),
        replace: values.replace === true,
        jobs: jobsOption(values),
        onProgress: (progress) => say(describe(progress)),
      });
      const differing = await restoreSecrets(context, store, manifest);
      const summary = {
        backup_id: manifest.id,
        tables: manifest.tables.length,
        rows: result.rows,
        raw_bytes: result.rawBytes,
        images_copied: result.blobsCopied,
        migrations: result.migrations,
        unknown_tables: result.unknownTables,
        distributed: result.distributed,
        differing_secrets: differing,
        seconds: Number(result.seconds.toFixed(1)),
      };
      log.info({ ...summary, from: store.where }, 'restore finished');
      if (values.json) return context.printJson(summary);
      context.print(
        `Restored backup ${manifest.id}: ${counted(result.rows, 'row')} of ${counted(summary.tables, 'table')} (${formatBytes(result.rawBytes)}) and ${counted(result.blobsCopied, 'image')} in ${summary.seconds} s. All counts and hashes match.`,
      );
      if (result.migrations.length > 0) context.print(`Applied ${result.migrations.join(', ')}.`);
      if (result.distributed.length > 0)
        context.print(`Distributed again over the nodes: ${result.distributed.join(', ')}.`);
      if (result.unknownTables.length > 0)
        context.printError(
          `Restored without constraints, because no migration creates them: ${result.unknownTables.join(', ')}.`,
        );
      for (const name of differing)
        context.printError(`${name} is not the one at the time of the backup. See docs/backup.md.`);
    });
  },
};

function describe(progress: RestoreProgress): string {
  if (progress.phase === 'finishing') return 'building the remaining indexes and constraints';
  if (progress.phase === 'blobs')
    return `${formatCount(progress.done)} of ${counted(progress.total, 'image')}`;
  const { done, total, rawBytes, totalRawBytes } = progress;
  return `${done} of ${total} tables, ${formatBytes(rawBytes)} of ${formatBytes(totalRawBytes)}`;
}

/** Stores the secrets of the backup where none exist yet. Returns the names of those that differ. */
async function restoreSecrets(
  { settings }: Context,
  store: BackupStore,
  manifest: Manifest,
): Promise<string[]> {
  const present = await currentSecrets(settings);
  if (manifest.has_secrets) {
    const bytes = await store.read(fileOf(manifest.id, 'secrets.json'));
    const secrets = bytes === null ? [] : (JSON.parse(bytes.toString()) as Secret[]);
    for (const { name, value } of secrets)
      if (!present.some((one) => one.name === name))
        await storeSecret(settings.dataDir, SECRET_FILES[name as keyof typeof SECRET_FILES], value);
  }
  return differingSecrets(manifest, await currentSecrets(settings));
}
