import type { Database } from '../../db/database.ts';
import { imageQueue } from '../../domain/images/image-queue.ts';
import { deliveryQueue } from '../../domain/notifications/deliveries/queue.ts';
import { mailQueue } from '../../domain/notifications/mail/queue.ts';
import { unmatchedQueue } from '../../domain/observations/unmatched.ts';
import { revisitQueue } from '../../domain/recognition/sighting/revisits.ts';

/** Every table whose rows are claimed by workers. */
const QUEUES = [imageQueue(), revisitQueue(), unmatchedQueue(), deliveryQueue(), mailQueue()];

export const DEAD_WORK_ADVICE =
  'Fix the cause. `milepost retry` queues failed images again; other failed rows are kept for inspection.';

/** Rows that were given up, with the most frequent reasons. */
export async function deadWork(database: Database): Promise<{ says: string; warn: boolean }> {
  const found: string[] = [];
  for (const queue of QUEUES) {
    for (const { reason, count } of await queue.dead(database)) {
      found.push(`${count} of ${queue.table}: ${reason}`);
    }
  }
  return { says: found.length === 0 ? 'nothing was given up' : found.join('; '), warn: found.length > 0 };
}
