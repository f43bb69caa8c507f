import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import type { BackupStore } from '../../domain/backup/backup-store.ts';
import { type BackupProgress, type BackupResult, createBackup } from '../../domain/backup/create-backup.ts';
import type { Manifest } from '../../domain/backup/manifest.ts';
import { listBackups } from '../../domain/backup/old-backups.ts';
import { verifyBackup } from '../../domain/backup/verify-backup.ts';
import { closing } from '../../lib/async/closing.ts';
import { systemClock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { VERSION } from '../../lib/version.ts';
import { currentSecrets, jobsOption, progressLines, withBackupStore } from '../backup-place.ts';
import type { Command, Context, Values } from '../command.ts';
import { counted, formatBytes, formatCount } from '../format.ts';
import { giveWay, LOW } from '../give-way.ts';
import { flag, json, option, text, wholeNumber } from '../options.ts';
import { openForCommand, recordCommand } from '../with-database.ts';

export const backup: Command = {
  name: 'backup',
  audit: { action: 'backup.create' },
  summary: 'Back up the database and the images while the service runs; verify or list backups',
  operands: '[folder or s3://key:secret@host/bucket/prefix]',
  options: {
    keep: option('number', 'then remove all but the newest backups of this database'),
    'with-secrets': flag('store SECRET_KEY and LINK_SECRET in the backup, too'),
    jobs: option('number', 'tables to copy at the same time (default: cores, at most 4)'),
    verify: flag('read a backup again and check all its checksums and counts'),
    backup: option('id', 'with --verify: the backup to verify (default: the newest)'),
    list: flag('list the backups'),
    json,
  },
  async run(context, values, [place]) {
    const readOnly = values.list === true || values.verify === true;
    await withBackupStore(context.settings, place, { readOnly }, async (store) => {
      if (values.list) return printList(context, store, values);
      if (values.verify) return verify(context, store, values);
      return create(context, store, values);
    });
  },
};

async function create(context: Context, store: BackupStore, values: Values): Promise<void> {
  const { settings, log } = context;
  const keep = values.keep === undefined ? null : wholeNumber(values, 'keep');
  if (keep === 0) throw new AppError('invalid', '--keep must be at least 1.');
  await using opened = await openForCommand(context);
  await using blobs = closing(await openBlobs(settings.blobs, settings.dataDir));
  const say = progressLines(context.stderr);
  const { database } = opened;
  const secrets = await currentSecrets(settings);
  const run = () =>
    createBackup({
      database,
      blobs,
      store,
      clock: systemClock,
      version: VERSION,
      secrets,
      withSecrets: values['with-secrets'] === true,
      keep,
      jobs: jobsOption(values),
      onProgress: (progress) => {
        if (progress.phase === 'waiting')
          context.printError('Waiting for an import or another backup to finish.');
        else say(describe(progress));
      },
      // While a backup runs, no files are deleted and no import can swap its tables.
      ...(settings.database.url === null ? { giveWay: (pid: number) => giveWay(pid, LOW) } : {}),
    });
  const result = await recordCommand(context, database, run);
  const summary = summaryOf(result);
  log.info({ ...summary, to: store.where }, 'backup finished');
  const lost = result.manifest.blobs.missing;
  if (lost.length > 0)
    log.warn({ images: lost.slice(0, 10) }, `${lost.length} images are not in the blob store`);
  if (values.json) return context.printJson(summary);
  context.print(
    `Backup ${summary.backup_id} in ${store.where}: ${counted(summary.rows, 'row')} of ${counted(summary.tables, 'table')} (${formatBytes(result.rawBytes)}), ${counted(summary.images, 'image')} (${formatCount(result.blobsCopied)} new); ${formatBytes(result.storedBytes)} written in ${summary.seconds} s.`,
  );
  if (lost.length > 0)
    context.printError(
      `${lost.length} images were already missing or damaged in ${blobs.where}. They are not in the backup.`,
    );
  if (result.pruned.backups.length > 0)
    context.print(`Removed ${result.pruned.backups.length} older backups and ${result.pruned.blobs} images.`);
}

function describe(progress: Exclude<BackupProgress, { phase: 'waiting' }>): string {
  return progress.phase === 'tables'
    ? `${progress.done} of ${progress.total} tables, ${formatBytes(progress.rawBytes)}`
    : `${counted(progress.done, 'image')} copied, ${formatBytes(progress.bytes)}`;
}

function summaryOf({ manifest, ...result }: BackupResult) {
  return {
    backup_id: manifest.id,
    tables: manifest.tables.length,
    rows: result.rows,
    raw_bytes: result.rawBytes,
    written_bytes: result.storedBytes,
    images: manifest.blobs.rows,
    images_copied: result.blobsCopied,
    images_missing: manifest.blobs.missing.length,
    removed_backups: result.pruned.backups,
    seconds: Number(manifest.seconds.toFixed(1)),
  };
}

async function verify(context: Context, store: BackupStore, values: Values): Promise<void> {
  const say = progressLines(context.stderr);
  const result = await verifyBackup(store, text(values, 'backup'), (files, blobs) =>
    say(`${counted(files, 'file')}, ${counted(blobs, 'image')}`),
  );
  const { manifest, problems, files, rows, blobs } = result;
  if (problems.length > 0) context.fail();
  context.log.info(
    { backup_id: manifest.id, files, rows, images: blobs, problems: problems.length },
    'backup verified',
  );
  if (values.json) return context.printJson({ backup_id: manifest.id, files, rows, images: blobs, problems });
  for (const problem of problems) context.printError(problem);
  context.print(
    problems.length === 0
      ? `Backup ${manifest.id} is intact: ${counted(rows, 'row')} in ${counted(files, 'file')}, ${counted(blobs, 'image')}.`
      : `Backup ${manifest.id} is damaged: ${problems.length} problems. Use another backup.`,
  );
}

async function printList(context: Context, store: BackupStore, values: Values): Promise<void> {
  const { backups, incomplete } = await listBackups(store);
  if (values.json) return context.printJson({ backups: backups.map(listed), incomplete });
  const rows = backups
    .map(listed)
    .map((one) => [
      one.backup_id,
      one.created_at,
      one.milepost_version,
      one.tables,
      one.rows,
      one.images,
      formatBytes(one.bytes),
    ]);
  context.print(textTable(['backup', 'created', 'version', 'tables', 'rows', 'images', 'size'], rows));
  if (incomplete.length > 0) context.print(`Incomplete, not usable: ${incomplete.join(', ')}`);
}

function listed({ id, created_at, milepost_version, tables, blobs }: Manifest) {
  const parts = tables.flatMap((table) => table.parts);
  return {
    backup_id: id,
    created_at,
    milepost_version,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    images: blobs.rows,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) + blobs.total_bytes,
  };
}
