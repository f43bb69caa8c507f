import type { WorkQueue } from '../db/claim.ts';
import type { Db } from '../db/database.ts';

const PARTS = 4;

/**
 * Keeps a claimed row ours while it is worked on; `onLost` is called when it has become someone else's. The
 * database being away for a moment loses nothing: the next try may come in time. Returns what ends it.
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
  }, queue.leaseMs / PARTS);
  timer.unref();
  return () => clearInterval(timer);
}
