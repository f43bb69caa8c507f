import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { StagedFile, Staging } from '../../domain/images/blob-store.ts';
import { isAlive } from '../../lib/is-alive.ts';

const WRITE_BYTES = 256 * 1024;
const CHECK_BYTES = 64 * 1024;
/** Longer than any ingest: an older folder of another machine is abandoned. */
const ABANDONED_MS = 3_600_000;

/** Each process has its own folder in `root`, named after it, so that the files of a killed process can be deleted. */
export async function openStaging(root: string): Promise<Staging> {
  const own = join(root, `${hostname()}~${process.pid}~${randomUUID()}`);
  await mkdir(own, { recursive: true, mode: 0o700 });
  const staging: Staging = {
    create() {
      const path = join(own, randomUUID());
      return stagedFile(path, open(path, 'wx', 0o600));
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(own);
      return bavail * bsize;
    },
    sweep: () => sweep(root, own),
    close: () => rm(own, { recursive: true, force: true }),
  };
  await staging.sweep();
  return staging;
}

/** Writes a file and deletes it. The sync reports a full disk that the write does not. */
export async function checkStaging(staging: Staging): Promise<void> {
  const file = staging.create();
  try {
    await file.append(Buffer.alloc(CHECK_BYTES, 1));
    await file.sync();
  } finally {
    await file.discard();
  }
}

function stagedFile(path: string, opening: Promise<FileHandle>): StagedFile {
  // The first write reports the error.
  opening.catch(() => undefined);
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let size = 0;
  let synced: Promise<void> | null = null;
  let gone: Promise<unknown> | null = null;

  async function flush(): Promise<void> {
    const handle = await opening;
    if (pendingBytes === 0) return;
    const chunks = pending;
    const bytes = pendingBytes;
    pending = [];
    pendingBytes = 0;
    const { bytesWritten } = await handle.writev(chunks);
    if (bytesWritten !== bytes) await handle.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
  }
  async function sync(): Promise<void> {
    await flush();
    await (await opening).datasync();
  }
  return {
    path,
    get size() {
      return size;
    },
    async append(chunk) {
      pending.push(chunk);
      pendingBytes += chunk.length;
      size += chunk.length;
      if (pendingBytes >= WRITE_BYTES) await flush();
    },
    flush,
    sync() {
      synced ??= sync();
      return synced;
    },
    release() {
      // The bytes are durable already, so there is no need to wait.
      gone ??= opening.then((handle) => handle.close()).catch(() => undefined);
    },
    async discard() {
      gone ??= opening
        .then(
          (handle) => handle.close(),
          () => undefined,
        )
        .finally(() => rm(path, { force: true }));
      await gone;
    },
  };
}

async function sweep(root: string, own: string): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    if (folder === own || !(await isAbandoned(name, folder))) continue;
    removed += (await readdir(folder).catch(() => [])).length;
    await rm(folder, { recursive: true, force: true });
  }
  return removed;
}

async function isAbandoned(name: string, folder: string): Promise<boolean> {
  const [host, pid] = name.split('~');
  // A folder with the pid of this process belongs to an earlier process with the same pid.
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid));
  const age = await stat(folder).catch(() => null);
  return age !== null && Date.now() - age.mtimeMs > ABANDONED_MS;
}
