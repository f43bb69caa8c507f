import { type Database, type Db, statement } from '../../../db/database.ts';
import { acrossNodes } from '../../../db/nodes/across-nodes.ts';
import { takeSightingIds } from '../../observations/record-observations.ts';
import {
  COLUMNS,
  CORRECTED,
  counters,
  GONE,
  INPUT,
  isNewOr,
  isSameDetection,
  onKnown,
  QUEUE_AGAIN,
  QUEUE_COLUMNS,
  STORED_AGAIN,
} from './insert-sql.ts';
import type { NewRow } from './new-image.ts';

/*
 * What `images.insert` does in one statement, where the tables of cameras are on the nodes of a cluster: each statement on them has
 * the bucket of one camera, and the marks and counters, which belong to no camera, are read and written here once for all images
 * of a batch.
 */

const lockMarks = statement(
  'images.insert-apart.marks',
  `with ${INPUT},\n   ${GONE}\n   select id from gone`,
);

const NAMES = COLUMNS.split(/,\s+/) as (keyof NewRow | 'sha256')[];
const insertRow = statement(
  'images.insert-apart.row',
  `insert into images as known (${COLUMNS}) values (${NAMES.map((_, i) => `$${i + 1}`)})
   ${onKnown('', `$${NAMES.length + 1}::boolean`)}
   returning ${isNewOr(STORED_AGAIN)} as is_stored, ${isNewOr(CORRECTED)} as is_queued`,
);

const enqueue = statement(
  'images.insert-apart.enqueue',
  `insert into image_queue (${QUEUE_COLUMNS}) values ($1, $2, $3, $4, $5, $6) ${QUEUE_AGAIN}`,
);

/** $5 to $8: the box. $9: whether the row is the one that is corrected. */
const requeueDead = statement(
  'images.insert-apart.requeue-dead',
  `update image_queue q set due_at = now(), lease_id = null, attempts = 0, interruptions = 0, failure = null, died_at = null,
          delayed_since = null, correlation_id = $3, traceparent = $4
     from images known
    where q.image_id = $1 and q.bucket = $2 and q.died_at is not null and known.id = $1 and known.bucket = $2
      and ${isSameDetection(['$5', '$6', '$7', '$8'], '$9::boolean')}`,
);

/** $3: the images that are new or were stored again. $4: the others that were sent, whose receipt may not be noted yet. */
const count = statement(
  'images.insert-apart.count',
  `with ${INPUT},
   fresh as (
     select id, organization_id, byte_size, id = any($3::uuid[]) as is_stored from input where id = any($3::uuid[]) or id = any($4::uuid[])
   ),
   ${counters('')}
   select 1`,
);

type Fresh = { is_stored: boolean; is_queued: boolean };

/** Returns the images that wait now, and those whose files may be deleted. */
export function insertApart(
  database: Database,
  images: NewRow[],
  day: Date | null,
  corrections: string[],
): Promise<{ id: string; gone: boolean }[]> {
  const rows = images.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const buckets = images.map(({ bucket }) => bucket);
  return acrossNodes(database, { buckets }, async (tx, { ofBucket }) => {
    const gone = new Set(
      (await tx.rows<{ id: string }>(lockMarks, [JSON.stringify(rows)])).map(({ id }) => id),
    );
    const kept = rows.filter(({ id }) => !gone.has(id));
    const isCorrection = ({ id }: NewRow) => corrections.includes(id);
    const [fresh, sightingIds] = await Promise.all([
      Promise.all(
        kept.map((row) => ofBucket(row.bucket).row<Fresh>(insertRow, [...valuesOf(row), isCorrection(row)])),
      ),
      takeSightingIds(
        tx,
        kept.map(({ bucket }) => bucket),
      ),
    ]);
    const isQueued = await Promise.all(
      kept.map((row, i) =>
        queue(ofBucket(row.bucket), row, fresh[i] ?? null, sightingIds[i] as number, isCorrection(row)),
      ),
    );
    const stored = kept.filter((_, i) => fresh[i]?.is_stored).map(({ id }) => id);
    const known = kept.filter((_, i) => !fresh[i]?.is_stored).map(({ id }) => id);
    await tx.commitWith(tx.run(count, [JSON.stringify(rows), day, stored, known]));
    const changed = kept.filter((_, i) => fresh[i] || isQueued[i]);
    return [
      ...[...gone].map((id) => ({ id, gone: true })),
      ...changed.map(({ id }) => ({ id, gone: false })),
    ];
  });
}

function valuesOf({ hash, ...row }: NewRow): unknown[] {
  const values: Record<string, unknown> = { ...row, sha256: Buffer.from(hash, 'hex') };
  return NAMES.map((name) => values[name]);
}

/** Returns whether the image waits now. */
async function queue(
  tx: Db,
  row: NewRow,
  fresh: Fresh | null,
  sightingId: number,
  isCorrection: boolean,
): Promise<boolean> {
  const { id, bucket, organization_id, correlation_id, traceparent, box_xmin, box_ymin, box_xmax, box_ymax } =
    row;
  if (fresh?.is_queued) {
    await tx.run(enqueue, [id, bucket, organization_id, sightingId, correlation_id, traceparent]);
    return true;
  }
  const box = [box_xmin, box_ymin, box_xmax, box_ymax];
  return (await tx.run(requeueDead, [id, bucket, correlation_id, traceparent, ...box, isCorrection])) > 0;
}
