import type { CameraHealth, CameraProblem } from '../../../contract/admin/camera-health.ts';
import { type Db, statement } from '../../../db/database.ts';

const MAX_CAMERAS = 2_000;
/** The same hours of the week in as many weeks before are usual for a camera. */
const WEEKS = 4;
/** Fewer images say nothing about a share. */
const LEAST_JUDGED = 20;
const LEAST_USUAL = 50;
/** It reads less when its share is below this part of the usual one, and chance would not explain that. */
const LESS = 0.6;
const LEAST_DEVIATIONS = 3;
const LEAST_SAME = 5;
/** Light and focus of the last hours are compared with the same hours of the day on as many days before. */
const LOOK_HOURS = 6;
const LOOK_DAYS = 14;
const LEAST_DAYS = 3;
const LEAST_MEASURED = 10;
/** Below these parts of its usual values. A camera that is usually almost black cannot become dark. */
const DARK = 0.4;
const BLURRED = 0.5;
const LEAST_BRIGHTNESS = 0.04;
/** Clocks that are set over the network agree to seconds. */
const AHEAD_SECONDS = 120;
const BEHIND_SECONDS = 86_400;

/** Weighted by the images of each hour. */
const LOOKS = ['brightness', 'usual_brightness', 'sharpness', 'usual_sharpness']
  .map(
    (name) =>
      `sum(${name}::float8 * measured) / sum(measured) filter (where ${name} is not null) / 1000 as ${name}`,
  )
  .join(', ');

const health = statement(
  'cameras.health',
  `with recent as (
     select * from camera_hours
      where hour >= $2::timestamptz - interval '24 hours' and ($1::int is null or organization_id = $1)
   ), usual as (
     select r.organization_id, r.source, sum(u.judged)::int as judged, sum(u.identified)::int as identified
       from recent r cross join generate_series(1, ${WEEKS}) weeks
       join camera_hours u on u.organization_id = r.organization_id and u.source = r.source
                          and u.hour = r.hour - weeks * interval '7 days'
      group by 1, 2
   ), day as (
     select organization_id, source, sum(judged)::int as judged, sum(identified)::int as identified,
            percentile_disc(0.5) within group (order by lag_seconds) as lag_seconds
       from recent group by 1, 2
   ), frozen as (
     select distinct on (organization_id, source) organization_id, source, images as same_images, distinct_images = 1 as is_frozen
       from recent where images >= ${LEAST_SAME} order by organization_id, source, hour desc
   ), looks as (
     select r.organization_id, r.source, r.measured, r.brightness, r.sharpness, u.usual_brightness, u.usual_sharpness
       from recent r, lateral (
         select percentile_disc(0.5) within group (order by e.brightness) as usual_brightness,
                percentile_disc(0.5) within group (order by e.sharpness) as usual_sharpness
           from generate_series(1, ${LOOK_DAYS}) days
           join camera_hours e on e.organization_id = r.organization_id and e.source = r.source
                              and e.hour = r.hour - days * interval '1 day' and e.measured > 0
         having count(*) >= ${LEAST_DAYS}) u
      where r.measured > 0 and r.hour > $2::timestamptz - interval '${LOOK_HOURS} hours'
   ), look as (
     select organization_id, source, sum(measured)::int as measured, ${LOOKS}
       from looks group by 1, 2
   ), last as (
     select distinct on (organization_id, source) organization_id, source, latitude, longitude
       from camera_hours where hour >= $2::timestamptz - interval '30 days' and ($1::int is null or organization_id = $1)
      order by organization_id, source, hour desc
   )
   select l.organization_id, l.source, l.latitude, l.longitude, coalesce(d.judged, 0) as judged,
          coalesce(d.identified, 0) as identified, coalesce(u.judged, 0) as usual_judged,
          coalesce(u.identified, 0) as usual_identified, d.lag_seconds,
          case when f.is_frozen then f.same_images else 0 end as same_images,
          coalesce(k.measured, 0) as measured, k.brightness, k.usual_brightness, k.sharpness, k.usual_sharpness
     from last l left join day d using (organization_id, source) left join usual u using (organization_id, source)
     left join frozen f using (organization_id, source) left join look k using (organization_id, source)
    order by l.organization_id, l.source limit ${MAX_CAMERAS}`,
);

export type HealthRow = {
  organization_id: number;
  source: string;
  latitude: number;
  longitude: number;
  judged: number;
  identified: number;
  usual_judged: number;
  usual_identified: number;
  /** Null without an image in the last 24 hours. */
  lag_seconds: number | null;
  /** How many images of its last busy hour were the same; 0 if they differed. */
  same_images: number;
  /** Images of the last hours whose light was measured, from 0 to 1, and what is usual at these hours. */
  measured: number;
  brightness: number | null;
  usual_brightness: number | null;
  sharpness: number | null;
  usual_sharpness: number | null;
};

export async function readHealth(db: Db, organizationId: number | null, now: Date): Promise<HealthRow[]> {
  return db.rows<HealthRow>(health, [organizationId, now]);
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
const percent = (value: number) => `${Math.round(value * 100)} %`;

/** What is wrong with a camera, the most serious first. */
export function problemsOf(row: HealthRow, isSilent: boolean): CameraProblem[] {
  const problems: CameraProblem[] = [];
  const add = (kind: CameraProblem['kind'], text: string) => problems.push({ kind, text });
  if (isSilent) add('silent', 'It sends no images.');
  if (row.same_images > 0)
    add('frozen', `The last ${row.same_images} images of an hour were the same picture.`);
  const { lag_seconds: lag } = row;
  if (lag !== null && lag < -AHEAD_SECONDS)
    add('clock', `Its clock is ${Math.round(-lag / 60)} minutes ahead.`);
  if (lag !== null && lag > BEHIND_SECONDS)
    add('clock', `Its clock is behind, or its images arrive ${Math.round(lag / 3_600)} hours late.`);
  const { brightness, usual_brightness, sharpness, usual_sharpness } = row;
  const isDark =
    usual_brightness !== null &&
    usual_brightness >= LEAST_BRIGHTNESS &&
    isBelow(row, brightness, usual_brightness * DARK);
  if (isDark)
    add(
      'dark',
      `Its images are dark: a brightness of ${percent(brightness ?? 0)}, usually ${percent(usual_brightness)} at these hours.`,
    );
  // A dark image has nothing that could be sharp.
  if (!isDark && usual_sharpness !== null && isBelow(row, sharpness, usual_sharpness * BLURRED))
    add(
      'blurred',
      `Its images are blurred: a sharpness of ${percent(sharpness ?? 0)}, usually ${percent(usual_sharpness)} at these hours.`,
    );
  const now = share(row.identified, row.judged);
  const usual = share(row.usual_identified, row.usual_judged);
  if (now !== null && usual !== null && isLess(row, now, usual))
    add(
      'reads_less',
      `It identified ${percent(now)} of its images, usually ${percent(usual)} at these hours.`,
    );
  return problems;
}

const isBelow = ({ measured }: HealthRow, value: number | null, limit: number) =>
  measured >= LEAST_MEASURED && value !== null && value < limit;

/** A test of two shares, so that few images at a quiet hour are no problem. */
function isLess(
  { judged, usual_judged: before, identified, usual_identified }: HealthRow,
  now: number,
  usual: number,
) {
  if (judged < LEAST_JUDGED || before < LEAST_USUAL || now >= usual * LESS) return false;
  const pooled = (identified + usual_identified) / (judged + before);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / judged + 1 / before));
  return deviation > 0 && (usual - now) / deviation >= LEAST_DEVIATIONS;
}

export function healthOf(
  row: HealthRow,
  isSilent: boolean,
): Pick<
  CameraHealth,
  'problems' | 'share_identified' | 'usual_share' | 'lag_seconds' | 'latitude' | 'longitude'
> {
  return {
    problems: problemsOf(row, isSilent),
    share_identified: share(row.identified, row.judged),
    usual_share: share(row.usual_identified, row.usual_judged),
    lag_seconds: row.lag_seconds,
    latitude: row.latitude,
    longitude: row.longitude,
  };
}
