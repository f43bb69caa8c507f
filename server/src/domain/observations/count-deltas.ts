/** What a changed observation must tell for its counts to follow, beside `delta`, 1 or -1. */
export const COUNTED = 'usdot_number, location_state, location_city, time_captured, type';

/**
 * SQL that carries a change of observations over to observation_counts, for use in the very statement that
 * makes the change. `changes` names a CTE or table with the COUNTED columns and delta. Two rows a change: all
 * places, and this place. Sorted, so that any number of writers lock the same rows in the same order.
 */
export function countDeltas(changes: string, returning = ''): string {
  return `${newCounts(changes)}
    on conflict (usdot_number, location_state, location_city, day, is_federal)
      do update set observations = c.observations + excluded.observations
    ${returning}`;
}

/** The same where there is nothing to add to; a count that is there already fails the statement. */
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
