import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../lib/errors.ts';

/**
 * Returns the setting, or a secret that is generated once and stored in the data folder. Services on several machines
 * must be given the setting, because each data folder has its own secret.
 */
export async function loadSecret(setting: string | null, dataDir: string, name: string): Promise<string> {
  if (setting !== null) return setting;
  const path = join(dataDir, name);
  const stored = await read(path);
  if (stored) return stored;
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  // `link` never replaces a file: if several processes start at once, all of them read the same secret.
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
