import { statement } from '../../db/database.ts';
import { type CountShape, countsFrom } from './count-rows.ts';
import { observationColumns } from './observation.ts';

const columns = Object.keys(observationColumns)
  .map((name) => `o.${name}`)
  .join(', ');

/**
 * Where a page lies: the newest and the oldest day it touches, and how many rows of the newest day come before
 * it. $6 rows to skip, $7 page size. Costs one count row per day (and place) of the filter, whatever the page.
 */
const locate = (shape: CountShape) =>
  statement(
    `observations.locate.${shape}`,
    `with days as (
       select day, n, sum(n) over (order by day desc) as upto
       from (select c.day, sum(c.observations) as n from ${countsFrom(shape)} group by c.day) d
     ), touched as (select * from days where upto > $6 and upto - n < $6 + $7)
     select (select coalesce(sum(n), 0) from days)::bigint as total,
            max(day) as newest, min(day) as oldest, ($6 - min(upto - n))::bigint as skip
     from touched`,
  );

const bounds = `o.time_captured >= $2::timestamptz and o.time_captured < $3::timestamptz`;
const newestFirst = `order by o.time_captured desc, o.id desc offset $6 limit $7`;

/** One index range, read backwards: it stops after the rows to skip within one day and the page itself. */
const readRange = (name: string, place: string) =>
  statement(
    `observations.page.${name}`,
    `select ${columns} from observations o where o.usdot_number = $1 and ${bounds} and ${place} ${newestFirst}`,
  );

/** Several places: each count row of the touched days names one short index range. */
const readPlaces = (shape: CountShape) =>
  statement(
    `observations.page.${shape}`,
    `select ${columns}
     from (select distinct c.location_state, c.location_city, c.day from ${countsFrom(shape)} and c.observations > 0
           offset 0) c
     cross join lateral (
       select * from observations i
       where i.usdot_number = $1 and i.location_state = c.location_state
         and upper(i.location_city) = c.location_city
         and i.time_captured >= c.day::timestamp at time zone 'UTC'
         and i.time_captured < (c.day + 1)::timestamp at time zone 'UTC'
       offset 0
     ) o
     ${newestFirst}`,
  );

export const pageStatements = {
  locate: { all: locate('all'), state: locate('state'), city: locate('city'), place: locate('place') },
  read: {
    all: readRange('all', '$4::text is null and $5::text is null'),
    place: readRange(
      'place',
      `o.location_state = $4 and upper(o.location_city) = upper($5::text collate "C")`,
    ),
    state: readPlaces('state'),
    city: readPlaces('city'),
  },
};
