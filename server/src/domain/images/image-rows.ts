import type { ImageState } from '../../contract/image.ts';
import { type Db, statement } from '../../db/database.ts';
import { bucketOfImage } from '../../lib/camera-bucket.ts';
import type { ImageFormat } from './image-format.ts';

const newest = statement('images.newest', 'select max(last_received_at) as received_at from image_days');

/** When the newest image was received, null if there is none. */
export async function newestImageAt(db: Db): Promise<Date | null> {
  return (await db.row<{ received_at: Date | null }>(newest))?.received_at ?? null;
}

export type ImageRow = {
  id: string;
  organization_id: number;
  received_at: Date;
  source: string;
  time_captured: Date;
  sha256: Buffer;
  byte_size: number;
  format: ImageFormat;
  width: number;
  height: number;
  image_deleted_at: Date | null;
  recognized_at: Date | null;
  readings: unknown;
  sighting_id: number | null;
  failure: string | null;
  died_at: Date | null;
  delayed_since: Date | null;
};

type Progress = { died_at: Date | string | null; recognized_at: Date | string | null };

export function stateOf({ died_at, recognized_at }: Progress): ImageState {
  if (died_at !== null) return 'failed';
  return recognized_at === null ? 'stored' : 'recognized';
}

type Reasons = Progress & { failure: string | null; delayed_since: Date | string | null };

/** Why an image failed, or why it waits. A waiting image is not shown the reason of a counted attempt. */
export function reasonsOf({ died_at, delayed_since, failure }: Reasons) {
  return {
    failure_reason: died_at === null ? null : failure,
    delay_reason: delayed_since === null ? null : failure,
  };
}

const find = statement(
  'images.find',
  `select i.id, i.organization_id, i.received_at, i.source, i.time_captured, i.sha256, i.byte_size, i.format, i.width,
          i.height, i.image_deleted_at, i.recognized_at, i.readings, i.sighting_id, q.failure, q.died_at,
          q.delayed_since
     from images i left join image_queue q on q.image_id = i.id and q.bucket = $2 where i.id = $1 and i.bucket = $2`,
);

export function findImage(db: Db, id: string): Promise<ImageRow | null> {
  return db.row<ImageRow>(find, [id, bucketOfImage(id)]);
}
