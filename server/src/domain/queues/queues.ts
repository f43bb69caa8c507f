import { type SharedReason, WorkQueue } from '../../db/claim.ts';
import type { Db } from '../../db/database.ts';
import { QUEUE_NAMES, type QueueName, queues } from '../../lib/queues.ts';
import { countHeld } from '../notifications/deliveries/delivery-store.ts';

type QueueFigures = {
  queue: QueueName;
  depth: number;
  oldestSeconds: number;
  dead: number;
  /** Items whose attempts fail for a reason outside them. They are part of `depth`. */
  delayed: number;
  delayedSeconds: number;
  /** Deliveries of disabled webhooks. They are not part of `depth`: nobody waits for them. */
  held: number;
};

const workQueue = (name: QueueName) => new WorkQueue(queues[name]);

/** The cost does not depend on the number of rows: counts above 1,000 are estimates. */
export async function readQueues(db: Db): Promise<QueueFigures[]> {
  const held = await countHeld(db);
  const figures: QueueFigures[] = [];
  for (const queue of QUEUE_NAMES) {
    const { depth, ...state } = await workQueue(queue).state(db);
    const ownHeld = queue === 'webhook_deliveries' ? held : 0;
    figures.push({ queue, ...state, depth: Math.max(0, depth - ownHeld), held: ownHeld });
  }
  return figures;
}

const MOST_READ = 1_000;

/** The most frequent reasons among the newest 1,000 failed items. */
export function deadReasons(db: Db, queue: QueueName): Promise<SharedReason[]> {
  return workQueue(queue).dead(db, MOST_READ);
}

/** The most frequent reasons among the 1,000 items that are delayed longest. */
export function delayedReasons(db: Db, queue: QueueName): Promise<SharedReason[]> {
  return workQueue(queue).delayed(db, MOST_READ);
}

/** Queues failed items again, oldest first, with all their attempts. Returns their number. */
export function retryDead(db: Db, queue: QueueName, reason: string, most: number): Promise<number> {
  return workQueue(queue).reviveDead(db, reason, most);
}
