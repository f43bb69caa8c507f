import type { WorkQueue } from '../db/claim.ts';
import type { Db } from '../db/database.ts';

const EXTENSIONS_PER_LEASE = 4;

/**
 * Extends the lease of a claimed row until the returned function is called. `onLost` is called when another worker has
 * the row. Errors are ignored: the next extension may still come in time.
 */
export function keepLease<Row extends { key: string | number }>(
  db: Db,
  queue: WorkQueue<Row>,
  leaseId: string,
  key: string | number,
  onLost: () => void,
): () => void {
  const timer = setInterval(() => {
    queue.extend(db, leaseId, [key]).then(
      (kept) => {
        if (kept.length === 0) onLost();
      },
      () => undefined,
    );
  }, queue.leaseMs / EXTENSIONS_PER_LEASE);
  timer.unref();
  return () => clearInterval(timer);
}
