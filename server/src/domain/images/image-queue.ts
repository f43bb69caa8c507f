import type { ReadResult, UnreadReason } from '../../contract/read-results.ts';
import { type Batch, WorkQueue } from '../../db/claim.ts';
import { type Database, type Db, type Statement, statement } from '../../db/database.ts';
import { atBucket } from '../../db/nodes/across-nodes.ts';
import { bucketOfImage, forBuckets } from '../../lib/camera-bucket.ts';
import { AppError } from '../../lib/errors.ts';
import { queues } from '../../lib/queues.ts';
import { takeSightingIds } from '../observations/record-observations.ts';
import { takeQuota } from '../quotas/quota-store.ts';
import { findImage } from './image-rows.ts';
import type { ImageService } from './image-service.ts';
import type { IngestRecord } from './ingest-record.ts';
import { TABLE_WITHOUT_DAY } from './retention/received-tables.ts';

/** An image as recognition gets it. */
export type WaitingImage = IngestRecord & {
  key: string;
  received_at: Date;
  sha256: Buffer;
  byte_size: number;
  width: number;
  height: number;
  /** The id that its sighting has if it has no other image; null until it is read. */
  own_sighting_id: number | null;
  /** What was read in it is stored. */
  is_recorded?: boolean;
  /** Where its row is; null on a cluster. */
  partition: string | null;
  /** Of the request that submitted the image; null for images of a command. */
  correlation_id: string | null;
  traceparent: string | null;
  /** Reserved for the sighting that the image may become. Every attempt has the same. */
  new_sighting_id: number;
};

type QueuedImage = Pick<WaitingImage, 'key' | 'correlation_id' | 'traceparent' | 'new_sighting_id'>;

/** Images that wait for recognition. Their rows are deleted when they have been read. */
export const imageQueue = () => new WorkQueue<QueuedImage>(queues.images);

const waitingIn = (
  partition: string,
) => `select ${partition} as partition, id, received_at, sha256, byte_size, source, time_captured, width, height, box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude,
     city, state, route, traffic_direction, alpr_confidence, alpr_state, plate_number, own_sighting_id, recognized_at is not null as is_recorded
   from images where id = any($1::uuid[])`;
const waiting = statement('images.waiting', waitingIn('tableoid::regclass::text'));
/** On a cluster. */
const waitingApart = statement('images.waiting-apart', `${waitingIn('null')} and bucket = $2`);

/** Claims images and reads their metadata. An image that was deleted since is left out: its claim is deleted, too. */
export async function claimImages(
  queue: WorkQueue<QueuedImage>,
  db: Database,
  size: number,
): Promise<Batch<WaitingImage>> {
  const { leaseId, rows, dead } = await queue.claim(db, size);
  const claimed = [...rows, ...dead].map(({ key }) => key);
  if (claimed.length === 0) return { leaseId, rows: [], dead: [] };
  type Found = WaitingImage & { id: string };
  const ofBucket = async (own: string[], bucket: number) =>
    (await atBucket(db, bucket)).rows<Found>(waitingApart, [own, bucket]);
  const found = queue.isApart
    ? (await forBuckets(claimed, bucketOfImage, ofBucket)).flat()
    : await db.rows<Found>(waiting, [claimed]);
  const images = new Map(found.map((image) => [image.id, image]));
  const complete = <Row extends { key: string }>(row: Row) => {
    const image = images.get(row.key);
    return image ? [{ ...image, ...row }] : [];
  };
  return { leaseId, rows: rows.flatMap(complete), dead: dead.flatMap(complete) };
}

const saveIn = (table: string) =>
  `update ${table} set recognized_at = now(), readings = $2, sighting_id = $3, own_sighting_id = $4, read_result = $5,
     brightness = $7, sharpness = $8 where id = $1 and bucket = $6`;
const recognized = statement('images.recognized', saveIn('images'));

/** A statement about one partition takes a quarter of the time of one that has to find it. */
function recognizedIn(partition: string | null): Statement {
  // Rows of TABLE_WITHOUT_DAY are moved when their day gets its own table.
  if (partition === null || partition === TABLE_WITHOUT_DAY) return recognized;
  return { name: `images.recognized.${partition}`, text: saveIn(partition) };
}

const unread = statement(
  'images.unread',
  `update images set read_result = $2, brightness = coalesce($4, brightness), sharpness = coalesce($5, sharpness)
    where id = $1 and bucket = $3`,
);

/** What was read in an image, and how good the image is. */
type Recognition = {
  readings: unknown;
  sightingId: number | null;
  ownSightingId?: number | null;
  result?: ReadResult | null;
  quality?: Quality | undefined;
};
/** From 0 to 1. */
type Quality = { brightness: number; sharpness: number | null };

/** In thousandths, as they are stored. */
const qualityColumns = (quality?: Quality) =>
  [quality?.brightness, quality?.sharpness].map((share) =>
    share == null ? null : Math.round(share * 1_000),
  );

/** The only change of an image until it expires. Called in the transaction that also finishes the claim. */
export function saveRecognition(
  db: Db,
  { key, partition }: Pick<WaitingImage, 'key' | 'partition'>,
  { readings, sightingId, ownSightingId = null, result = null, quality }: Recognition,
): Promise<number> {
  const values = [key, JSON.stringify(readings), sightingId, ownSightingId, result, bucketOfImage(key)];
  return db.run(recognizedIn(partition), [...values, ...qualityColumns(quality)]);
}

/** Called in the transaction in which the image fails for good. */
export function saveUnread(db: Db, id: string, reason: UnreadReason, quality?: Quality): Promise<number> {
  return db.run(unread, [id, reason, bucketOfImage(id), ...qualityColumns(quality)]);
}

const again = statement(
  'images.read-again',
  `update images set recognized_at = null
    where id = $1 and bucket = $2 and image_deleted_at is null
      and not exists (select 1 from image_queue q where q.image_id = $1 and q.bucket = $2 and q.due_at is not null)`,
);
const enqueue = statement(
  'images.enqueue',
  `insert into image_queue (image_id, bucket, organization_id, sighting_id) values ($1, $2, $3, $4)
   on conflict (image_id, bucket) do update set due_at = excluded.due_at, lease_id = null, attempts = 0, interruptions = 0,
     failure = null, died_at = null, delayed_since = null`,
);

/** Queues a stored image for recognition, unless it is already waiting. What was read stays until it is read again. */
export async function readAgain(
  { db, clock, wake }: ImageService,
  organizationId: number,
  id: string,
): Promise<void> {
  const image = await findImage(db, id);
  if (image?.organization_id !== organizationId || image.image_deleted_at !== null) {
    throw new AppError('not_found', 'There is no such image.');
  }
  await takeQuota(db, organizationId, 'rereads_per_day', 1, clock.now());
  const bucket = bucketOfImage(id);
  const isQueued = await db.transaction(async (tx) => {
    if ((await tx.run(again, [id, bucket])) === 0) return false;
    const [sightingId] = await takeSightingIds(tx, [bucket]);
    await tx.run(enqueue, [id, bucket, organizationId, sightingId]);
    return true;
  });
  if (isQueued) wake('images');
}

/** Queues failed images again, optionally only those whose reason contains a text. Returns their number. */
export function retryFailedImages(db: Db, reason = ''): Promise<number> {
  return imageQueue().reviveDead(db, reason);
}
