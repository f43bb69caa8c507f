import { type Database, statement } from '../../../db/database.ts';
import { dayNumber, lowestId } from '../image-id.ts';
import { deleteOtherImages, expireImages, expireOtherImages, forgetEmptyDays } from '../sweep-store.ts';
import { classFor, periodOf } from './retention-classes.ts';

const FULL = 1_000;
const DAY_MS = 86_400_000;

const organizations = statement(
  'images.retention-of-organizations',
  'select id, image_retention_days as days, former_image_classes as former from organizations order by id',
);
type Organization = { id: number; days: number; former: number[] };

/**
 * Deletes the files that cannot wait for the end of their day's folder: of organizations whose period is shorter than that of
 * the class, because they have shortened it or because no class has their period, and of days without a partition. Returns
 * the number of images.
 */
export async function expireSingly(database: Database, now: Date, signal?: AbortSignal): Promise<number> {
  let expired = 0;
  const repeat = async (batch: () => Promise<number>) => {
    for (let count = FULL; count === FULL && !signal?.aborted; expired += count) count = await batch();
  };
  for (const { id, days, former } of await database.rows<Organization>(organizations)) {
    const lastDay = dayNumber(now) - days;
    await repeat(() => expireOtherImages(database, id, new Date(now.getTime() - days * DAY_MS)));
    for (const one of [classFor(days), ...former]) {
      if (periodOf(one) <= days || lastDay <= 0) continue;
      const range = { organizationId: id, low: lowestId(one, 0), high: lowestId(one, lastDay) };
      await repeat(() => expireImages(database, range));
    }
  }
  while (!signal?.aborted && (await deleteOtherImages(database)) >= FULL);
  await forgetEmptyDays(database);
  return expired;
}
