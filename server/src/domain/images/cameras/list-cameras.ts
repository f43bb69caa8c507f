import type { Static } from 'typebox';
import type { Camera } from '../../../contract/admin/camera.ts';
import { type Db, statement } from '../../../db/database.ts';
import { COUNTED_DAYS } from './count-cameras.ts';

/** A busy camera is silent sooner than others. */
const BUSY_IMAGES_PER_DAY = 100;
const BUSY_SILENT_HOURS = 6;
const SILENT_HOURS = 24;
/** Sources of pictures that people send: the console's uploads, and stored dock checks. They are never silent. */
const PEOPLE = ['uploads', 'dock-check'];
export const SILENT_RULE = `No image for ${BUSY_SILENT_HOURS} hours from a camera that sends ${BUSY_IMAGES_PER_DAY} or more images on an average day, or for ${SILENT_HOURS} hours from any other camera. Pictures that people upload are of no camera.`;

type Sums = Record<(typeof SUMS)[number], number>;
type CameraRow = Omit<Static<typeof Camera>, 'share_read' | 'share_identified'> & Sums;

/** Over the two weeks. */
const SUMS = ['read', 'failed', 'judged', 'identified'] as const;
const sums = SUMS.map(
  (name) => `coalesce(sum(c.${name}) filter (where c.day > t.today - ${COUNTED_DAYS}), 0)::int as ${name}`,
).join(', ');

const days = Array.from(
  { length: COUNTED_DAYS },
  (_, index) =>
    `coalesce(sum(c.images) filter (where c.day = t.today - ${COUNTED_DAYS - 1 - index}), 0)::int`,
).join(', ');
/** The average over the days from the first to the last image of the two weeks. */
const AVERAGE = `sum(c.images) filter (where c.day > t.today - ${COUNTED_DAYS})::float8
  / greatest(1, max(c.day) - greatest(min(c.day), t.today - ${COUNTED_DAYS - 1}) + 1)`;

/** $1 organization or null, $2 now, $3 a part of the name or '', $4 only silent cameras. One row per camera and day is read. */
const cameras = `
  with cameras as (
    select c.organization_id, c.source, max(c.last_image_at) as last_image_at,
           (array_agg(c.last_image_id order by c.last_image_at desc))[1] as last_image_id, array[${days}] as images_per_day,
           ${sums},
           c.source <> all('{${PEOPLE.join(',')}}') and max(c.last_image_at) < $2::timestamptz - case when coalesce(${AVERAGE}, 0) >= ${BUSY_IMAGES_PER_DAY}
             then interval '${BUSY_SILENT_HOURS} hours' else interval '${SILENT_HOURS} hours' end as is_silent
      from camera_days c, (select ($2::timestamptz at time zone 'UTC')::date as today) t
     where ($1::int is null or c.organization_id = $1) and strpos(lower(c.source), lower($3)) > 0
     group by c.organization_id, c.source, t.today
  )`;
const page = statement(
  'cameras.page',
  `${cameras}
   select c.*, o.name as organization_name from cameras c join organizations o on o.id = c.organization_id
    where c.is_silent or not $4 order by c.is_silent desc, o.name, c.source limit $5 offset $6`,
);
const totals = statement(
  'cameras.totals',
  `${cameras}
   select count(*)::int as total, count(*) filter (where is_silent)::int as silent,
          (select max(counted_at) from camera_counts where counted_at > '-infinity') as counted_at
     from cameras where is_silent or not $4`,
);

type CameraFilter = { organizationId: number | null; source: string; silentOnly: boolean };
type CameraTotals = { total: number; silent: number; counted_at: Date | null };

/** Silent cameras first. */
export async function listCameras(
  db: Db,
  { organizationId, source, silentOnly }: CameraFilter,
  now: Date,
  limit: number,
  offset: number,
): Promise<CameraTotals & { cameras: CameraRow[] }> {
  const filter = [organizationId, now, source, silentOnly];
  const rows = await db.rows<CameraRow>(page, [...filter, limit, offset]);
  const found = await db.row<CameraTotals>(totals, filter);
  return { ...(found ?? { total: 0, silent: 0, counted_at: null }), cameras: rows };
}
