import { type Statement, statement } from '../../db/database.ts';
import { type CountShape, countsFrom } from './count-rows.ts';
import { observationColumns } from './observation.ts';
import { packed } from './packed-observations.ts';

const columns = Object.keys(observationColumns)
  .map((name) => `o.${name}`)
  .join(', ');
const midnight = (day: string) => `(${day})::timestamp at time zone 'UTC'`;

/**
 * Where a page lies: the newest and the oldest day it touches, and how many rows of the newest day come before
 * it. $6 rows to skip, $7 page size. Costs one count row per day (and place) of the filter, whatever the page.
 */
const located = (shape: CountShape) => `
  days as (
    select c.day, sum(c.observations) over (order by c.day desc) as upto,
      coalesce(sum(c.observations) over (order by c.day desc groups between unbounded preceding and 1 preceding), 0)
        as before
    from ${countsFrom(shape)}
  ),
  page as (
    select (select coalesce(max(upto), 0) from days) as total,
      max(day) as newest, min(day) as oldest, $6 - min(before) as skip
    from days where upto > $6 and before < $6 + $7)`;

/** One index range, read backwards: it stops after the rows to skip within one day and the page itself. */
const fromRange = (place: string) => `
  select o.* from observations o
  where o.usdot_number = $1 and o.time_captured >= ${midnight('page.oldest')}
    and o.time_captured < ${midnight('page.newest + 1')} and ${place}`;

/** Several places: each count row of the touched days names one short index range. */
const fromPlaces = (shape: CountShape) => `
  select o.*
  from (select distinct c.location_state, c.location_city, c.day from ${countsFrom(shape)}
        and c.observations > 0 and c.day between page.oldest and page.newest offset 0) c
  cross join lateral (
    select * from observations i
    where i.usdot_number = $1 and i.location_state = c.location_state
      and upper(i.location_city) = c.location_city
      and i.time_captured >= ${midnight('c.day')} and i.time_captured < ${midnight('c.day + 1')}
    offset 0) o`;

const ONE_PLACE = `o.location_state = $4 and upper(o.location_city) = upper($5::text collate "C")`;
const rowsOf: Record<CountShape, string> = {
  all: fromRange('true'),
  place: fromRange(ONE_PLACE),
  state: fromPlaces('state'),
  city: fromPlaces('city'),
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
 * A page near the beginning, for one place or all: one index range read from its newest row on, and the sum of the
 * counts. `page` makes one value of the page's rows, of which none is before `from`. Where several places are asked
 * for there is no such range.
 */
function nearStatements(
  name: string,
  page: (rows: string) => string,
  from = '$2::date',
): Partial<Record<CountShape, Statement>> {
  const near = (shape: CountShape, place: string) => {
    const rows = `select o.* from observations o
       where o.usdot_number = $1 and o.time_captured >= ${midnight(from)}
         and o.time_captured < ${midnight('$3::date + 1')} and ${place}
       order by o.time_captured desc, o.id desc offset $6 limit $7`;
    return statement(
      `observations.near.${name}.${shape}`,
      `select coalesce(sum(c.observations), 0)::bigint as total, (${page(rows)}) as observations
       from ${countsFrom(shape)}`,
    );
  };
  return { all: near('all', 'true'), place: near('place', ONE_PLACE) };
}

/** The page as the text of a JSON array. */
export const nearJsonStatements = (name: string, fields: string) =>
  nearStatements(
    `json.${name}`,
    (rows) => `select coalesce(json_agg(record)::text, '[]') from (select ${fields} from (${rows}) o) record`,
  );

const packedPage = (rows: string) => `select ${packed} from (${rows}) o`;

/** The page packed (packed-observations.ts). */
export const packedStatements = nearStatements('packed', packedPage);

/**
 * The same of the last months alone, so it may be short. Every month is a partition that PostgreSQL opens before it
 * knows that the page ends in the first: with two years of them that is a third of what a page costs.
 */
export const packedRecentStatements = nearStatements(
  'packed-recent',
  packedPage,
  'greatest($2::date, current_date - 100)',
);

function perShape(make: (shape: CountShape) => Statement): Record<CountShape, Statement> {
  return { all: make('all'), place: make('place'), state: make('state'), city: make('city') };
}
