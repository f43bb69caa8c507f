import type { Static } from 'typebox';
import type { ImageSummary, ImagesQuery } from '../../contract/image.ts';
import type { OcrScore } from '../../contract/schema.ts';
import { type Db, statement } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { identifier } from '../../lib/identifiers/comparable.ts';
import { findImage, type ImageRow, reasonsOf, stateOf } from './image-rows.ts';
import type { ImageService } from './image-service.ts';

type ImageFilters = Omit<Static<typeof ImagesQuery>, 'before' | 'page_size'>;

type ListedImage = Omit<Static<typeof ImageSummary>, 'thumbnail_url'>;

type Row = Pick<ImageRow, 'id' | 'source' | 'failure'> & {
  received_at: string;
  time_captured: string;
  recognized_at: string | null;
  died_at: string | null;
  delayed_since: string | null;
  city: string;
  state: string;
  plate: string | null;
  usdot_number: number | null;
  sighting_id: number | null;
  sighted_at: string | null;
};
type Leveled = Row & { confidence: OcrScore | null };
type Scan<Image = Row> = { images: Image[]; scanned: number; last_id: string | null };

/** Images that one statement looks at, and statements of one request. */
const SCAN = 4_000;
const MAX_SCANS = 5;
/** Images whose levels one statement reads. */
const LEVELS = 250;

const FOUND = `i.id, i.received_at, i.source, i.time_captured, i.recognized_at, i.city, i.state, i.plate_number, i.sighting_id`;
const BEFORE = `i.organization_id = $1 and i.image_deleted_at is null and (i.received_at, i.id) < ($2::timestamptz, $3::uuid)
  and i.received_at >= coalesce($5::timestamptz, '-infinity') and i.received_at < coalesce($6::timestamptz, 'infinity')`;

/** $9: only images with a sighting. */
const filtered = (candidates: string) => `
  with candidates as materialized (${candidates}),
  found as (
    select c.id, c.received_at, c.source, c.time_captured, c.recognized_at, q.failure, q.died_at, q.delayed_since, c.city, c.state,
           coalesce(nullif(s.alpr_plate_number, ''), c.plate_number) as plate, s.usdot_number, s.id as sighting_id, s.time_captured as sighted_at
      from candidates c left join image_queue q on q.image_id = c.id left join sightings s on s.id = c.sighting_id
     where ($7::text is null or c.source = $7)
       and ($8::text is null or $8 = case when q.died_at is not null then 'failed'
                                          when c.recognized_at is null then 'stored' else 'recognized' end)
       and (not $9::boolean or s.id is not null)
     order by c.received_at desc, c.id desc limit $4
  )
  select coalesce((select json_agg(f order by f.received_at desc, f.id desc) from found f), '[]') as images,
         (select count(*) from candidates) as scanned,
         (select id from candidates order by received_at, id limit 1) as last_id`;

/** Cost: one range of images_by_age, read backward from the end of the previous page. */
const newest = statement(
  'images.list.newest',
  filtered(
    `select ${FOUND} from images i where ${BEFORE} order by i.received_at desc, i.id desc limit ${SCAN}`,
  ),
);
/**
 * Cost: one range of sightings_by_plate or sightings_by_usdot. An image cannot be captured more than a day after it was
 * received, so that sightings after the end of the page are not read.
 */
const ofVehicle = statement(
  'images.list.of-vehicle',
  filtered(
    `select ${FOUND} from (
       select id from sightings
        where organization_id = $1 and ($10::text is null or (alpr_plate_number = $10 and alpr_plate_number <> ''))
          and ($11::bigint is null or (usdot_number = $11 and usdot_number <> 0))
          and time_captured < least($2::timestamptz, coalesce($6::timestamptz, 'infinity')) + interval '1 day'
        order by time_captured desc limit ${SCAN}) s
      join images i on i.sighting_id = s.id where ${BEFORE} order by i.received_at desc, i.id desc limit ${SCAN}`,
  ),
);

/**
 * The levels are stored with the observations, which may be on other servers. Cost: one probe of the primary key for each
 * sighting: the comparisons of whole keys keep the planner from trying every carrier with every time.
 */
const levels = statement(
  'images.list.levels',
  `select o.id, o.usdot_number_ocr_score as confidence
   from unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as k (usdot_number, time_captured, id)
   join observations o on (o.usdot_number, o.time_captured, o.id) >= (k.usdot_number, k.time_captured, k.id)
     and (o.usdot_number, o.time_captured, o.id) <= (k.usdot_number, k.time_captured, k.id)
     and o.time_captured = k.time_captured
   where o.usdot_number = any($1::bigint[]) and o.time_captured between $4::timestamptz and $5::timestamptz`,
);

type ImagePage = { images: ListedImage[]; has_more: boolean; next_before: string | null };

/**
 * The stored images of an organization, newest first. `before` is where the previous page ended. A request looks at a
 * limited number of images: a page can be short although `has_more` is true.
 */
export async function listImages(
  { db }: Pick<ImageService, 'db'>,
  organizationId: number,
  filters: ImageFilters,
  before: string | null,
  pageSize: number,
): Promise<ImagePage> {
  const found: Leveled[] = [];
  let at = before;
  for (let scans = 0; scans < MAX_SCANS; scans++) {
    const start = at === null ? null : await findImage(db, at);
    if (at !== null && start?.organization_id !== organizationId) {
      throw new AppError('not_found', 'There is no such image.');
    }
    // One extra row shows whether there are more.
    const wanted = pageSize - found.length;
    const { images, scanned, last_id } = await scan(db, organizationId, filters, start, wanted + 1);
    found.push(...images.slice(0, wanted));
    if (images.length > wanted) return pageOf(found, found.at(-1)?.id ?? null);
    if (scanned < SCAN) return pageOf(found, null);
    at = last_id;
  }
  return pageOf(found, at);
}

async function scan(
  db: Db,
  organizationId: number,
  filters: ImageFilters,
  start: Pick<ImageRow, 'id' | 'received_at'> | null,
  limit: number,
): Promise<Scan<Leveled>> {
  const { source, state, received_from, received_to, plate, usdot_number, confidence } = filters;
  const end = start ?? { received_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const values: unknown[] = [organizationId, end.received_at, end.id];
  values.push(confidence === undefined ? limit : SCAN, received_from, received_to);
  values.push(source, state, confidence !== undefined);
  const isOfVehicle = plate !== undefined || usdot_number !== undefined;
  if (isOfVehicle) values.push(plate === undefined ? null : identifier(plate), usdot_number);
  const row = await db.row<Scan>(
    isOfVehicle ? ofVehicle : newest,
    values.map((value) => value ?? null),
  );
  if (!row) return { images: [], scanned: 0, last_id: null };
  return { ...row, images: await withLevels(db, row.images, confidence, limit) };
}

/** The first images with this level, or with any. */
async function withLevels(
  db: Db,
  rows: Row[],
  wanted: string | undefined,
  limit: number,
): Promise<Leveled[]> {
  const found: Leveled[] = [];
  for (let start = 0; start < rows.length && found.length < limit; start += LEVELS) {
    const some = rows.slice(start, start + LEVELS);
    const levelOf = await readLevels(db, some);
    const leveled = some.map((row) => ({ ...row, confidence: levelOf.get(row.sighting_id) ?? null }));
    found.push(...leveled.filter(({ confidence }) => wanted === undefined || confidence === wanted));
  }
  return found.slice(0, limit);
}

async function readLevels(db: Db, rows: Row[]): Promise<Map<number | null, OcrScore | null>> {
  const seen = rows.flatMap(({ usdot_number, sighting_id: id, sighted_at: at }) =>
    id === null || at === null ? [] : [{ usdot_number, id, at, time: Date.parse(at) }],
  );
  if (seen.length === 0) return new Map();
  const times = seen.map(({ time }) => time);
  const found = await db.rows<{ id: number; confidence: OcrScore | null }>(levels, [
    seen.map(({ usdot_number }) => usdot_number),
    seen.map(({ at }) => at),
    seen.map(({ id }) => id),
    new Date(Math.min(...times)),
    // Milliseconds are rounded down.
    new Date(Math.max(...times) + 1),
  ]);
  return new Map(found.map(({ id, confidence }) => [id, confidence]));
}

function pageOf(rows: Leveled[], next: string | null): ImagePage {
  const images = rows.map(
    (row): ListedImage => ({
      image_id: row.id,
      state: stateOf(row),
      ...reasonsOf(row),
      source: row.source,
      time_captured: new Date(row.time_captured).toISOString(),
      received_at: new Date(row.received_at).toISOString(),
      location_city: row.city,
      location_state: row.state,
      alpr_plate_number: row.plate ?? '',
      usdot_number: row.usdot_number ? String(row.usdot_number) : '',
      confidence: row.confidence ?? 'N/A',
    }),
  );
  return { images, has_more: next !== null, next_before: next };
}
