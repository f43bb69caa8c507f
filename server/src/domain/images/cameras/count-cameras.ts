import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Database, type Statement, statement } from '../../../db/database.ts';

/** Hours of this many days are counted; older images are not. */
export const COUNTED_DAYS = 14;
/** Days without images until a camera is no longer listed. */
const LISTED_DAYS = 30;
/** Images of an hour may still be written shortly after it ended. */
const LATE = `interval '10 minutes'`;
/** Hours counted in one round besides the current one. */
const HOURS_PER_ROUND = 6;

const lock = statement('cameras.lock', `select pg_try_advisory_xact_lock(${LOCKS.countCameras}) as mine`);
const addHours = statement(
  'cameras.add-hours',
  `with old as (delete from camera_counts where hour < $1::timestamptz - interval '${COUNTED_DAYS} days'),
        old_hours as (delete from camera_hours where hour < $1::timestamptz - interval '${COUNTED_DAYS + 1} days'),
        old_days as (delete from camera_days where day < ($1 at time zone 'UTC')::date - ${LISTED_DAYS})
   insert into camera_counts (hour)
   select * from generate_series(date_trunc('hour', $1::timestamptz) - interval '${COUNTED_DAYS} days' + interval '1 hour',
                                 $1::timestamptz, interval '1 hour')
   on conflict do nothing`,
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
/**
 * Reads one range of images_by_age per organization. Hours whose images the retention may already have deleted keep
 * their counts.
 */
const countHour = statement(
  'cameras.count-hour',
  `with counted as (
     insert into camera_hours as c (hour, organization_id, source, images, read, failed, last_image_at, last_image_id)
     select $1, o.id, i.source, count(*), count(*) filter (where q.image_id is null),
            count(q.died_at), max(i.received_at), (array_agg(i.id order by i.received_at desc))[1]
       from organizations o, lateral (
         select id, source, received_at from images
          where organization_id = o.id and image_deleted_at is null
            and received_at >= $1::timestamptz and received_at < $1::timestamptz + interval '1 hour') i
       left join image_queue q on q.image_id = i.id
      where $1::timestamptz > $2::timestamptz - (o.image_retention_days * interval '1 day' - interval '1 hour')
      group by o.id, i.source
     on conflict (hour, organization_id, source) do update set
       images = excluded.images, read = excluded.read, failed = excluded.failed,
       last_image_at = excluded.last_image_at, last_image_id = excluded.last_image_id
     returning images - read - failed as waiting
   )
   update camera_counts set counted_at = $2, waiting = coalesce((select sum(waiting) from counted), 0) where hour = $1`,
);
const addUpDay = statement(
  'cameras.add-up-day',
  `insert into camera_days as c (organization_id, day, source, images, read, failed, last_image_at, last_image_id)
   select organization_id, $1::date, source, sum(images), sum(read), sum(failed), max(last_image_at),
          (array_agg(last_image_id order by last_image_at desc))[1]
     from camera_hours
    where hour >= $1::date::timestamp at time zone 'UTC' and hour < ($1::date + 1)::timestamp at time zone 'UTC'
    group by organization_id, source
   on conflict (organization_id, day, source) do update set
     images = excluded.images, read = excluded.read, failed = excluded.failed,
     last_image_at = excluded.last_image_at, last_image_id = excluded.last_image_id
    where (c.images, c.read, c.failed, c.last_image_id) is distinct from
          (excluded.images, excluded.read, excluded.failed, excluded.last_image_id)`,
);

/**
 * Counts the images of each camera for the hours that may have changed. One worker counts at a time; each step is a
 * transaction. Returns whether hours are left that were never counted.
 */
export async function countCameras(database: Database, now: Date, signal?: AbortSignal): Promise<boolean> {
  await database.run(addHours, [now]);
  const rows = await database.rows<{ hour: Date; rank: number }>(chooseHours, [now]);
  const hours = [...new Map(rows.map(({ hour }) => [hour.getTime(), hour])).values()];
  const days = new Set(hours.map((hour) => hour.toISOString().slice(0, 10)));
  const steps: [Statement, unknown[]][] = [
    ...hours.map((hour): [Statement, unknown[]] => [countHour, [hour, now]]),
    ...[...days].map((day): [Statement, unknown[]] => [addUpDay, [day]]),
  ];
  for (const [step, values] of steps) {
    if (signal?.aborted) return false;
    const isMine = await database.transaction(async (tx) => {
      if (!(await tx.row<{ mine: boolean }>(lock))?.mine) return false;
      await tx.run(step, values);
      return true;
    });
    if (!isMine) return false;
  }
  return rows.filter(({ rank }) => rank === 1).length === HOURS_PER_ROUND;
}
