import { listedFields, type Observation } from '../../contract/observation.ts';
import { type Db, type Statement, statement } from '../../db/database.ts';
import { type CountShape, countShape, countsFrom, countValues, perShape } from './count-observations.ts';
import { isoTime, NULL_AS_EMPTY, type ObservationFilter } from './observation.ts';
import { keyValues, lookUpRecords, sightingsWithKeys } from './vehicles/look-up.ts';

/** An observation as the API shows it. The schema of the response leaves out the further columns. */
type ListedObservation = Observation & { id: number; total: number };
export type ObservationPage = { observations: ListedObservation[]; total: number };
export type PageRequest = {
  page: number;
  pageSize: number;
  /** Whether the caller may see confidence levels and imputed flags. */
  withQuality: boolean;
};

type PageQuery = { statement: Statement; values: unknown[] };

/** A page of a carrier's list, newest first, with its exact total. */
export async function listObservations(
  db: Db,
  filter: ObservationFilter,
  request: PageRequest,
): Promise<ObservationPage> {
  const [query, wider] = pageQueries(filter, request);
  const page = await readPage(db, query);
  const left = page.total - (request.page - 1) * request.pageSize;
  const isComplete = page.observations.length >= Math.min(request.pageSize, left);
  return isComplete || !wider ? page : readPage(db, wider);
}

/** A page of the observations with a VIN, under any carrier, newest first. */
export async function listVinObservations(
  db: Db,
  vin: string,
  { page, pageSize, withQuality }: PageRequest,
): Promise<ObservationPage> {
  const { keys, total } = await lookUpRecords(db, vin, (page - 1) * pageSize, pageSize);
  if (keys.length === 0) return { observations: [], total };
  const rows = await db.rows<PageRow>(byVin, [...keyValues(keys), vin, withQuality]);
  const observations = rows.map((row) => ({ ...row, ...row.quality })).sort(byTime);
  return { observations, total: total - (keys.length - observations.length) };
}

/** Newest first. */
function byTime(a: ListedObservation, b: ListedObservation): number {
  if (a.time_captured === b.time_captured) return b.id - a.id;
  return a.time_captured < b.time_captured ? 1 : -1;
}

type PageRow = ListedObservation & { quality: Partial<Observation> | null };

async function readPage(db: Db, { statement, values }: PageQuery): Promise<ObservationPage> {
  const rows = await db.rows<PageRow>(statement, values);
  const total = Number(rows[0]?.total ?? 0);
  // A page after the end is one row with only the total.
  if (rows[0]?.id === null) return { observations: [], total };
  return { observations: rows.map((row) => ({ ...row, ...row.quality })), total };
}

const DAY_MS = 86_400_000;
/**
 * The first query of a page near the beginning covers only the last months. PostgreSQL opens the partitions of all months
 * in the range, even when the first one completes the page: with two years of months that is a third of the time.
 */
const RECENT_DAYS = 100;
/** Up to this many rows, skipping is cheaper than finding the day where the page begins. */
const NEAR_ROWS = 1_000;

/** The query of a page, and a wider one to run if the first returned too few rows. */
export function pageQueries(
  filter: ObservationFilter,
  { page, pageSize, withQuality }: PageRequest,
): [PageQuery, PageQuery?] {
  const skip = (page - 1) * pageSize;
  const shape = countShape(filter);
  const [from, to] = timesOf(filter);
  const values = [...countValues(filter), skip, pageSize];
  if (shape !== 'all' || skip > NEAR_ROWS) {
    return [{ statement: located[shape], values: [...values, from, to, withQuality] }];
  }
  return [
    { statement: near, values: [...values, recentOf(from), to, withQuality] },
    { statement: near, values: [...values, from, to, withQuality] },
  ];
}

/** The first moment of the filter and the first one after it. Times, not days: they exclude partitions when planned. */
function timesOf({ startDate, endDate }: ObservationFilter): [from: string, to: string] {
  const isOpen = endDate === undefined || endDate >= '9999-12-31';
  const to = isOpen ? 'infinity' : new Date(Date.parse(endDate) + DAY_MS).toISOString();
  return [startDate === undefined ? '-infinity' : `${startDate}T00:00:00Z`, to];
}

function recentOf(from: string): string {
  const recent = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - RECENT_DAYS * DAY_MS).toISOString();
  return from === '-infinity' || from < recent ? recent : from;
}

/** The value that the API shows. */
function shownValue(name: keyof Observation): string {
  if (name === 'usdot_number') return `case when o.usdot_number = 0 then '' else o.usdot_number::text end`;
  if (name === 'time_captured') return isoTime('o.time_captured', 3);
  return NULL_AS_EMPTY.some((field) => field === name) ? `coalesce(o.${name}, 'N/A')` : `o.${name}`;
}

const fields = listedFields('always').map((name) => `${shownValue(name)} as ${name}`);
const qualityFields = listedFields('quality').map((name) => `'${name}', ${shownValue(name)}`);
/** `withQuality` is a parameter: without the permission, the quality fields are not read. */
const columns = (withQuality: string) => `o.id, ${fields.join(', ')},
  case when ${withQuality}::boolean then json_build_object(${qualityFields.join(', ')}) end as quality`;
const midnight = (day: string) => `(${day})::timestamp at time zone 'UTC'`;
const newestFirst = 'order by o.time_captured desc, o.id desc';

/** A page as rows, each with the total. `page` has one row. */
const pageOf = (page: string, rows: string) =>
  `select page.total, ${columns('$10')} from ${page} left join lateral (${rows}) o on true ${newestFirst}`;

/** An unfiltered page near the beginning: one index range from the newest row on, and the sum of the counts. */
const near = statement(
  'observations.page.near',
  pageOf(
    `(select coalesce(sum(c.observations), 0)::bigint as total from ${countsFrom('all')}) page`,
    `select o.* from observations o
     where o.usdot_number = $1 and o.time_captured >= $8::timestamptz and o.time_captured < $9::timestamptz
     ${newestFirst} offset $6 limit $7`,
  ),
);

/**
 * The days of a page and the number of rows of the newest day that come before it, found in the counts. $6 rows to skip,
 * $7 page size. Reads one count row for each day (and location) of the filter, whatever the page.
 */
const daysOf = (shape: CountShape) => `
  days as (
    select day, observations, sum(observations) over (order by day desc) as upto
    from (select c.day, sum(c.observations) as observations from ${countsFrom(shape)} group by c.day) per_day
  ),
  page as (
    select (select coalesce(max(upto), 0) from days) as total,
      max(day) as newest, min(day) as oldest, $6 - min(upto - observations) as skip
    from days where upto > $6 and upto - observations < $6 + $7)`;

/**
 * One index range, read backwards: it ends after the rows to skip within one day and the page itself. $8, $9 are the
 * times of the filter: unlike the times of the page, they are known when the query is planned and exclude partitions.
 */
const ofCarrier = `
  select o.* from observations o
  where o.usdot_number = $1 and o.time_captured >= ${midnight('page.oldest')}
    and o.time_captured < ${midnight('page.newest + 1')}
    and o.time_captured >= $8::timestamptz and o.time_captured < $9::timestamptz`;

/** The newest rows of a city before a day; the counts give their number, so no lower bound is needed. */
const ofCity = (state: string, city: string, limit: string) => `
  select * from observations i
  where i.usdot_number = $1 and i.location_state = ${state} and upper(i.location_city) = ${city}
    and i.time_captured < ${midnight('page.newest + 1')}
    and i.time_captured >= $8::timestamptz and i.time_captured < $9::timestamptz
  order by i.time_captured desc, i.id desc limit ${limit}`;

/** Several cities: the counts of the page's days limit the rows of each. */
const ofCities = (shape: CountShape) => `
  select o.*
  from (select c.location_state, c.location_city, sum(c.observations) as observations from ${countsFrom(shape)}
        and c.observations > 0 and c.day between page.oldest and page.newest group by 1, 2) c
  cross join lateral (${ofCity('c.location_state', 'c.location_city', 'c.observations')}) o`;

const rowsOf: Record<CountShape, string> = {
  all: ofCarrier,
  stateAndCity: `select o.* from (${ofCity('$4', 'upper($5::text collate "C")', 'page.skip + least($7, page.total - $6)')}) o`,
  state: ofCities('state'),
  city: ofCities('city'),
};

/** Any other page. */
const located = perShape((shape) =>
  statement(
    `observations.page.${shape}`,
    `with ${daysOf(shape)} ${pageOf('page', `${rowsOf[shape]} ${newestFirst} offset page.skip limit $7`)}`,
  ),
);

/** $1 to $6: keys. $7: the VIN, which is compared again. */
const byVin = statement('observations.page.by-vin', `${sightingsWithKeys(columns('$8'))} and o.vin = $7`, {
  isByKeys: true,
});
