import { periodStart } from '../../../contract/admin/quota-rules.ts';
import { type Database, retryOnDeadlock, statement } from '../../../db/database.ts';
import { bucketRanges, forgetBucketRanges } from '../../../db/nodes/bucket-ranges.ts';
import { codeOf } from '../../../lib/errors.ts';
import { insertApart } from './insert-apart.ts';
import {
  COLUMNS,
  CORRECTED,
  counters,
  GONE,
  INPUT,
  isNewOr,
  onKnown,
  QUEUE_AGAIN,
  QUEUE_COLUMNS,
  STORED_AGAIN,
} from './insert-sql.ts';
import { type Inserted, type NewImage, newRow } from './new-image.ts';

const IS_DEAD = `exists (select 1 from image_queue q where q.image_id = known.id and q.bucket = known.bucket and q.died_at is not null)`;

/**
 * One round trip and one commit for many images. The marks of blobs and days that are being deleted are locked first, so a
 * deletion either sees these rows or is seen here; that of a day ends when one of its images arrives. Rows are written in the order of their keys, so two batches with the
 * same images cannot deadlock. A known image is stored again if its bytes were deleted, and is read again if it had
 * failed or if the request corrects its metadata; a worker that is reading it loses its lease. A row with a box elsewhere
 * in the frame is another detection and stays as it is. The counters of the quotas
 * are updated last, in the order of their keys: their locks are held only for the commit, and a batch that exceeds a
 * quota fails as a whole and is then written image by image.
 */
const insert = statement(
  'images.insert',
  `with ${INPUT},
   ${GONE},
   fresh as (
     insert into images as known (${COLUMNS})
     select ${COLUMNS} from input where id not in (select id from gone) order by id
     ${onKnown(` or ${IS_DEAD}`, 'known.id = any($3::uuid[])')}
     returning id, organization_id, byte_size,
       ${isNewOr(STORED_AGAIN)} as is_stored, ${isNewOr(CORRECTED)} or ${IS_DEAD} as is_queued
   ),
   queued as (
     insert into image_queue (${QUEUE_COLUMNS})
     select id, input.bucket, f.organization_id, next_sighting_id(input.bucket), input.correlation_id, input.traceparent
       from fresh f join input using (id)
      where f.is_queued order by id
     ${QUEUE_AGAIN}
   ),
   ${counters('where f.is_stored')}
   select id, true as gone from gone union all select id, false from fresh`,
);

/** Citus, for a statement that it cannot run over several nodes. */
const NOT_SUPPORTED = '0A000';

/** The images must have different ids. */
export async function insertImages(db: Database, images: NewImage[]): Promise<Map<string, Inserted>> {
  try {
    return await insertWhereTheyAre(db, images);
  } catch (error) {
    if (codeOf(error) !== NOT_SUPPORTED) throw error;
    // The tables were distributed a moment ago.
    forgetBucketRanges(db);
    return insertWhereTheyAre(db, images);
  }
}

async function insertWhereTheyAre(db: Database, images: NewImage[]): Promise<Map<string, Inserted>> {
  const day = periodStart('images_per_day', images[0]?.receivedAt ?? new Date());
  const corrections = images.filter(({ isCorrection }) => isCorrection).map(({ id }) => id);
  const rows = images.map(newRow);
  const isApart = (await bucketRanges(db)) !== null;
  const outcomes = await retryOnDeadlock(() =>
    isApart
      ? insertApart(db, rows, day, corrections)
      : db.rows<{ id: string; gone: boolean }>(insert, [JSON.stringify(rows), day, corrections]),
  );
  const found = new Map<string, Inserted>(images.map(({ id }) => [id, 'known']));
  for (const { id, gone } of outcomes) found.set(id, gone ? 'deleted' : 'queued');
  return found;
}
