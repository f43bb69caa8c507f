import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type DemoCredentials = { api_key: string; email: string; password: string };

const NAME = 'demo-credentials.json';

/** Only the owner can read the file. */
export async function writeCredentials(dataDir: string, credentials: DemoCredentials): Promise<void> {
  const draft = join(dataDir, `${NAME}.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, join(dataDir, NAME));
}

export async function readCredentials(dataDir: string): Promise<DemoCredentials | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, NAME), 'utf8')) as DemoCredentials;
  } catch {
    return null;
  }
}
