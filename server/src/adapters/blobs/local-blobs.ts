import { open, opendir, readdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  BLOB_DAY,
  BLOB_HASH,
  BLOB_KEY,
  BLOB_PERIOD,
  BLOB_PREFIX,
  type BlobStore,
  folderOfKey,
  type Staging,
} from '../../domain/images/blob-store.ts';
import { codeOf } from '../../lib/errors.ts';
import { DurableFolder } from './durable-folder.ts';
import { checkStaging, openStaging } from './staging.ts';

/** For a store on a disk that cannot be written to. */
const NO_STAGING: Staging = {
  create() {
    throw new Error('the blob store was opened for reading');
  },
  sweep: async () => 0,
  freeBytes: async () => 0,
  close: async () => undefined,
};

/** The folder has files, or there is none. The first two differ by system. */
const NOT_REMOVED = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);
/** A file of at most this size is read in one piece. */
const SMALL_BYTES = 1_048_576;
/** Open at once; there are more over the years. */
const MAX_FOLDERS = 600;

/**
 * Files named by their hash in folders under `root`: 256 for keys without a day, and one for each period and day. Staging is on
 * the same disk, so storing is a rename.
 */
export async function openLocalBlobs(root: string, { readOnly = false } = {}): Promise<BlobStore> {
  const folders = new Map<string, DurableFolder>();
  const folderOf = (name: string) => {
    const known = folders.get(name) ?? new DurableFolder(join(root, name));
    folders.delete(name);
    folders.set(name, known);
    const [oldest] = folders;
    if (oldest && folders.size > MAX_FOLDERS) void forget(oldest[0]);
    return known;
  };
  const forget = async (name: string) => {
    const folder = folders.get(name);
    folders.delete(name);
    await folder?.close();
  };
  const ready = async (name: string) => {
    const parent = dirname(name);
    if (parent !== '.') await folderOf(parent).ready();
    await folderOf(name).ready();
  };
  const pathOf = (key: string) => {
    if (!BLOB_KEY.test(key)) throw new Error(`not a blob key: ${key}`);
    return join(root, BLOB_HASH.test(key) ? join(key.slice(0, 2), key) : key);
  };
  if (!readOnly) await new DurableFolder(root).ready().then((handle) => handle.close());
  const staging = readOnly ? NO_STAGING : await openStaging(join(root, 'incoming'));
  return {
    where: `files under ${root}`,
    staging,
    async put(key, file) {
      const path = pathOf(key);
      const name = folderOfKey(key);
      await Promise.all([file.sync(), ready(name)]);
      await rename(file.path, path).catch(async (error) => {
        // The folder was deleted after it had been opened.
        if (codeOf(error) !== 'ENOENT') throw error;
        await forget(name);
        await ready(name);
        await rename(file.path, path);
      });
      file.release();
      await folderOf(name).sync();
    },
    async open(key) {
      const handle = await open(pathOf(key), 'r').catch(missing);
      if (handle === null) return null;
      const { size } = await handle.stat();
      // By default a stream reads 64 KB at a time, and needs one more read to find the end of the file.
      const whole = size > 0 && size <= SMALL_BYTES ? { end: size - 1, highWaterMark: size } : {};
      return { size, stream: handle.createReadStream(whole) };
    },
    async has(key) {
      return (await stat(pathOf(key)).catch(missing)) !== null;
    },
    async delete(key) {
      await unlink(pathOf(key)).catch(missing);
    },
    async *list(folder) {
      const opened = await opendir(join(root, folder)).catch(missing);
      if (opened === null) return;
      for await (const { name } of opened) {
        const key = BLOB_DAY.test(folder) ? `${folder}/${name}` : name;
        const found = BLOB_KEY.test(key) ? await stat(pathOf(key)).catch(missing) : null;
        if (found) yield { key, modifiedAt: found.mtime };
      }
    },
    async folders() {
      const namesIn = async (folder: string) => (await readdir(join(root, folder)).catch(missing)) ?? [];
      const names = await namesIn('');
      const days = names
        .filter((name) => BLOB_PERIOD.test(name))
        .map(async (period) => (await namesIn(period)).map((day) => `${period}/${day}`));
      const found = [...names, ...(await Promise.all(days)).flat()];
      return found.filter((name) => BLOB_PREFIX.test(name) || BLOB_DAY.test(name));
    },
    async removeFolder(folder) {
      if (!BLOB_DAY.test(folder)) throw new Error(`not a folder of a day: ${folder}`);
      await forget(folder);
      await rmdir(join(root, folder)).catch((error) => {
        if (!NOT_REMOVED.has(codeOf(error) ?? '')) throw error;
      });
    },
    link: async () => null,
    check: () => checkStaging(staging),
    async close() {
      for (const folder of folders.values()) await folder.close();
      await staging.close();
    },
  };
}

function missing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}
