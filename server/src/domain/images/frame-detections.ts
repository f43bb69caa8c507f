import { type Db, statement } from '../../db/database.ts';
import { bucketOfImage } from '../../lib/camera-bucket.ts';
import { invalid } from '../../lib/errors.ts';
import { classOf, imageId } from './image-id.ts';
import type { NewImage } from './insert/new-image.ts';
import type { OrganizationClasses } from './retention/organization-classes.ts';

/** Boxes of one frame that overlap by less (intersection over union) show different trucks. */
const SAME_DETECTION = 0.3;
const MOST_PER_FRAME = 50;

type Frame = Pick<NewImage, 'organizationId' | 'record' | 'sha256'>;

const idOf = ({ organizationId, record, sha256 }: Frame, retentionClass: number, nth = 0) =>
  imageId(retentionClass, organizationId, record, sha256, nth);

const stored = statement(
  'images.of-frame',
  'select id from images where id = any($1::uuid[]) and bucket = $2 limit 1',
);

/** The class of the frame: that of a detection which was stored while the organization had another period, or today's. */
export async function classOfFrame(
  db: Db,
  frame: Frame,
  { current, former }: OrganizationClasses,
): Promise<number> {
  if (former.length === 0) return current;
  const ids = [current, ...former].map((one) => idOf(frame, one));
  const found = await db.row<{ id: string }>(stored, [ids, bucketOfImage(ids[0] as string)]);
  return found ? classOf(found.id) : current;
}

const overlaps = statement(
  'images.frame-detections',
  `select i.id, detection_overlap(i.box_xmin, i.box_ymin, i.box_xmax, i.box_ymax, $2, $3, $4, $5, i.width, i.height) as overlap
     from images i where i.id = any($1::uuid[]) and i.bucket = $6`,
);

/** The stored detection of the frame that the image corrects, or the id of a new one. */
export async function findDetection(db: Db, image: NewImage): Promise<{ id: string; isStored: boolean }> {
  const ids = Array.from({ length: MOST_PER_FRAME }, (_, nth) => idOf(image, classOf(image.id), nth));
  const { record } = image;
  const { box_xmin, box_ymin, box_xmax, box_ymax } = record;
  const found = await db.rows<{ id: string; overlap: number }>(overlaps, [
    ids,
    ...[box_xmin, box_ymin, box_xmax, box_ymax],
    bucketOfImage(ids[0] as string),
  ]);
  const [best] = found.toSorted((a, b) => b.overlap - a.overlap);
  if (best && best.overlap >= SAME_DETECTION) return { id: best.id, isStored: true };
  const taken = new Set(found.map(({ id }) => id));
  const free = ids.find((id) => !taken.has(id));
  if (free !== undefined) return { id: free, isStored: false };
  const msg = `The image has ${MOST_PER_FRAME} detections already`;
  throw invalid([{ type: 'too_many', loc: ['body', 'detection_bounding_box'], msg, input: null }]);
}
