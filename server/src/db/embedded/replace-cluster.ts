import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorError } from '../../lib/errors.ts';
import { exists } from './binaries.ts';

/** Names the step that a stopped process left undone. */
const JOURNAL = 'postgres-replacement.json';
/** The data folder in which the new database files are made. */
export const NEW_HOME = 'postgres-new';

/**
 * Puts the database files of `dataDir/postgres-new` in place of those of `dataDir`, and keeps the old ones under a new name,
 * which it returns. There is no rename that exchanges two folders; a journal makes the two renames one step.
 */
export async function replaceCluster(dataDir: string, major: string, now: Date): Promise<string> {
  const old = `postgres-${major}-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const journal = await open(join(dataDir, JOURNAL), 'w', 0o600);
  await journal.writeFile(JSON.stringify({ old }));
  await journal.sync();
  await journal.close();
  await rename(join(dataDir, 'postgres'), join(dataDir, old));
  await finishReplacement(dataDir);
  return join(dataDir, old);
}

/** Completes a replacement that was stopped between its two renames. Without one, it does nothing. */
export async function finishReplacement(dataDir: string): Promise<void> {
  const journal = join(dataDir, JOURNAL);
  if (!(await exists(journal))) return;
  if (!(await exists(join(dataDir, 'postgres')))) {
    const { old } = JSON.parse(await readFile(journal, 'utf8')) as { old: string };
    const made = join(dataDir, NEW_HOME, 'postgres');
    if (!(await exists(made)))
      throw operatorError(
        `An upgrade in ${dataDir} was interrupted, and its result is missing. Rename ${old} to postgres and delete ${JOURNAL}.`,
      );
    await rename(made, join(dataDir, 'postgres')).catch(async (error) => {
      // Another process was faster.
      if (!(await exists(join(dataDir, 'postgres')))) throw error;
    });
  }
  await syncFolder(dataDir);
  await rm(journal, { force: true });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
