import { type Batch, WorkQueue } from '../../db/claim.ts';
import { type Db, statement } from '../../db/database.ts';
import { queues } from '../../lib/queues.ts';

/** An image as recognition gets it. */
export type WaitingImage = {
  key: string;
  sha256: Buffer;
  source: string;
  time_captured: Date;
  width: number;
  height: number;
  box_xmin: number;
  box_ymin: number;
  box_xmax: number;
  box_ymax: number;
  latitude: number;
  longitude: number;
  city: string;
  state: string;
  route: string;
  traffic_direction: string;
  alpr_confidence: number;
  alpr_state: string;
  plate_number: string | null;
  /** Of the request that submitted the image; null for images stored before it was recorded. */
  correlation_id: string | null;
  traceparent: string | null;
};

type QueuedImage = Pick<WaitingImage, 'key' | 'correlation_id' | 'traceparent'>;

/** Images that wait for recognition. Their rows are deleted when they have been read. */
export const imageQueue = () => new WorkQueue<QueuedImage>(queues.images);

const waiting = statement(
  'images.waiting',
  `select id, sha256, source, time_captured, width, height, box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude,
     city, state, route, traffic_direction, alpr_confidence, alpr_state, plate_number
   from images where id = any($1::uuid[])`,
);

/** Claims images and reads their metadata. An image that was deleted since is left out: its claim is deleted, too. */
export async function claimImages(
  queue: WorkQueue<QueuedImage>,
  db: Db,
  size: number,
): Promise<Batch<WaitingImage>> {
  const { leaseId, rows, dead } = await queue.claim(db, size);
  const claimed = [...rows, ...dead].map(({ key }) => key);
  if (claimed.length === 0) return { leaseId, rows: [], dead: [] };
  const images = new Map(
    (await db.rows<WaitingImage & { id: string }>(waiting, [claimed])).map((image) => [image.id, image]),
  );
  const complete = <Row extends { key: string }>(row: Row) => {
    const image = images.get(row.key);
    return image ? [{ ...image, ...row }] : [];
  };
  return { leaseId, rows: rows.flatMap(complete), dead: dead.flatMap(complete) };
}

const QUEUE_COLUMNS = `organization_id, due_at, attempts, interruptions, failure, died_at, correlation_id, traceparent`;

/** Each row is read by an index on a few rows, none after an upgrade is complete. Rows that an older worker holds wait. */
const adopt = statement(
  'images.adopt',
  `with picked as materialized (
     select id, ${QUEUE_COLUMNS} from images where due_at <= now() or died_at is not null limit 1000
     for update skip locked
   ), queued as (
     insert into image_queue (image_id, ${QUEUE_COLUMNS}) select id, ${QUEUE_COLUMNS} from picked
     on conflict (image_id) do nothing
   )
   update images set due_at = null, lease_id = null, attempts = 0, interruptions = 0, failure = null, died_at = null,
     correlation_id = null, traceparent = null
   where id in (select id from picked)`,
);

/** Moves images into the queue that a process of the previous version queued in the table of images. */
export function adoptImages(db: Db): Promise<number> {
  return db.run(adopt);
}

const recognized = statement(
  'images.recognized',
  `update images set recognized_at = now(), readings = $2, sighting_id = $3 where id = $1`,
);

/** The only change of an image until it expires. Called in the transaction that also finishes the claim. */
export function saveRecognition(
  db: Db,
  id: string,
  readings: unknown,
  sightingId: number | null,
): Promise<number> {
  return db.run(recognized, [id, JSON.stringify(readings), sightingId]);
}

const again = statement(
  'images.read-again',
  `with stored as (
     update images i set recognized_at = null
      where id = $1 and picture_deleted_at is null
        and not exists (select 1 from image_queue q where q.image_id = i.id and q.due_at is not null)
     returning id, organization_id
   )
   insert into image_queue (image_id, organization_id) select id, organization_id from stored
   on conflict (image_id) do update set due_at = now(), lease_id = null, attempts = 0, interruptions = 0,
     failure = null, died_at = null`,
);

/** Queues an image again. False if it is already waiting or has been deleted. What was read stays until it is read again. */
export async function queueAgain(db: Db, id: string): Promise<boolean> {
  return (await db.run(again, [id])) > 0;
}

/** Queues failed images again, optionally only those whose reason contains a text. Returns their number. */
export function retryFailedImages(db: Db, reason = ''): Promise<number> {
  return imageQueue().reviveDead(db, reason);
}
