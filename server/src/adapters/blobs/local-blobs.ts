import { open, opendir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { BLOB_KEY, type BlobStore, type Staging } from '../../domain/images/blob-store.ts';
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

/** Files named by their hash in 256 folders under `root`. Staging is on the same disk, so storing is a rename. */
export async function openLocalBlobs(root: string, { readOnly = false } = {}): Promise<BlobStore> {
  const folders = new Map<string, DurableFolder>();
  const folderOf = (prefix: string) => {
    const known = folders.get(prefix) ?? new DurableFolder(join(root, prefix));
    folders.set(prefix, known);
    return known;
  };
  const pathOf = (key: string) => {
    if (!BLOB_KEY.test(key)) throw new Error(`not a blob key: ${key}`);
    return join(root, key.slice(0, 2), key);
  };
  if (!readOnly) await new DurableFolder(root).ready().then((handle) => handle.close());
  const staging = readOnly ? NO_STAGING : await openStaging(join(root, 'incoming'));
  return {
    where: `files under ${root}`,
    staging,
    async put(key, file) {
      const path = pathOf(key);
      const folder = folderOf(key.slice(0, 2));
      await Promise.all([file.sync(), folder.ready()]);
      await rename(file.path, path);
      file.release();
      await folder.sync();
    },
    async open(key) {
      const handle = await open(pathOf(key), 'r').catch(missing);
      if (handle === null) return null;
      const { size } = await handle.stat();
      return { size, stream: handle.createReadStream() };
    },
    async has(key) {
      return (await stat(pathOf(key)).catch(missing)) !== null;
    },
    async delete(key) {
      await unlink(pathOf(key)).catch(missing);
    },
    async *list(prefix) {
      const folder = await opendir(join(root, prefix)).catch(missing);
      if (folder === null) return;
      for await (const { name } of folder) {
        const found = BLOB_KEY.test(name) ? await stat(pathOf(name)).catch(missing) : null;
        if (found) yield { key: name, modifiedAt: found.mtime };
      }
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
