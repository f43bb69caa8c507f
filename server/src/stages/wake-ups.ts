import type { Database } from '../db/database.ts';
import { listen } from '../db/listener.ts';
import { WORK_CHANNEL } from '../db/wake.ts';
import type { Log } from '../lib/log.ts';

export type WakeUps = {
  /** A stage's `onWake` that ends the pause when this table has new rows. */
  of(table: string): (wake: () => void) => void;
  close(): Promise<void>;
};

/** Listens on one connection for all stages of the process. */
export async function openWakeUps(database: Database, log: Log): Promise<WakeUps> {
  const wakes: { table: string; wake: () => void }[] = [];
  const wakeAll = (isWoken: (table: string) => boolean) => {
    for (const { table, wake } of wakes) if (isWoken(table)) wake();
  };
  const listener = await listen(
    database,
    [
      {
        channel: WORK_CHANNEL,
        onMessage: (payload) => wakeAll((table) => table === payload),
        // Notifications sent while the connection was down are lost, so all stages check their tables.
        onState: (live) => live && wakeAll(() => true),
      },
    ],
    log,
  );
  return {
    of: (table) => (wake) => {
      wakes.push({ table, wake });
    },
    close: () => listener.close(),
  };
}
