import type { Static } from 'typebox';
import type { ImageSummary, ImagesQuery } from '../../contract/image.ts';
import type { OcrScore } from '../../contract/schema.ts';
import { type Db, type Statement, statement } from '../../db/database.ts';
import { bucketRanges } from '../../db/nodes/bucket-ranges.ts';
import { AppError } from '../../lib/errors.ts';
import { identifier } from '../../lib/identifiers/comparable.ts';
import { findImage, type ImageRow, reasonsOf, stateOf } from './image-rows.ts';
import {
  type ReceivedTable,
  receivedTables,
  TABLE_WITHOUT_DAY,
  withTables,
} from './retention/received-tables.ts';
import { KEPT_CLASS } from './retention/retention-classes.ts';

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
type Scan = { images: Row[]; scanned: number; last_id: string | null; last_received_at: Date | null };

/** Images that one statement looks at if there are filters, and statements of one request. */
const SCAN = 4_000;
const MAX_SCANS = 5;
/** Images whose levels one statement reads. */
const LEVELS = 250;
/** Partitions that the first statement reads. If they do not fill the page, the next one reads this many times more. */
const FIRST_TABLES = 4;
const GROWTH = 4;

const FOUND = `i.id, i.bucket, i.received_at, i.source, i.time_captured, i.recognized_at, i.city, i.state, i.plate_number, i.sighting_id`;
const BEFORE = `i.organization_id = $1 and i.image_deleted_at is null and (i.received_at, i.id) < ($2::timestamptz, $3::uuid)
  and i.received_at >= coalesce($5::timestamptz, '-infinity') and i.received_at < coalesce($6::timestamptz, 'infinity')`;
const NEWEST_FIRST = 'order by i.received_at desc, i.id desc limit $10';

/** What one statement reads: a table and, for a vehicle, the sightings whose images may be in it. */
type Source = { table: string; sightingIds: number[] | undefined };

/** What is shown of the queue and of the sighting of an image `c`. */
const JOINED = `q.failure, q.died_at, q.delayed_since, s.alpr_plate_number, s.usdot_number, s.id as existing_id, s.time_captured as sighted_at`;
const joins = (image: string) =>
  `left join image_queue q on q.image_id = ${image}.id and q.bucket = ${image}.bucket
   left join sightings s on s.id = ${image}.sighting_id and s.bucket = ${image}.bucket`;

/**
 * $9: only images with a sighting. A cluster joins on its nodes, one server only what the limit leaves. Cost: one range of images_by_age in each table, read backward from the end of the previous page,
 * or one look-up in images_by_sighting for each sighting.
 */
function scanOf(sources: Source[], isCluster: boolean): Statement {
  const parts = sources.map(({ table, sightingIds }, n) => {
    const ofSightings = sightingIds ? ` and i.sighting_id = any($${n + 11}::bigint[])` : '';
    const from = isCluster ? `, ${JOINED} from ${table} i ${joins('i')}` : ` from ${table} i`;
    return `(select ${FOUND}${from} where ${BEFORE}${ofSightings} ${NEWEST_FIRST})`;
  });
  const text = `
  with candidates as materialized (select * from (${parts.join('\nunion all ')}) i ${NEWEST_FIRST}),
  found as (
    select c.id, c.received_at, c.source, c.time_captured, c.recognized_at, c.failure, c.died_at, c.delayed_since, c.city, c.state,
           coalesce(nullif(c.alpr_plate_number, ''), c.plate_number) as plate, c.usdot_number, c.existing_id as sighting_id, c.sighted_at
      from ${isCluster ? 'candidates' : `(select c.*, ${JOINED} from candidates c ${joins('c')})`} c
     where ($7::text is null or c.source = $7)
       and ($8::text is null or $8 = case when c.died_at is not null then 'failed'
                                          when c.recognized_at is null then 'stored' else 'recognized' end)
       and (not $9::boolean or c.existing_id is not null)
     order by c.received_at desc, c.id desc limit $4
  )
  select coalesce((select json_agg(f order by f.received_at desc, f.id desc) from found f), '[]') as images,
         (select count(*) from candidates) as scanned, l.id as last_id, l.received_at as last_received_at
    from (select) as one left join (select id, received_at from candidates order by received_at, id limit 1) l on true`;
  // Without a name: the tables are others every day, and connections would keep a statement for each.
  return { name: '', text };
}

/**
 * Cost: one range of sightings_by_plate or sightings_by_usdot. An image cannot be captured more than a day after it was received, so
 * that sightings after the end of the page are not read.
 */
const sightingsOf = statement(
  'images.list.sightings-of-vehicle',
  `select id, image_day(time_captured) as "from", image_day(captured_until) + 1 as "to" from sightings
    where organization_id = $1 and ($2::text is null or (alpr_plate_number = $2 and alpr_plate_number <> ''))
      and ($3::bigint is null or (usdot_number = $3 and usdot_number <> 0))
      and time_captured < least($4::timestamptz, coalesce($5::timestamptz, 'infinity')) + interval '1 day'
    order by time_captured desc limit ${SCAN}`,
);
type SightingDays = { id: number; from: number; to: number };

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

/** Those that are not written yet; see `waitingObservations`. */
const waitingLevels = statement(
  'images.list.waiting-levels',
  `select id, sighting->>'usdot_number_ocr_score' as confidence from unmatched_sightings
    where id = any($1::bigint[]) and sighting is not null`,
);

type Level = { id: number; confidence: OcrScore | null };

type ImagePage = { images: ListedImage[]; has_more: boolean; next_before: string | null };
type Start = Pick<ImageRow, 'id' | 'received_at'> | null;

/**
 * The stored images of an organization, newest first. `before` is where the previous page ended. A request looks at a
 * limited number of images: a page can be short although `has_more` is true.
 */
export async function listImages(
  { db }: { db: Db },
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
    const { images, isLast, last_id } = await scan(db, organizationId, filters, start, wanted + 1);
    found.push(...images.slice(0, wanted));
    if (images.length > wanted) return pageOf(found, found.at(-1)?.id ?? null);
    if (isLast) return pageOf(found, null);
    at = last_id;
  }
  return pageOf(found, at);
}

type Page = { images: Leveled[]; isLast: boolean; last_id: string | null };

async function scan(
  db: Db,
  organizationId: number,
  filters: ImageFilters,
  start: Start,
  limit: number,
): Promise<Page> {
  const { source, state, received_from, received_to, confidence } = filters;
  const hasFilter = [source, state, confidence].some((one) => one !== undefined);
  const limits = { images: confidence === undefined ? limit : SCAN, scanned: hasFilter ? SCAN : limit };
  const end = start ?? { received_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const values = [
    ...[organizationId, end.received_at, end.id, limits.images],
    ...[received_from ?? null, received_to ?? null, source ?? null, state ?? null, confidence !== undefined],
    limits.scanned,
  ];
  const search = () => scanTables(db, { organizationId, filters, start, values, limits });
  const { images, scanned, last_id } = await withTables(search);
  const leveled = await withLevels(db, images, confidence, limit);
  return { images: leveled, isLast: scanned < limits.scanned, last_id };
}

type Limits = { images: number; scanned: number };
type Search = {
  organizationId: number;
  filters: ImageFilters;
  start: Start;
  values: unknown[];
  limits: Limits;
};

/** Reads more partitions until none of the others can have an image that belongs before the last one found. */
async function scanTables(db: Db, { organizationId, filters, start, values, limits }: Search): Promise<Scan> {
  const { plate, usdot_number, received_from, received_to } = filters;
  const until = start?.received_at ?? received_to ?? 'infinity';
  const period = { organizationId, from: received_from ?? '-infinity', to: until };
  const isOfVehicle = plate !== undefined || usdot_number !== undefined;
  const vehicle = [plate === undefined ? null : identifier(plate), usdot_number ?? null];
  const sightings = isOfVehicle
    ? await db.rows<SightingDays>(sightingsOf, [organizationId, ...vehicle, until, received_to ?? null])
    : null;
  const sightingsIn = (table: ReceivedTable) =>
    sightings?.filter((one) => isIn(table, one)).map(({ id }) => id);
  for (let count = FIRST_TABLES; ; count *= GROWTH) {
    // The partitions of a vehicle may be any of those.
    const most = isOfVehicle ? null : count + 1;
    const received = await receivedTables(db, { ...period, most });
    const tables = received.filter((table) => !sightings || sightings.some((one) => isIn(table, one)));
    const sources: Source[] = [
      { table: TABLE_WITHOUT_DAY, sightingIds: sightings?.map(({ id }) => id) },
      ...tables
        .slice(0, count)
        .filter(({ exists }) => exists)
        .map((table) => ({ table: table.name, sightingIds: sightingsIn(table) })),
    ];
    const ids = sightings ? sources.map(({ sightingIds }) => sightingIds) : [];
    const ask = scanOf(sources, (await bucketRanges(db)) !== null);
    const found = (await db.row<Scan>(ask, [...values, ...ids])) as Scan;
    const next = tables[count];
    if (next === undefined || isComplete(found, next.last, limits)) return found;
  }
}

/** Whether all images that were received until `next` come after those that were found. */
function isComplete({ images, scanned, last_received_at }: Scan, next: Date, limits: Limits): boolean {
  if (scanned === limits.scanned && last_received_at !== null && last_received_at > next) return true;
  const last = images.length === limits.images ? images.at(-1) : undefined;
  return last !== undefined && Date.parse(last.received_at) > next.getTime();
}

/** Whether the partition may have images of the sighting. That of the class that is kept has a month. */
function isIn({ class: retentionClass, day }: ReceivedTable, { from, to }: SightingDays): boolean {
  const days = retentionClass === KEPT_CLASS ? 31 : 1;
  return day <= to && day + days > from;
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
  const ids = seen.map(({ id }) => id);
  const waiting = await db.rows<Level>(waitingLevels, [ids]);
  const found = await db.rows<Level>(levels, [
    seen.map(({ usdot_number }) => usdot_number),
    seen.map(({ at }) => at),
    ids,
    new Date(Math.min(...times)),
    // Milliseconds are rounded down.
    new Date(Math.max(...times) + 1),
  ]);
  return new Map([...found, ...waiting].map(({ id, confidence }) => [id, confidence]));
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
