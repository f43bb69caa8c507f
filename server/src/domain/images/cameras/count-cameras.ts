import { CAMERA_HOURS_DAYS } from '../../../contract/admin/camera.ts';
import { IDENTIFIED_BY } from '../../../contract/read-results.ts';
import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Database, type Statement, statement, type Transaction } from '../../../db/database.ts';
import { receivedTables, TABLE_WITHOUT_DAY, withTables } from '../retention/received-tables.ts';

/** Hours of this many days are counted; older images are not. */
export const COUNTED_DAYS = 14;
/** Days without images until a camera is no longer listed. */
const LISTED_DAYS = 30;
const HOUR_MS = 3_600_000;
/** Images of an hour may still be written shortly after it ended. */
const LATE = `interval '10 minutes'`;
/** Hours counted in one round besides the current one. */
const HOURS_PER_ROUND = 6;

const lock = statement('cameras.lock', `select pg_try_advisory_xact_lock(${LOCKS.countCameras}) as mine`);
const anyCount = statement('cameras.any-count', 'select 1 from camera_counts limit 1');
const anyImage = statement('cameras.any-image', 'select 1 from images limit 1');
const addHours = statement(
  'cameras.add-hours',
  `with old as (delete from camera_counts where hour < $1::timestamptz - interval '${COUNTED_DAYS} days'),
        old_hours as (delete from camera_hours where hour < $1::timestamptz - interval '${CAMERA_HOURS_DAYS} days'),
        old_days as (delete from camera_days where day < ($1 at time zone 'UTC')::date - ${LISTED_DAYS})
   insert into camera_counts (hour, counted_at)
   select hour, $2::timestamptz
     from generate_series(date_trunc('hour', $1::timestamptz) - interval '${COUNTED_DAYS} days' + interval '1 hour',
                          $1::timestamptz, interval '1 hour') hour
   on conflict do nothing`,
);
/**
 * Whether it is time for another round. All workers together run about one round a minute, and fewer if the last hour has so
 * many images that counting them is slow (2 to 3 seconds for a million).
 */
const isDue = statement(
  'cameras.is-due',
  `select coalesce(bool_or(counted_at = '-infinity'), true)
          or max(counted_at) <= $1::timestamptz - greatest(interval '50 seconds',
               (select sum(images) from camera_hours where hour = date_trunc('hour', $1::timestamptz) - interval '1 hour')
                 * interval '100 microseconds') as is_due
     from camera_counts`,
);
/**
 * The current hour, then hours that were never counted, then hours with waiting images, then the hour that was counted
 * longest ago: images of any hour may be read again.
 */
const chooseHours = statement(
  'cameras.choose-hours',
  `(select hour, 0 as rank from camera_counts where hour > $1::timestamptz - interval '1 hour' - ${LATE})
   union
   (select hour, 1 from camera_counts where counted_at = '-infinity' order by hour desc limit ${HOURS_PER_ROUND})
   union
   (select hour, 2 from camera_counts where waiting > 0 order by counted_at limit ${HOURS_PER_ROUND})
   union
   (select hour, 3 from camera_counts order by counted_at limit 1)
   order by rank, hour desc`,
);
const IDENTIFIED = `(${IDENTIFIED_BY.map((name) => `'${name}'`).join(', ')})`;
/** Hours whose images the retention may already have deleted keep their counts. */
const HAS_ALL_IMAGES = `$1::timestamptz > $2::timestamptz - (o.image_retention_days * interval '1 day' - interval '1 hour')`;
const COUNTED =
  'id, bucket, source, received_at, time_captured, read_result, sha256, latitude, longitude, brightness, sharpness';
/** Seconds from the capture to the receipt, within a year. */
const LAG = `greatest(-31536000, least(31536000, extract(epoch from received_at - time_captured)))`;
/**
 * Reads one range of images_by_age per organization in each table. An image that failed for good may have the result of an
 * earlier reading.
 */
const countHour = (tables: string[]): Statement => ({
  name: '',
  text: `with received as materialized (
     select o.id as organization_id, i.*, q.image_id is null as is_read, q.died_at
       from organizations o, lateral (
         select ${COUNTED} from (${tables
           .map((table) => `select ${COUNTED}, organization_id, image_deleted_at from ${table}`)
           .join(' union all ')}) images
          where organization_id = o.id and image_deleted_at is null
            and received_at >= $1::timestamptz and received_at < $1::timestamptz + interval '1 hour') i
       left join image_queue q on q.image_id = i.id and q.bucket = i.bucket
      where ${HAS_ALL_IMAGES}
   ), results as (
     select organization_id, source, count(*) as images, count(*) filter (where is_read) as read, count(died_at) as failed,
            case when died_at is not null and (read_result is null or read_result in ${IDENTIFIED}) then 'failed'
                 when died_at is not null or is_read then read_result end as result
       from received group by organization_id, source, result
   ), marks as (
     select organization_id, source, count(distinct sha256) as distinct_images,
            percentile_disc(0.5) within group (order by ${LAG})::int as lag_seconds, count(brightness) as measured,
            percentile_disc(0.5) within group (order by brightness) as brightness,
            percentile_disc(0.5) within group (order by sharpness) as sharpness,
            (array_agg(received_at order by received_at desc))[1] as last_image_at,
            (array_agg(id order by received_at desc))[1] as last_image_id,
            (array_agg(latitude order by received_at desc))[1] as latitude,
            (array_agg(longitude order by received_at desc))[1] as longitude
       from received group by organization_id, source
   ), counted as (
     insert into camera_hours as c
       (hour, organization_id, source, images, read, failed, judged, identified, results, last_image_at, last_image_id,
        distinct_images, lag_seconds, latitude, longitude, measured, brightness, sharpness)
     select $1, organization_id, source, sum(images), sum(read), sum(failed), coalesce(sum(images) filter (where result is not null), 0),
            coalesce(sum(images) filter (where result in ${IDENTIFIED}), 0),
            coalesce(jsonb_object_agg(result, images) filter (where result is not null), '{}'),
            m.last_image_at, m.last_image_id, m.distinct_images, m.lag_seconds, m.latitude, m.longitude,
            m.measured, m.brightness, m.sharpness
       from results join marks m using (organization_id, source)
      group by organization_id, source, m.last_image_at, m.last_image_id, m.distinct_images, m.lag_seconds, m.latitude, m.longitude,
            m.measured, m.brightness, m.sharpness
     on conflict (hour, organization_id, source) do update set
       images = excluded.images, read = excluded.read, failed = excluded.failed,
       last_image_at = excluded.last_image_at, last_image_id = excluded.last_image_id,
       judged = excluded.judged, identified = excluded.identified, results = excluded.results,
       distinct_images = excluded.distinct_images, lag_seconds = excluded.lag_seconds,
       latitude = excluded.latitude, longitude = excluded.longitude,
       measured = excluded.measured, brightness = excluded.brightness, sharpness = excluded.sharpness
     returning organization_id, source, images - read - failed as waiting
   ), erased as (
     delete from camera_hours c using organizations o
      where c.hour = $1 and o.id = c.organization_id and ${HAS_ALL_IMAGES}
        and not exists (select from counted n where n.organization_id = c.organization_id and n.source = c.source)
   )
   update camera_counts set counted_at = $2, waiting = coalesce((select sum(waiting) from counted), 0) where hour = $1`,
});
const addUpDay = statement(
  'cameras.add-up-day',
  `with hours as (
     select * from camera_hours
      where hour >= $1::date::timestamp at time zone 'UTC' and hour < ($1::date + 1)::timestamp at time zone 'UTC'
   ), erased as (
     delete from camera_days d where d.day = $1::date
        and not exists (select from hours h where h.organization_id = d.organization_id and h.source = d.source)
   )
   insert into camera_days as c
     (organization_id, day, source, images, read, failed, last_image_at, last_image_id, judged, identified)
   select organization_id, $1::date, source, sum(images), sum(read), sum(failed), max(last_image_at),
          (array_agg(last_image_id order by last_image_at desc))[1], sum(judged), sum(identified)
     from hours group by organization_id, source
   on conflict (organization_id, day, source) do update set
     images = excluded.images, read = excluded.read, failed = excluded.failed,
     last_image_at = excluded.last_image_at, last_image_id = excluded.last_image_id,
     judged = excluded.judged, identified = excluded.identified
    where (c.images, c.read, c.failed, c.last_image_id, c.judged, c.identified) is distinct from
          (excluded.images, excluded.read, excluded.failed, excluded.last_image_id, excluded.judged, excluded.identified)`,
);

type Options = {
  signal?: AbortSignal;
  /** Does nothing if any worker has counted a short time ago. */
  isPaced?: boolean;
};

/**
 * Counts the images of each camera for the hours that may have changed. One worker counts at a time; each step is a
 * transaction. Returns whether hours are left that were never counted.
 */
export async function countCameras(
  database: Database,
  now: Date,
  { signal, isPaced = false }: Options = {},
): Promise<boolean> {
  // A new installation has no images, so its last 336 hours are marked as counted instead of being counted one by one.
  const isEmpty = (await database.row(anyCount)) === null && (await database.row(anyImage)) === null;
  await database.run(addHours, [now, isEmpty ? now : '-infinity']);
  if (isPaced && !(await database.row<{ is_due: boolean }>(isDue, [now]))?.is_due) return false;
  const rows = await database.rows<{ hour: Date; rank: number }>(chooseHours, [now]);
  const hours = [...new Map(rows.map(({ hour }) => [hour.getTime(), hour])).values()];
  const days = new Set(hours.map((hour) => hour.toISOString().slice(0, 10)));
  const steps = [
    ...hours.map((hour) => (tx: Transaction) => countOne(tx, hour, now)),
    ...[...days].map((day) => (tx: Transaction) => tx.run(addUpDay, [day])),
  ];
  for (const step of steps) {
    if (signal?.aborted) return false;
    const count = () =>
      database.transaction(async (tx) => {
        if (!(await tx.row<{ mine: boolean }>(lock))?.mine) return false;
        await step(tx);
        return true;
      });
    if (!(await withTables(count))) return false;
  }
  return rows.filter(({ rank }) => rank === 1).length === HOURS_PER_ROUND;
}

async function countOne(tx: Transaction, hour: Date, now: Date): Promise<void> {
  const end = new Date(hour.getTime() + HOUR_MS);
  const received = await receivedTables(tx, { organizationId: null, from: hour, to: end, most: null });
  const tables = received.filter(({ exists }) => exists).map(({ name }) => name);
  await tx.run(countHour([TABLE_WITHOUT_DAY, ...tables]), [hour, now]);
}
