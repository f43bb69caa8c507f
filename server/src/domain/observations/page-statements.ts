import { OBSERVATION_COLUMNS } from '../../contract/observation.ts';
import { type Statement, statement } from '../../db/database.ts';
import { type CountShape, countsFrom } from './count-rows.ts';
import { packed } from './packed-observations.ts';

const columns = Object.keys(OBSERVATION_COLUMNS)
  .map((name) => `o.${name}`)
  .join(', ');
const midnight = (day: string) => `(${day})::timestamp at time zone 'UTC'`;

/**
 * Where a page lies: the newest and the oldest day it touches, and how many rows of the newest day come before
 * it. $6 rows to skip, $7 page size. Costs one count row per day (and place) of the filter, whatever the page.
 */
const located = (shape: CountShape) => `
  days as (
    select day, observations, sum(observations) over (order by day desc) as upto
    from (select c.day, sum(c.observations) as observations from ${countsFrom(shape)} group by c.day) per_day
  ),
  page as (
    select (select coalesce(max(upto), 0) from days) as total,
      max(day) as newest, min(day) as oldest, $6 - min(upto - observations) as skip
    from days where upto > $6 and upto - observations < $6 + $7)`;

/** One index range, read backwards: it stops after the rows to skip within one day and the page itself. */
const ofCarrier = `
  select o.* from observations o
  where o.usdot_number = $1 and o.time_captured >= ${midnight('page.oldest')}
    and o.time_captured < ${midnight('page.newest + 1')}`;

/** A place's rows before a day, the newest first; the counts tell how many, so no other end is needed. */
const ofPlace = (state: string, city: string, limit: string) => `
  select * from observations i
  where i.usdot_number = $1 and i.location_state = ${state} and upper(i.location_city) = ${city}
    and i.time_captured < ${midnight('page.newest + 1')}
  order by i.time_captured desc, i.id desc limit ${limit}`;

/** Several places: the touched days' counts tell how many rows of each may be on the page. */
const ofPlaces = (shape: CountShape) => `
  select o.*
  from (select c.location_state, c.location_city, sum(c.observations) as observations from ${countsFrom(shape)}
        and c.observations > 0 and c.day between page.oldest and page.newest group by 1, 2) c
  cross join lateral (${ofPlace('c.location_state', 'c.location_city', 'c.observations')}) o`;

const rowsOf: Record<CountShape, string> = {
  all: ofCarrier,
  place: `select o.* from (${ofPlace('$4', 'upper($5::text collate "C")', 'page.skip + least($7, page.total - $6)')}) o`,
  state: ofPlaces('state'),
  city: ofPlaces('city'),
};
const pageRows = (shape: CountShape) =>
  `${rowsOf[shape]} order by o.time_captured desc, o.id desc offset page.skip limit $7`;

/** A page and its total, as of one moment; past the end a row with the total alone. */
const pageOf = (shape: CountShape) =>
  statement(
    `observations.page.${shape}`,
    `with ${located(shape)}
     select page.total, ${columns} from page left join lateral (${pageRows(shape)}) o on true
     order by o.time_captured desc, o.id desc`,
  );

export const pageStatements = perShape(pageOf);

/** The same in one row: the total, and the page as the text of a JSON array. `fields` is a select list on `o`. */
export function pageJsonStatements(name: string, fields: string): Record<CountShape, Statement> {
  return perShape((shape) =>
    statement(
      `observations.page-json.${name}.${shape}`,
      `with ${located(shape)}
       select page.total, coalesce((
         select json_agg(record)::text from (select ${fields} from (${pageRows(shape)}) o) record
       ), '[]') as observations from page`,
    ),
  );
}

/** Rows that may be skipped one by one: cheaper than finding the day where the page begins. */
export const NEAR_ROWS = 1_000;

/**
 * A page near the beginning of all places: one index range read from its newest row on, and the sum of the counts.
 * `page` makes one value of the page's rows, of which none is before `from`.
 */
function nearStatement(name: string, page: (rows: string) => string, from = '$2::date'): Statement {
  const rows = `select o.* from observations o
     where o.usdot_number = $1 and o.time_captured >= ${midnight(from)}
       and o.time_captured < ${midnight('$3::date + 1')}
     order by o.time_captured desc, o.id desc offset $6 limit $7`;
  return statement(
    `observations.near.${name}`,
    `select coalesce(sum(c.observations), 0)::bigint as total, (${page(rows)}) as observations
     from ${countsFrom('all')}`,
  );
}

/** The page as the text of a JSON array. */
export const nearJsonStatement = (name: string, fields: string) =>
  nearStatement(
    `json.${name}`,
    (rows) => `select coalesce(json_agg(record)::text, '[]') from (select ${fields} from (${rows}) o) record`,
  );

const packedPage = (rows: string) => `select ${packed} from (${rows}) o`;

/** The page packed (packed-observations.ts). */
export const packedStatement = nearStatement('packed', packedPage);

/**
 * The same of the last months alone, so it may be short. Every month is a partition that PostgreSQL opens before it
 * knows that the page ends in the first: with two years of them that is a third of what a page costs.
 */
export const packedRecentStatement = nearStatement(
  'packed-recent',
  packedPage,
  'greatest($2::date, current_date - 100)',
);

function perShape(make: (shape: CountShape) => Statement): Record<CountShape, Statement> {
  return { all: make('all'), place: make('place'), state: make('state'), city: make('city') };
}
