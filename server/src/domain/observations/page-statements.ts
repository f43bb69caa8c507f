import { OBSERVATION_COLUMNS } from '../../contract/observation.ts';
import { statement } from '../../db/database.ts';
import { type CountShape, countsFrom, perShape } from './count-observations.ts';
import { packingOf } from './packed-rows.ts';

const columns = Object.keys(OBSERVATION_COLUMNS)
  .map((name) => `o.${name}`)
  .join(', ');
const midnight = (day: string) => `(${day})::timestamp at time zone 'UTC'`;
const newestFirst = 'order by o.time_captured desc, o.id desc';

/**
 * The days of a page and the number of rows of the newest day that come before it, found in the counts. $6 rows to skip,
 * $7 page size. Reads one count row for each day (and location) of the filter, whatever the page.
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
const pageRows = (shape: CountShape) => `${rowsOf[shape]} ${newestFirst} offset page.skip limit $7`;

/** A page as rows, each with the total. A page after the end is one row with only the total. */
export const rowStatements = perShape((shape) =>
  statement(
    `observations.page.${shape}`,
    `with ${located(shape)}
     select page.total, ${columns} from page left join lateral (${pageRows(shape)}) o on true
     ${newestFirst}`,
  ),
);

/** Up to this many rows, skipping is cheaper than finding the day where the page begins. */
export const NEAR_ROWS = 1_000;

/** An unfiltered page near the beginning: one index range from the newest row on, and the sum of the counts. */
const nearRows = `
  select o.* from observations o
  where o.usdot_number = $1 and o.time_captured >= $8::timestamptz and o.time_captured < $9::timestamptz
  ${newestFirst} offset $6 limit $7`;

const ofVin = `from observations o where o.vin = $1 and o.vin <> ''`;
/** A vehicle has hundreds of rows at most, so they are counted and skipped. $2 rows to skip, $3 page size. */
const vinRows = `select o.* ${ofVin} ${newestFirst} offset $2 limit $3`;

export const vinRowStatement = statement(
  'observations.by-vin',
  `select total, ${columns} from (select count(*) as total ${ofVin}) t left join (${vinRows}) o on true ${newestFirst}`,
);

/** Statements that return one row: the total, and the page packed into `observations`. */
function packedStatements(name: string, withQuality: boolean) {
  const { fields, aggregate } = packingOf(withQuality);
  const page = (rows: string) => `(select ${aggregate} from (${rows}) o) as observations`;
  return {
    fields,
    near: statement(
      `observations.${name}.near`,
      `select coalesce(sum(c.observations), 0)::bigint as total, ${page(nearRows)} from ${countsFrom('all')}`,
    ),
    located: perShape((shape) =>
      statement(
        `observations.${name}.${shape}`,
        `with ${located(shape)} select page.total, ${page(pageRows(shape))} from page`,
      ),
    ),
    byVin: statement(
      `observations.${name}.by-vin`,
      `select (select count(*) ${ofVin}) as total, ${page(vinRows)}`,
    ),
  };
}

export const packed = {
  plain: packedStatements('packed', false),
  withQuality: packedStatements('packed-quality', true),
};
