import type { ImageState } from '../../contract/image.ts';
import type { OcrScore } from '../../contract/schema.ts';
import { type Db, statement } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { identifier } from '../../lib/identifiers/comparable.ts';

import type { ImageService } from './image-service.ts';
import { stateOf } from './image-state.ts';
import { findImage, type ImageRow } from './store.ts';

export type ImageFilters = {
  source?: string | undefined;
  state?: ImageState | undefined;
  received_from?: Date | undefined;
  received_to?: Date | undefined;
  plate?: string | undefined;
  usdot_number?: number | undefined;
  /** Confidence level of the USDOT number. */
  confidence?: string | undefined;
};

export type ListedImage = {
  image_id: string;
  state: ImageState;
  failure_reason: string | null;
  source: string;
  time_captured: string;
  received_at: string;
  location_city: string;
  location_state: string;
  /** Of the sighting, or as sent by the partner; empty if there is none. */
  alpr_plate_number: string;
  usdot_number: string;
  confidence: OcrScore;
};

type Row = Pick<ImageRow, 'id' | 'source' | 'failure'> & {
  received_at: string;
  time_captured: string;
  recognized_at: string | null;
  died_at: string | null;
  city: string;
  state: string;
  plate: string | null;
  usdot_number: number | null;
  confidence: OcrScore | null;
};
type Scan = { images: Row[]; scanned: number; last_id: string | null };

/** Images that one statement looks at, and statements of one request. */
const SCAN = 4_000;
const MAX_SCANS = 5;

const FOUND = `i.id, i.received_at, i.source, i.time_captured, i.recognized_at, i.city, i.state, i.plate_number, i.sighting_id`;
const BEFORE = `i.organization_id = $1 and i.picture_deleted_at is null and (i.received_at, i.id) < ($2::timestamptz, $3::uuid)
  and i.received_at >= coalesce($5::timestamptz, '-infinity') and i.received_at < coalesce($6::timestamptz, 'infinity')`;

/** The level is stored with the observation of the sighting, which is looked up by its primary key. */
const filtered = (candidates: string) => `
  with candidates as materialized (${candidates}),
  found as (
    select c.id, c.received_at, c.source, c.time_captured, c.recognized_at, q.failure, q.died_at, c.city, c.state,
           coalesce(nullif(s.plate, ''), c.plate_number) as plate, s.usdot_number, o.usdot_number_ocr_score as confidence
      from candidates c left join image_queue q on q.image_id = c.id left join sightings s on s.id = c.sighting_id
      left join lateral (
        select usdot_number_ocr_score from observations o
         where o.usdot_number = s.usdot_number and o.time_captured = s.time_captured and o.id = s.id) o on true
     where ($7::text is null or c.source = $7)
       and ($8::text is null or $8 = case when q.died_at is not null then 'failed'
                                          when c.recognized_at is null then 'stored' else 'recognized' end)
       and ($9::text is null or o.usdot_number_ocr_score = $9)
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
        where organization_id = $1 and ($10::text is null or (plate = $10 and plate <> ''))
          and ($11::bigint is null or (usdot_number = $11 and usdot_number <> 0))
          and time_captured < least($2::timestamptz, coalesce($6::timestamptz, 'infinity')) + interval '1 day'
        order by time_captured desc limit ${SCAN}) s
      join images i on i.sighting_id = s.id where ${BEFORE} order by i.received_at desc, i.id desc limit ${SCAN}`,
  ),
);

export type ImagePage = { images: ListedImage[]; has_more: boolean; next_before: string | null };

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
  const found: Row[] = [];
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
): Promise<Scan> {
  const { source, state, received_from, received_to, plate, usdot_number, confidence } = filters;
  const end = start ?? { received_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const values: unknown[] = [organizationId, end.received_at, end.id, limit, received_from, received_to];
  values.push(source, state, confidence);
  const isOfVehicle = plate !== undefined || usdot_number !== undefined;
  if (isOfVehicle) values.push(plate === undefined ? null : identifier(plate), usdot_number);
  const row = await db.row<Scan>(
    isOfVehicle ? ofVehicle : newest,
    values.map((value) => value ?? null),
  );
  return row ?? { images: [], scanned: 0, last_id: null };
}

function pageOf(rows: Row[], next: string | null): ImagePage {
  const images = rows.map(
    (row): ListedImage => ({
      image_id: row.id,
      state: stateOf(row),
      failure_reason: row.died_at === null ? null : row.failure,
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
