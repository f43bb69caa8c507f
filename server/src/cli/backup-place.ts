import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { openBackupStore } from '../adapters/backup/open-backup-store.ts';
import { type BlobLocation, blobLocation } from '../config/blob-location.ts';
import { findSecret, SECRET_FILES } from '../config/secret-file.ts';
import type { Settings } from '../config/settings.ts';
import type { BackupStore } from '../domain/backup/backup-store.ts';
import type { Secret } from '../domain/backup/secrets.ts';
import { closing } from '../lib/async/closing.ts';
import { AppError, messageOf } from '../lib/errors.ts';
import type { Output, Values } from './command.ts';
import { required, wholeNumber } from './options.ts';

const LINE_MS = 5_000;
const MAX_JOBS = 16;

/** Opens the store that the operand names, or BACKUP_URL. */
export async function withBackupStore<T>(
  { backups, dataDir }: Settings,
  operand: string | undefined,
  { readOnly }: { readOnly: boolean },
  work: (store: BackupStore) => Promise<T>,
): Promise<T> {
  const location = operand === undefined ? backups : locationOf(operand, dataDir);
  if (location === null)
    throw new AppError('invalid', 'Specify a folder or an s3:// URL, or set BACKUP_URL.');
  if (readOnly && location.kind === 'files' && !existsSync(location.root))
    throw new AppError('operator', `The folder ${location.root} does not exist.`);
  await using store = closing(await openBackupStore(location, dataDir, { readOnly }));
  return await work(store);
}

function locationOf(operand: string, dataDir: string): BlobLocation {
  if (!/^[a-z0-9]+:\/\//i.test(operand)) return { kind: 'files', root: resolve(operand) };
  try {
    return blobLocation(operand, dataDir);
  } catch (error) {
    throw new AppError('invalid', `The place of the backups must be a folder, ${messageOf(error)}.`);
  }
}

/** The secrets that the data depends on. A file that does not exist yet is left out. */
export async function currentSecrets({ webhooks, images, dataDir }: Settings): Promise<Secret[]> {
  const given = { SECRET_KEY: webhooks.secretKeys, LINK_SECRET: images.linkSecrets };
  const secrets: Secret[] = [];
  for (const name of Object.keys(SECRET_FILES) as (keyof typeof SECRET_FILES)[]) {
    const value = await findSecret(given[name], dataDir, SECRET_FILES[name]);
    if (value !== null) secrets.push({ name, value });
  }
  return secrets;
}

export function jobsOption(values: Values): number {
  if (required(values, 'jobs') === '') return Math.min(4, availableParallelism());
  const jobs = wholeNumber(values, 'jobs');
  if (jobs < 1 || jobs > MAX_JOBS) throw new AppError('invalid', `--jobs must be from 1 to ${MAX_JOBS}.`);
  return jobs;
}

/** Writes at most one line every 5 seconds. */
export function progressLines(output: Output): (line: string) => void {
  let writtenAt = performance.now();
  return (line) => {
    if (performance.now() - writtenAt < LINE_MS) return;
    writtenAt = performance.now();
    output.write(`  ${line}\n`);
  };
}
