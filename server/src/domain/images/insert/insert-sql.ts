import { names } from '../../../lib/names.ts';
import { LATER_PERIOD, USED_BEFORE } from '../../quotas/quota-store.ts';

/** What a request says of an image. */
export const COLUMNS = `id, bucket, organization_id, received_at, source, time_captured, sha256, byte_size, format, width, height,
  box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
  alpr_confidence, alpr_state, plate_number`;

const PLACE = names(
  'box_xmin box_ymin box_xmax box_ymax latitude longitude city state route traffic_direction',
);
const EXCLUDED_BOX = PLACE.slice(0, 4).map((column) => `excluded.${column}`);
/** An image whose plates were covered has a different file from the one that was sent. */
const STORED = ['sha256', 'byte_size', 'width', 'height'];
const PLATE = ['alpr_confidence', 'alpr_state', 'plate_number'];
const row = (table: string, columns: string[]) =>
  `(${columns.map((column) => `${table}.${column}`).join(', ')})`;
const differ = (columns: string[]) => `${row('known', columns)} is distinct from ${row('excluded', columns)}`;
/** A request without a plate does not remove the plate of an earlier request. */
const IS_CORRECTED = `(${differ(PLACE)} or (excluded.plate_number is not null and ${differ(PLATE)}))`;
/**
 * Two detections of a frame overlap by less than 0.3, and the Jaccard distance is a metric, so a box with this overlap is
 * nearer to this detection than to any other.
 */
const SURELY_SAME = 0.65;
/** `box`: that of the request. `isCorrection`: whether the row is known to be the one that is corrected. */
export const isSameDetection = (box: string[], isCorrection: string) =>
  `(${isCorrection} or detection_overlap(known.box_xmin, known.box_ymin, known.box_xmax, known.box_ymax, ${box.join(', ')},
     known.width, known.height) >= ${SURELY_SAME})`;
/** The bits of `resent`. It is null in a row that is new. */
export const STORED_AGAIN = 1;
export const CORRECTED = 2;
export const isNewOr = (bit: number) => `coalesce(known.resent & ${bit} <> 0, true)`;

/** Of a row that is known. `isDead`: whether it failed. */
export const onKnown = (isDead: string, isCorrection: string) => `on conflict (id, bucket) do update set
  resent = (known.image_deleted_at is not null)::int * ${STORED_AGAIN} + ${IS_CORRECTED}::int * ${CORRECTED},
  (${PLACE.join(', ')}) = ${row('excluded', PLACE)},
  ${PLATE.map((column) => `${column} = case when excluded.plate_number is null then known.${column} else excluded.${column} end`).join(', ')},
  received_at = case when known.image_deleted_at is null then known.received_at else excluded.received_at end,
  (${STORED.join(', ')}) = row(${STORED.map((column) => `case when known.image_deleted_at is null then known.${column} else excluded.${column} end`).join(', ')}),
  image_deleted_at = null
  where (known.image_deleted_at is not null or ${IS_CORRECTED}${isDead}) and ${isSameDetection(EXCLUDED_BOX, isCorrection)}`;

/** The row of an image that is queued, maybe again. */
export const QUEUE_COLUMNS = 'image_id, bucket, organization_id, sighting_id, correlation_id, traceparent';
export const QUEUE_AGAIN = `on conflict (image_id, bucket) do update set due_at = excluded.due_at, lease_id = null, attempts = 0,
  interruptions = 0, failure = null, died_at = null, delayed_since = null, correlation_id = excluded.correlation_id,
  traceparent = excluded.traceparent`;

/** $1: the rows of `newRow` as JSON. */
export const INPUT = `input as materialized (
     select i.*, decode(i.hash, 'hex') as sha256
       from json_to_recordset($1::json) as i(
         id uuid, bucket smallint, organization_id integer, received_at timestamptz, source text, time_captured timestamptz, hash text,
         byte_size integer, format text, width integer, height integer, box_xmin float8, box_ymin float8,
         box_xmax float8, box_ymax float8, latitude float8, longitude float8, city text, state text, route text,
         traffic_direction text, alpr_confidence float8, alpr_state text, plate_number text,
         correlation_id uuid, traceparent text, force boolean, class integer, day integer, table_day integer)
   )`;

/** Locks the marks of blobs and days that are being deleted. `gone`: the images whose files may be deleted already. */
export const GONE = `mark as materialized (
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
   )`;

/**
 * The counters, from `fresh` (id, organization_id, byte_size, is_stored). $2: the first moment of the day. `which`: of the images
 * whose receipt counts.
 */
export const counters = (which: string) => `days as (
     insert into image_days as d (class, day, organization_id, bytes, first_received_at, last_received_at)
     select input.class, input.table_day, f.organization_id, coalesce(sum(f.byte_size) filter (where f.is_stored), 0), min(input.received_at), max(input.received_at)
       from fresh f join input using (id) ${which} group by 1, 2, 3 order by 1, 2, 3
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
   )`;
