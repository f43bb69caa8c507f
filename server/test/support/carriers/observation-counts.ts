import type { Database } from '../../../src/db/database.ts';

/** The counts that differ from count(*) over the table. */
export async function countDifferences(db: Database): Promise<unknown[]> {
  const { rows } = await db.pool.query(`
    with o as materialized (
      select usdot_number, location_state as state, upper(location_city) as city, type <> 'Detection' as is_federal,
             (time_captured at time zone 'UTC')::date as day from observations where usdot_number <> 0),
    c as materialized (select * from observation_counts),
    truth as (
      select usdot_number, '*' as state, '*' as city, day, is_federal, count(*) as n from o group by 1, 2, 3, 4, 5
      union all
      select usdot_number, state, city, day, is_federal, count(*) from o group by 1, 2, 3, 4, 5)
    select * from truth t full join c
      on c.usdot_number = t.usdot_number and c.location_state = t.state and c.location_city = t.city
        and c.day = t.day and c.is_federal = t.is_federal
    where c.observations is distinct from t.n`);
  return rows;
}

/** The federal records with a VIN whose keys are not in `federal_vins`, and the keys there that have no such record. */
export async function vinDifferences(db: Database): Promise<unknown[]> {
  const { rows } = await db.pool.query(`
    with o as materialized (
      select usdot_number, time_captured, id, vin from observations where type <> 'Detection' and vin <> '')
    select * from o full join (select usdot_number, time_captured, id, vin from federal_vins) v
      using (usdot_number, time_captured, id, vin)
    where (usdot_number, time_captured, id, vin) not in (select usdot_number, time_captured, id, vin from o)
       or (usdot_number, time_captured, id, vin) not in (select usdot_number, time_captured, id, vin from federal_vins)`);
  return rows;
}
