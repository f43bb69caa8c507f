import { mapConcurrent } from '../../lib/async/map-concurrent.ts';
import { Watchdog } from '../../lib/async/watchdog.ts';
import { AppError, messageOf } from '../../lib/errors.ts';
import type { BackupStore } from './backup-store.ts';
import { isIntact, parseBlobs } from './copy-blobs.ts';
import { type CopiedRows, findManifest, type Manifest } from './manifest.ts';
import { readPart } from './parts.ts';
import { RowHash } from './row-hash.ts';

type Verified = { manifest: Manifest; files: number; rows: number; blobs: number; problems: string[] };

const IDLE_MS = 15 * 60_000;
const PARTS_AT_ONCE = 4;
const BLOBS_AT_ONCE = 8;

/** Reads everything again: checksums of all files, numbers and hashes of all rows, and the bytes of all images. */
export async function verifyBackup(
  store: BackupStore,
  backupId: string | undefined,
  onProgress: (files: number, blobs: number) => void,
): Promise<Verified> {
  const manifest = await findManifest(store, backupId);
  const watchdog = new Watchdog(IDLE_MS, 'The verification');
  const result: Verified = { manifest, files: 0, rows: 0, blobs: 0, problems: [] };
  const step = () => {
    watchdog.touch();
    onProgress(result.files, result.blobs);
  };
  try {
    await Promise.race([verify(store, manifest, result, step), watchdog.expired]);
    return result;
  } finally {
    watchdog.stop();
  }
}

async function verify(
  store: BackupStore,
  manifest: Manifest,
  result: Verified,
  step: () => void,
): Promise<void> {
  for (const table of manifest.tables)
    result.rows += (await verifyRows(store, table.name, table, result, step)) ?? 0;
  const listed = await verifyRows(store, 'the list of images', manifest.blobs, result, step);
  // Without its list, no image can be verified.
  if (listed === null) return;
  const missing = new Set(manifest.blobs.missing);
  for (const part of manifest.blobs.parts) {
    const blobs = parseBlobs(await readPart(store, part)).filter(({ key }) => !missing.has(key));
    await mapConcurrent(BLOBS_AT_ONCE, blobs, async ({ key }) => {
      if (!(await isIntact(store.blobs, key))) result.problems.push(`image ${key} is missing or damaged`);
      result.blobs++;
      step();
    });
  }
}

/** The number of rows; null when a file cannot be read, because then the rows cannot be compared. */
async function verifyRows(
  store: BackupStore,
  name: string,
  { rows, hash, parts }: CopiedRows,
  result: Verified,
  step: () => void,
): Promise<number | null> {
  const before = result.problems.length;
  const seen = new RowHash();
  await mapConcurrent(PARTS_AT_ONCE, parts, async (part) => {
    try {
      seen.addLines(await readPart(store, part));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.problems.push(messageOf(error));
    }
    result.files++;
    step();
  });
  if (result.problems.length > before) return null;
  if (seen.rows !== rows || (rows > 0 && seen.digest() !== hash))
    result.problems.push(
      `${name} has ${seen.rows} rows (hash ${seen.digest()}) instead of ${rows} (hash ${hash})`,
    );
  return seen.rows;
}
