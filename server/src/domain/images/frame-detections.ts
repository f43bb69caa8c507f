import { type Db, statement } from '../../db/database.ts';
import { hashedUuid } from '../../lib/bytes/hash.ts';
import { invalid } from '../../lib/errors.ts';
import type { NewImage } from './image-rows.ts';
import type { IngestRecord } from './ingest-record.ts';

/** Boxes of one frame that overlap by less (intersection over union) show different trucks. */
const SAME_DETECTION = 0.3;
const MOST_PER_FRAME = 50;

/**
 * The id of the nth detection of a frame. The same image from the same source and time has the same ids, so the primary
 * key makes ingest idempotent.
 */
export function imageId(organizationId: number, record: IngestRecord, sha256: Buffer, nth = 0): string {
  const frame = [organizationId, record.source, record.time_captured.getTime()];
  return hashedUuid(JSON.stringify(nth === 0 ? frame : [...frame, nth]), sha256);
}

const overlaps = statement(
  'images.frame-detections',
  `select i.id, detection_overlap(i.box_xmin, i.box_ymin, i.box_xmax, i.box_ymax, $2, $3, $4, $5, i.width, i.height) as overlap
     from images i where i.id = any($1::uuid[])`,
);

/** The stored detection of the frame that the image corrects, or the id of a new one. */
export async function findDetection(
  db: Db,
  { organizationId, record, sha256 }: NewImage,
): Promise<{ id: string; isStored: boolean }> {
  const ids = Array.from({ length: MOST_PER_FRAME }, (_, nth) =>
    imageId(organizationId, record, sha256, nth),
  );
  const { box_xmin, box_ymin, box_xmax, box_ymax } = record;
  const stored = await db.rows<{ id: string; overlap: number }>(overlaps, [
    ids,
    ...[box_xmin, box_ymin, box_xmax, box_ymax],
  ]);
  const [best] = stored.toSorted((a, b) => b.overlap - a.overlap);
  if (best && best.overlap >= SAME_DETECTION) return { id: best.id, isStored: true };
  const taken = new Set(stored.map(({ id }) => id));
  const free = ids.find((id) => !taken.has(id));
  if (free !== undefined) return { id: free, isStored: false };
  const msg = `The image has ${MOST_PER_FRAME} detections already`;
  throw invalid([{ type: 'too_many', loc: ['body', 'detection_bounding_box'], msg, input: null }]);
}
