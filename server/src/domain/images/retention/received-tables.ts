import { type Db, statement } from '../../../db/database.ts';
import { codeOf } from '../../../lib/errors.ts';

/**
 * A partition with images that were received in a period. `last` is not before the last of them. If it does not exist, the images
 * are in the table without a day.
 */
export type ReceivedTable = { name: string; exists: boolean; class: number; day: number; last: Date };

/** A small table. It may have images of any time of receipt. */
export const TABLE_WITHOUT_DAY = 'images_other';

const UNDEFINED_TABLE = '42P01';
const TRIES = 3;

const received = statement(
  'images.received-tables',
  `select d.*, t.name, to_regclass(t.name) is not null as exists from (
     select class, day, max(last_received_at) as last from image_days
      where ($1::int is null or organization_id = $1)
        and last_received_at >= $2::timestamptz and first_received_at <= $3::timestamptz
      group by class, day order by last desc limit $4) d
    cross join lateral (select image_table(d.class, d.day) as name offset 0) t order by d.last desc`,
);

/** `organizationId` is null for all organizations, and `most` for all partitions. */
type Wanted = { organizationId: number | null; from: Date | string; to: Date | string; most: number | null };

/**
 * The partitions that a search by the time of receipt needs, that with the newest image first. A statement that names them plans and
 * locks these alone: on `images` it would plan and lock every partition with its indexes, hundreds for each class.
 */
export function receivedTables(db: Db, wanted: Wanted): Promise<ReceivedTable[]> {
  const { organizationId, from, to, most } = wanted;
  return db.rows<ReceivedTable>(received, [organizationId, from, to, most]);
}

/** Repeats a search whose partitions were dropped between their look-up and their use. */
export async function withTables<T>(search: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await search();
    } catch (error) {
      if (codeOf(error) !== UNDEFINED_TABLE || tries === TRIES) throw error;
    }
  }
}
