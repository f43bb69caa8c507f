import { readEnv } from '../config/env.ts';
import { decideSettings } from '../config/settings.ts';
import { createClusterAhead } from '../db/embedded/cluster.ts';

/** For `milepost start` in an empty folder: initdb runs while the modules are loaded. The command reports the errors. */
export async function startAhead([command, ...others]: string[]): Promise<void> {
  if (command !== 'start' || others.length > 0) return;
  try {
    const { database, dataDir } = decideSettings(readEnv());
    if (database.url === null) await createClusterAhead(dataDir);
  } catch {
    // Invalid settings, or a folder that cannot be written to.
  }
}
