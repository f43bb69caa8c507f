import type { DeadReason, WorkQueue } from '../../db/claim.ts';
import type { Db } from '../../db/database.ts';
import { QUEUES, type QueueName } from '../../lib/telemetry/queues.ts';
import { imageQueue } from '../images/image-queue.ts';
import { deliveryQueue } from '../notifications/deliveries/delivery-queue.ts';
import { countHeld } from '../notifications/deliveries/delivery-store.ts';
import { mailQueue } from '../notifications/mail/mail-queue.ts';
import { unmatchedQueue } from '../observations/unmatched.ts';
import { revisitQueue } from '../recognition/sighting/revisits.ts';

type AnyQueue = Pick<WorkQueue<never>, 'state' | 'dead' | 'reviveDead'>;

const queues: Record<QueueName, AnyQueue> = {
  images: imageQueue(),
  revisits: revisitQueue(),
  unmatched_sightings: unmatchedQueue(),
  webhook_deliveries: deliveryQueue(),
  mails: mailQueue(),
};

export type QueueFigures = {
  queue: QueueName;
  depth: number;
  oldestSeconds: number;
  dead: number;
  /** Deliveries of disabled webhooks. They are not part of `depth`: nobody waits for them. */
  held: number;
};

/** The cost does not depend on the number of rows: counts above 1,000 are estimates. */
export async function readQueues(db: Db): Promise<QueueFigures[]> {
  const held = await countHeld(db);
  const figures: QueueFigures[] = [];
  for (const queue of QUEUES) {
    const { depth, ...state } = await queues[queue].state(db);
    const ownHeld = queue === 'webhook_deliveries' ? held : 0;
    figures.push({ queue, ...state, depth: Math.max(0, depth - ownHeld), held: ownHeld });
  }
  return figures;
}

const MOST_READ = 1_000;

/** The most frequent reasons among the newest 1,000 failed items. */
export function deadReasons(db: Db, queue: QueueName): Promise<DeadReason[]> {
  return queues[queue].dead(db, MOST_READ);
}

/** Queues failed items again, oldest first, with all their attempts. Returns their number. */
export function retryDead(db: Db, queue: QueueName, reason: string, most: number): Promise<number> {
  return queues[queue].reviveDead(db, reason, most);
}
