import { join } from 'node:path';
import { readEnv } from '../config/env.ts';
import { decideSettings } from '../config/settings.ts';
import { createClusterAhead } from '../db/embedded/cluster.ts';
import { runningPid } from '../db/embedded/running-pid.ts';
import { giveWayAlone } from './give-way.ts';

/** Commands that run at low priority on the embedded database. */
const IN_BACKGROUND = ['import', 'score', 'backup'];

/**
 * Runs before the modules of the command are loaded. `milepost start` in an empty folder: initdb runs meanwhile. Background
 * work beside a running service: loading the modules takes a second of processor time, which also gives way to the service. The
 * command reports the errors.
 */
export async function startAhead([command = '', ...others]: string[]): Promise<void> {
  const isStart = command === 'start' && others.length === 0;
  if (!isStart && !IN_BACKGROUND.includes(command)) return;
  try {
    const { database, dataDir } = decideSettings(readEnv());
    if (database.url !== null) return;
    if (isStart) await createClusterAhead(dataDir);
    else if ((await runningPid(join(dataDir, 'postgres'))) !== null) giveWayAlone();
  } catch {
    // Invalid settings, or a folder that cannot be written to.
  }
}
