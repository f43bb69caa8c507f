import { type Db, statement } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { IngestRecord } from './ingest-record.ts';
import type { PictureFacts, PictureFormat } from './picture.ts';

export type NewImage = {
  id: string;
  organizationId: number;
  record: IngestRecord;
  sha256: Buffer;
  byteSize: number;
  facts: PictureFacts;
};

/** What `insertImage` found: `deleted` means that the picture was deleted a moment ago, maybe after it was stored. */
export type Inserted = 'new' | 'known' | 'deleted';

/**
 * One round trip. The mark of a picture on its way out is locked first, so a deletion either sees this row or is
 * seen here. A known image whose picture had been deleted has it again.
 */
const insert = statement(
  'images.insert',
  `with mark as materialized (
     select deleted_at from blob_deletions where sha256 = $5 for update
   ),
   gone as (select from mark where deleted_at > now() - interval '5 minutes' and not $24),
   fresh as (
     insert into images as i
       (id, organization_id, source, time_captured, sha256, byte_size, format, width, height,
        box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
        alpr_confidence, alpr_state, plate_number, received_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23
      where not exists (select from gone)
     on conflict (id) do update set picture_deleted_at = null, received_at = excluded.received_at
      where i.picture_deleted_at is not null
     returning id
   )
   select exists (select from gone) as gone, exists (select from fresh) as fresh`,
);

export async function insertImage(
  db: Db,
  image: NewImage,
  receivedAt: Date,
  force: boolean,
): Promise<Inserted> {
  const { record, facts } = image;
  const { box } = record;
  const row = await db.row<{ gone: boolean; fresh: boolean }>(insert, [
    image.id,
    image.organizationId,
    record.source,
    record.timeCaptured,
    image.sha256,
    image.byteSize,
    facts.format,
    facts.width,
    facts.height,
    box.xmin,
    box.ymin,
    box.xmax,
    box.ymax,
    record.latitude,
    record.longitude,
    record.city,
    record.state,
    record.route,
    record.trafficDirection,
    record.alprConfidence,
    record.alprState,
    record.plateNumber,
    receivedAt,
    force,
  ]);
  if (row?.gone) return 'deleted';
  return row?.fresh ? 'new' : 'known';
}

export type ImageRow = {
  id: string;
  organization_id: number;
  received_at: Date;
  source: string;
  time_captured: Date;
  sha256: Buffer;
  byte_size: number;
  format: PictureFormat;
  width: number;
  height: number;
  picture_deleted_at: Date | null;
  recognized_at: Date | null;
  readings: unknown;
  sighting: unknown;
  failure: string | null;
  died_at: Date | null;
};

const find = statement(
  'images.find',
  `select id, organization_id, received_at, source, time_captured, sha256, byte_size, format, width, height,
          picture_deleted_at, recognized_at, readings, sighting, failure, died_at
     from images where id = $1`,
);

export function findImage(db: Db, id: string): Promise<ImageRow | null> {
  return db.row<ImageRow>(find, [id]);
}

const setRetention = statement(
  'images.set-retention',
  'update organizations set image_retention_days = $2 where id = $1',
);

/** How many days an organization's pictures are kept. */
export async function setImageRetention(db: Db, organizationId: number, days: number): Promise<void> {
  if ((await db.run(setRetention, [organizationId, days])) === 0) {
    throw new AppError('not_found', 'There is no such organization.');
  }
}
