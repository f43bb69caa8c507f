/** Columns of a changed observation that its counts depend on; the caller adds `delta`, 1 or -1. */
export const COUNTED = 'usdot_number, location_state, location_city, time_captured, type';

/**
 * SQL that applies changes of observations to observation_counts, to be part of the statement that makes the change.
 * `changes` names a CTE or table with the COUNTED columns and delta. Each change counts twice: for all locations and for
 * its own. Sorted, so that concurrent writers lock the rows in the same order.
 */
export function countDeltas(changes: string, returning = ''): string {
  return `${newCounts(changes)}
    on conflict (usdot_number, location_state, location_city, day, is_federal)
      do update set observations = c.observations + excluded.observations
    ${returning}`;
}

/** The same for an empty table: an existing count fails the statement. */
export function newCounts(changes: string): string {
  return `insert into observation_counts as c
      (usdot_number, location_state, location_city, day, is_federal, observations)
    select usdot_number, coalesce(location_state, '*'), coalesce(city, '*'), day, is_federal, sum(delta)
    from (select usdot_number, location_state, upper(location_city) as city, type <> 'Detection' as is_federal,
                 (time_captured at time zone 'UTC')::date as day, delta from ${changes}) d
    group by grouping sets
      ((usdot_number, day, is_federal), (usdot_number, location_state, city, day, is_federal))
    having sum(delta) <> 0
    order by 1, 2, 3, 4, 5`;
}
