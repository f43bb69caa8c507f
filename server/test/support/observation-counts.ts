import type { Database } from '../../src/db/database.ts';

/** Count rows that differ from a plain count(*) over the table. */
export async function countDifferences(db: Database): Promise<unknown[]> {
  const { rows } = await db.pool.query(`
    with truth as (
      select usdot_number, coalesce(location_state, '*') as state, coalesce(city, '*') as city, day, count(*) as n
      from (select usdot_number, location_state, upper(location_city) as city,
                   (time_captured at time zone 'UTC')::date as day from observations) o
      group by grouping sets ((usdot_number, day), (usdot_number, location_state, city, day)))
    select * from truth t full join observation_counts c
      on c.usdot_number = t.usdot_number and c.location_state = t.state and c.location_city = t.city and c.day = t.day
    where c.observations is distinct from t.n`);
  return rows;
}
