import { type Db, statement } from './database.ts';

/** The NOTIFY channel for new work. The payload is the name of the table. */
export const WORK_CHANNEL = 'work';

const notify = statement('wake.notify', `select pg_notify('${WORK_CHANNEL}', $1)`);
const PAUSE_MS = 20;

/**
 * Notifies all processes that a table has new work, at most once per PAUSE_MS. NOTIFY runs outside the caller's
 * transaction, because it would serialize commits. A lost notification is harmless: workers also poll.
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
