import type { Database } from '../db/database.ts';
import { listen } from '../db/listener.ts';
import { WORK_CHANNEL } from '../db/wake.ts';
import type { Log } from '../lib/log.ts';

export type WakeUps = {
  /** For a stage's `onWake`: its pause ends when this table has new work. */
  of(table: string): (wake: () => void) => void;
  close(): Promise<void>;
};

/** One connection on which all stages of a process hear that rows are waiting. */
export async function openWakeUps(database: Database, log: Log): Promise<WakeUps> {
  const wakes: { table: string; wake: () => void }[] = [];
  const tell = (heard: (table: string) => boolean) => {
    for (const { table, wake } of wakes) if (heard(table)) wake();
  };
  const listener = await listen(
    database,
    [
      {
        channel: WORK_CHANNEL,
        onMessage: (payload) => tell((table) => table === payload),
        // What was said while the line was cut is not repeated: everybody looks.
        onState: (live) => live && tell(() => true),
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
