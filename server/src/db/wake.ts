import type { Db } from './database.ts';
import { statement } from './database.ts';

/** The channel on which processes tell each other that rows are waiting; the payload is the table. */
export const WORK_CHANNEL = 'work';

const notify = statement('wake.notify', `select pg_notify('${WORK_CHANNEL}', $1)`);
const PAUSE_MS = 20;

/**
 * Tells every process that a table has new work, at most once per pause: a NOTIFY inside each transaction would
 * make them commit one after the other. It is only a hint; who misses it polls.
 */
export function waker(db: Db): (table: string) => void {
  const pending = new Set<string>();
  return (table) => {
    if (pending.has(table)) return;
    pending.add(table);
    setTimeout(() => {
      pending.delete(table);
      db.rows(notify, [table]).catch(() => undefined);
    }, PAUSE_MS);
  };
}
