import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../lib/errors.ts';

/**
 * Returns the setting, or a secret that is generated once and stored in the data folder. Services on several machines
 * must be given the setting, because each data folder has its own secret.
 */
export async function loadSecret(
  setting: string | null,
  dataDir: string,
  name: string,
  generated = randomBytes(32).toString('base64url'),
): Promise<string> {
  if (setting !== null) return setting;
  const path = join(dataDir, name);
  const stored = await read(path);
  if (stored) return stored;
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, generated, { mode: 0o600, flush: true });
  // `link` never replaces a file: if several processes start at once, all of them read the same secret.
  await link(draft, path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await unlink(draft);
  return (await read(path)) ?? '';
}

/** Returns the setting, or the stored secret; null if there is neither. */
export async function findSecret(
  setting: string | null,
  dataDir: string,
  name: string,
): Promise<string | null> {
  return setting ?? read(join(dataDir, name));
}

/** Stores a secret that was generated elsewhere. Returns false, and changes nothing, if there is one already. */
export async function storeSecret(dataDir: string, name: string, value: string): Promise<boolean> {
  return (await loadSecret(null, dataDir, name, value)) === value;
}

async function read(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}
