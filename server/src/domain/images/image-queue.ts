import { WorkQueue } from '../../db/claim.ts';
import { type Db, statement } from '../../db/database.ts';

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

const COLUMNS = `sha256, source, time_captured, width, height, box_xmin, box_ymin, box_xmax, box_ymax, latitude,
  longitude, city, state, route, traffic_direction, alpr_confidence, alpr_state, plate_number, correlation_id,
  traceparent`;

/** Images that wait for recognition. */
export function imageQueue(): WorkQueue<WaitingImage> {
  return new WorkQueue<WaitingImage>({
    table: 'images',
    key: 'id',
    keyType: 'uuid',
    columns: COLUMNS,
    finished: 'keep',
    // Extended while an image is read; the images of a killed worker are claimed again after this time.
    leaseMs: 20_000,
    maxAttempts: 3,
    backoffMs: (attempt) => Math.min(5_000 * 4 ** (attempt - 1), 600_000),
    revivable: 'picture_deleted_at is null',
  });
}

const recognized = statement(
  'images.recognized',
  `update images set recognized_at = now(), readings = $2 where id = $1`,
);

/** Called in the transaction that also finishes the claim. */
export function saveRecognition(db: Db, id: string, readings: unknown): Promise<number> {
  return db.run(recognized, [id, JSON.stringify(readings)]);
}

const again = statement(
  'images.read-again',
  `update images set due_at = now(), recognized_at = null, lease_id = null, attempts = 0, interruptions = 0,
          failure = null, died_at = null
    where id = $1 and due_at is null and picture_deleted_at is null`,
);

/** Queues an image again. False if it is already waiting or has been deleted. What was read stays until it is read again. */
export async function queueAgain(db: Db, id: string): Promise<boolean> {
  return (await db.run(again, [id])) > 0;
}

/** Queues failed images again, optionally only those whose reason contains a text. Returns their number. */
export function retryFailedImages(db: Db, reason = ''): Promise<number> {
  return imageQueue().reviveDead(db, reason);
}
