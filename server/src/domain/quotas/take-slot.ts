import type { Db } from '../../db/database.ts';
import type { SessionSlots } from '../../db/session-slots.ts';
import { quotaError } from './quota-error.ts';
import { quotaLimit } from './quota-store.ts';

/** Takes one of the slots of a quota that is counted in slots. Call the returned function once to release it. */
export async function takeSlot(
  db: Db,
  slots: SessionSlots,
  lock: number,
  organizationId: number,
): Promise<() => Promise<void>> {
  const limit = await quotaLimit(db, organizationId, 'event_streams');
  const release = await slots.take(lock, organizationId, limit);
  if (release === null) throw quotaError('event_streams', limit);
  return release;
}
