import { periodStart } from '../../contract/admin/quota-rules.ts';
import type { ImageState } from '../../contract/image.ts';
import { type Db, retryOnDeadlock, statement } from '../../db/database.ts';
import { bucketOfImage } from '../../lib/camera-bucket.ts';
import { names } from '../../lib/names.ts';
import { LATER_PERIOD, USED_BEFORE } from '../quotas/quota-store.ts';
import { blobPlace } from './blob-key.ts';
import type { ImageFacts, ImageFormat } from './image-format.ts';
import type { IngestRecord } from './ingest-record.ts';
import { partitionOf } from './retention/image-partitions.ts';

export type NewImage = {
  id: string;
  organizationId: number;
  record: IngestRecord;
  sha256: Buffer;
  byteSize: number;
  facts: ImageFacts;
  receivedAt: Date;
  /** The blob is known to exist, even if it was deleted recently. */
  force: boolean;
  /** The row with this id is known to be the detection that the request corrects. */
  isCorrection?: boolean;
  origin?: Origin | undefined;
};

/** The request that submitted an image, for the log and the trace of its recognition. */
export type Origin = { correlationId: string; traceparent: string | null };

const COLUMNS = `id, bucket, organization_id, received_at, source, time_captured, sha256, byte_size, format, width, height,
  box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
  alpr_confidence, alpr_state, plate_number`;

/** `queued` waits for recognition; `known` left the row as it was; `deleted` means that its bytes were deleted a moment ago, maybe after they were stored. */
export type Inserted = 'queued' | 'known' | 'deleted';

const PLACE = names(
  'box_xmin box_ymin box_xmax box_ymax latitude longitude city state route traffic_direction',
);
/** An image without its plates has another file than the one that was sent. */
const STORED = ['sha256', 'byte_size', 'width', 'height'];
const PLATE = ['alpr_confidence', 'alpr_state', 'plate_number'];
const row = (table: string, columns: string[]) =>
  `(${columns.map((column) => `${table}.${column}`).join(', ')})`;
const differ = (columns: string[]) => `${row('known', columns)} is distinct from ${row('excluded', columns)}`;
/** A request without a plate does not remove the plate of an earlier request. */
const IS_CORRECTED = `(${differ(PLACE)} or (excluded.plate_number is not null and ${differ(PLATE)}))`;
const IS_DEAD = `exists (select 1 from image_queue q where q.image_id = known.id and q.bucket = known.bucket and q.died_at is not null)`;
/**
 * Two detections of a frame overlap by less than 0.3, and the Jaccard distance is a metric, so a box with this overlap is
 * nearer to this detection than to any other.
 */
const SURELY_SAME = 0.65;
const IS_SAME_DETECTION = `(known.id = any($3::uuid[]) or detection_overlap(known.box_xmin, known.box_ymin, known.box_xmax,
  known.box_ymax, excluded.box_xmin, excluded.box_ymin, excluded.box_xmax, excluded.box_ymax, known.width, known.height)
  >= ${SURELY_SAME})`;
/** The bits of `resent`. It is null in a row that is new. */
const STORED_AGAIN = 1;
const CORRECTED = 2;
const isNewOr = (bit: number) => `coalesce(known.resent & ${bit} <> 0, true)`;

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
  `with input as materialized (
     select i.*, decode(i.hash, 'hex') as sha256
       from json_to_recordset($1::json) as i(
         id uuid, bucket smallint, organization_id integer, received_at timestamptz, source text, time_captured timestamptz, hash text,
         byte_size integer, format text, width integer, height integer, box_xmin float8, box_ymin float8,
         box_xmax float8, box_ymax float8, latitude float8, longitude float8, city text, state text, route text,
         traffic_direction text, alpr_confidence float8, alpr_state text, plate_number text,
         correlation_id uuid, traceparent text, force boolean, class integer, day integer, table_day integer)
   ),
   mark as materialized (
     select b.sha256, b.class, b.day, b.deleted_at from blob_deletions b
      where b.sha256 = any (array(select sha256 from input)) order by b.sha256, b.class, b.day for update
   ),
   dropped as (
     update dropped_image_days d set is_settled = true
      where (d.class, d.day) in (select class, day from input) returning d.class, d.day, d.deleted_at
   ),
   gone as materialized (
     select input.id from input
      where not input.force and (
        exists (select from mark where (mark.sha256, mark.class, mark.day) = (input.sha256, input.class, input.day)
          and mark.deleted_at > now() - interval '5 minutes')
        or exists (select from dropped where (dropped.class, dropped.day) = (input.class, input.day)
          and dropped.deleted_at > now() - interval '5 minutes'))
   ),
   fresh as (
     insert into images as known (${COLUMNS})
     select ${COLUMNS} from input where id not in (select id from gone) order by id
     on conflict (id, bucket) do update set
       resent = (known.image_deleted_at is not null)::int * ${STORED_AGAIN} + ${IS_CORRECTED}::int * ${CORRECTED},
       (${PLACE.join(', ')}) = ${row('excluded', PLACE)},
       ${PLATE.map((column) => `${column} = case when excluded.plate_number is null then known.${column} else excluded.${column} end`).join(', ')},
       received_at = case when known.image_deleted_at is null then known.received_at else excluded.received_at end,
       (${STORED.join(', ')}) = row(${STORED.map((column) => `case when known.image_deleted_at is null then known.${column} else excluded.${column} end`).join(', ')}),
       image_deleted_at = null
      where (known.image_deleted_at is not null or ${IS_CORRECTED} or ${IS_DEAD}) and ${IS_SAME_DETECTION}
     returning id, organization_id, byte_size,
       ${isNewOr(STORED_AGAIN)} as is_stored, ${isNewOr(CORRECTED)} or ${IS_DEAD} as is_queued
   ),
   queued as (
     insert into image_queue (image_id, bucket, organization_id, sighting_id, correlation_id, traceparent)
     select id, input.bucket, f.organization_id, next_sighting_id(input.bucket), input.correlation_id, input.traceparent
       from fresh f join input using (id)
      where f.is_queued order by id
     on conflict (image_id, bucket) do update set due_at = excluded.due_at, lease_id = null, attempts = 0, interruptions = 0,
       failure = null, died_at = null, delayed_since = null, correlation_id = excluded.correlation_id, traceparent = excluded.traceparent
   ),
   days as (
     insert into image_days as d (class, day, organization_id, bytes, first_received_at, last_received_at)
     select input.class, input.table_day, f.organization_id, sum(f.byte_size), min(input.received_at), max(input.received_at)
       from fresh f join input using (id) where f.is_stored group by 1, 2, 3 order by 1, 2, 3
     on conflict (organization_id, class, day) do update set bytes = d.bytes + excluded.bytes,
       first_received_at = least(d.first_received_at, excluded.first_received_at),
       last_received_at = greatest(d.last_received_at, excluded.last_received_at)
   ),
   counted as (
     insert into quota_usage as u (organization_id, name, period_start, used, granted)
     select a.organization_id, c.name, c.period_start, check_quota(a.organization_id, c.name, c.amount), c.amount
       from (select organization_id, count(*) as images, sum(byte_size) as bytes
               from fresh where is_stored group by organization_id) a,
            lateral (values ('images_per_day', $2::timestamptz, a.images),
                            ('stored_bytes', '-infinity'::timestamptz, a.bytes)) as c (name, period_start, amount)
      order by a.organization_id, c.name
     on conflict (organization_id, name) do update set
       used = check_quota(u.organization_id, u.name, ${USED_BEFORE} + excluded.granted),
       period_start = ${LATER_PERIOD}, granted = excluded.granted
   )
   select id, true as gone from gone union all select id, false from fresh`,
);

/** The images must have different ids. */
export async function insertImages(db: Db, images: NewImage[]): Promise<Map<string, Inserted>> {
  const day = periodStart('images_per_day', images[0]?.receivedAt ?? new Date());
  const corrections = images.filter(({ isCorrection }) => isCorrection).map(({ id }) => id);
  const rows = await retryOnDeadlock(() =>
    db.rows<{ id: string; gone: boolean }>(insert, [JSON.stringify(images.map(toRow)), day, corrections]),
  );
  const found = new Map<string, Inserted>(images.map(({ id }) => [id, 'known']));
  for (const { id, gone } of rows) found.set(id, gone ? 'deleted' : 'queued');
  return found;
}

const newest = statement('images.newest', 'select max(last_received_at) as received_at from image_days');

/** When the newest image was received, null if there is none. */
export async function newestImageAt(db: Db): Promise<Date | null> {
  return (await db.row<{ received_at: Date | null }>(newest))?.received_at ?? null;
}

function toRow({ id, organizationId, receivedAt, record, sha256, byteSize, facts, force, origin }: NewImage) {
  const place = blobPlace({ id, sha256 });
  return {
    id,
    class: place.class,
    day: place.day,
    table_day: partitionOf(id).from,
    bucket: bucketOfImage(id),
    organization_id: organizationId,
    received_at: receivedAt,
    hash: sha256.toString('hex'),
    byte_size: byteSize,
    ...facts,
    ...record,
    correlation_id: origin?.correlationId ?? null,
    traceparent: origin?.traceparent ?? null,
    force,
  };
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
