import { access, constants, mkdir, readFile, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { SECRET_FILES } from '../../config/secret-file.ts';
import type { Settings } from '../../config/settings.ts';
import { type Check, failed, type OfflineSubject, ok, type Result, warning } from './check.ts';

const MIN_OPEN_FILES = 4_096;
const MIN_FREE_BYTES = 2 ** 30;
const MIN_FREE_SHARE = 0.05;
/** What a child process that reads an image usually needs. */
const READER_BYTES = 600 * 2 ** 20;
/** Created by `start` in local mode. */
const PRIVATE_FILES = [...Object.values(SECRET_FILES), 'demo-credentials.json'];

export const machineChecks: Check<OfflineSubject>[] = [
  {
    name: 'versions',
    why: 'Milepost runs on Node 24.',
    fix: 'Install Node 24, or run npm ci without --omit=optional.',
    run: () => ok(`Node ${process.versions.node} on ${process.platform}-${process.arch}`),
  },
  {
    name: 'open files',
    why: 'Each request, delivery and database connection needs a file descriptor. At the limit, connections fail.',
    fix: 'Raise the limit: LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536.',
    run: checkOpenFiles,
  },
  {
    name: 'memory',
    why: 'The system kills processes when the memory is full, and images are read again and again.',
    fix: 'Lower RECOGNITION_THREADS or RECOGNITION_MEMORY_MB, or add memory.',
    run: ({ settings }) =>
      memoryResult(settings.recognition, Math.min(totalmem(), process.constrainedMemory() || totalmem())),
  },
  {
    name: 'data folder',
    why: 'Images are staged and generated secrets are stored there.',
    fix: 'Set DATA_DIR to a folder that this user can write to: install -d -m 0700 -o milepost -g milepost /var/lib/milepost',
    run: checkDataFolder,
  },
  {
    name: 'disk',
    why: 'When the disk is full, no image is accepted, and an embedded database stops.',
    fix: 'Free space in DATA_DIR, move it to a larger disk, or shorten the retention: milepost org retention.',
    async run({ settings: { dataDir } }) {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return diskResult(bavail * bsize, blocks * bsize);
    },
  },
  {
    name: 'secret files',
    why: 'Any user of this machine who can read SECRET_KEY can decrypt webhook secrets from a copy of the database.',
    fix: `Make them private: chmod 600 in DATA_DIR for ${PRIVATE_FILES.join(', ')}`,
    run: checkSecretFiles,
  },
];

async function checkOpenFiles(): Promise<Result> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => null);
  if (limits === null) return ok('not measured on this platform');
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1] ?? '';
  const isLow = soft !== 'unlimited' && Number(soft) < MIN_OPEN_FILES;
  return isLow
    ? warning(`this process may open ${soft} files; ${MIN_OPEN_FILES} are recommended`)
    : ok(`limit ${soft}`);
}

export function memoryResult(recognition: Settings['recognition'], totalBytes: number): Result {
  const { url, threads, memoryMb } = recognition;
  const total = `${(totalBytes / 2 ** 30).toFixed(1)} GiB`;
  if (url !== null) return ok(`${total}; images are read elsewhere`);
  if (threads * READER_BYTES > totalBytes)
    return failed(`${total}, but ${threads} recognition processes need about ${gib(threads * READER_BYTES)}`);
  if (threads * memoryMb * 2 ** 20 > totalBytes)
    return warning(
      `${total}, but ${threads} recognition processes may grow to ${gib(threads * memoryMb * 2 ** 20)}`,
    );
  return ok(`${total} for ${threads} recognition processes`);
}

export function diskResult(freeBytes: number, totalBytes: number): Result {
  const says = `${gib(freeBytes)} of ${gib(totalBytes)} free`;
  if (freeBytes < MIN_FREE_BYTES) return failed(says);
  return freeBytes < totalBytes * MIN_FREE_SHARE ? warning(says) : ok(says);
}

function gib(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

async function checkDataFolder({ settings: { dataDir } }: OfflineSubject): Promise<Result> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await access(dataDir, constants.W_OK);
  const { mode } = await stat(dataDir);
  return (mode & 0o002) !== 0
    ? failed(`every user of this machine may write to ${dataDir}`, `chmod o-w ${dataDir}`)
    : ok(dataDir);
}

async function checkSecretFiles({ settings: { dataDir } }: OfflineSubject): Promise<Result> {
  const open: string[] = [];
  for (const name of PRIVATE_FILES) {
    const file = await stat(join(dataDir, name)).catch(() => null);
    if (file && (file.mode & 0o077) !== 0) open.push(join(dataDir, name));
  }
  return open.length > 0
    ? failed(`other users may read ${open.join(', ')}`, `chmod 600 ${open.join(' ')}`)
    : ok('private');
}
