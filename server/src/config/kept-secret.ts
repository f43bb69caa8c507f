import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../lib/errors.ts';

/**
 * The setting, or a secret made once per data folder and kept there. Processes on one folder share it; on several
 * machines the setting must be given, or what one signs or seals is nothing to the others.
 */
export async function keptSecret(setting: string | null, dataDir: string, name: string): Promise<string> {
  if (setting !== null) return setting;
  const path = join(dataDir, name);
  const kept = await read(path);
  if (kept) return kept;
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  // `link` never replaces: of several processes that start together, one wins and all read its key.
  await link(draft, path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await unlink(draft);
  return (await read(path)) ?? '';
}

async function read(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}
