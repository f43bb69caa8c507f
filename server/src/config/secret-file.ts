import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Keyring, keyring } from '../lib/bytes/keyring.ts';
import { codeOf } from '../lib/errors.ts';
import type { Settings } from './settings.ts';

/** The secrets that all processes of one database share, by the name of their setting. */
export const SECRET_FILES = { SECRET_KEY: 'secret-key', LINK_SECRET: 'link-secret' } as const;

type SecretName = keyof typeof SECRET_FILES;

export async function loadSecrets(settings: Settings): Promise<Record<SecretName, Keyring>> {
  const load = async (name: SecretName) =>
    keyring(await loadSecret(settingOf(settings, name), settings.dataDir, SECRET_FILES[name]));
  return { SECRET_KEY: await load('SECRET_KEY'), LINK_SECRET: await load('LINK_SECRET') };
}

/** Like `loadSecrets`, but null if a secret is neither set nor stored yet; generates nothing. */
export async function findSecrets(settings: Settings): Promise<Record<SecretName, Keyring> | null> {
  const find = async (name: SecretName) =>
    settingOf(settings, name) ?? (await read(join(settings.dataDir, SECRET_FILES[name])));
  const [key, link] = [await find('SECRET_KEY'), await find('LINK_SECRET')];
  return key && link ? { SECRET_KEY: keyring(key), LINK_SECRET: keyring(link) } : null;
}

function settingOf({ webhooks, images }: Settings, name: SecretName): string | null {
  return name === 'SECRET_KEY' ? webhooks.secretKeys : images.linkSecrets;
}

/**
 * Returns the setting, or a secret that is generated once and stored in the data folder. Services on several machines
 * must be given the setting, because each data folder has its own secret.
 */
async function loadSecret(
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
