import type { Database } from '../../../src/db/database.ts';

/** The counts that differ from count(*) over the table. */
export async function countDifferences(db: Database): Promise<unknown[]> {
  const { rows } = await db.pool.query(`
    with truth as (
      select usdot_number, coalesce(location_state, '*') as state, coalesce(city, '*') as city, day, is_federal,
             count(*) as n
      from (select usdot_number, location_state, upper(location_city) as city, type <> 'Detection' as is_federal,
                   (time_captured at time zone 'UTC')::date as day from observations) o
      group by grouping sets
        ((usdot_number, day, is_federal), (usdot_number, location_state, city, day, is_federal)))
    select * from truth t full join observation_counts c
      on c.usdot_number = t.usdot_number and c.location_state = t.state and c.location_city = t.city
        and c.day = t.day and c.is_federal = t.is_federal
    where c.observations is distinct from t.n`);
  return rows;
}
