import { stateCodeOrText } from '../../lib/identifiers/state-code.ts';
import type { ObservationFilter } from './observation.ts';

/** Which count rows a filter adds up; the number of rows read is what a total costs. */
export type CountShape = 'all' | 'state' | 'city' | 'place';

/**
 * The rows of observation_counts under each shape of filter, as a condition on `c`. $1 carrier, $2 first day,
 * $3 last day, $4 state, $5 city. A city alone is looked up state by state: the carrier's states are found by
 * one index probe each.
 */
export const countCondition: Record<CountShape, string> = {
  all: `c.location_state = '*' and c.location_city = '*' and $4::text is null and $5::text is null`,
  state: `c.location_state = $4 and $5::text is null`,
  place: `c.location_state = $4 and c.location_city = upper($5::text collate "C")`,
  city: `c.location_city = upper($5::text collate "C") and $4::text is null and c.location_state = any (array(
    with recursive states (name) as (
      select min(location_state) from observation_counts where usdot_number = $1
      union all
      select (select min(location_state) from observation_counts
              where usdot_number = $1 and location_state > states.name)
      from states where states.name is not null
    ) select name from states where name <> '*'))`,
};

export const countsFrom = (shape: CountShape) =>
  `observation_counts c where c.usdot_number = $1 and c.day between $2::date and $3::date
     and ${countCondition[shape]}`;

export function countShape({ state, city }: ObservationFilter): CountShape {
  if (state) return city ? 'place' : 'state';
  return city ? 'city' : 'all';
}

/** The values of $1 to $5. */
export function countValues(filter: ObservationFilter): unknown[] {
  const city = placeOf(filter.city?.trim().replace(/\s+/g, ' '));
  const state = placeOf(filter.state && stateCodeOrText(filter.state));
  return [filter.usdotNumber, filter.startDate ?? '-infinity', filter.endDate ?? 'infinity', state, city];
}

/** '*' is "any place" in the counts and nobody's place: whoever asks for it finds nothing. */
function placeOf(name: string | undefined): string | null {
  if (!name) return null;
  return name === '*' ? '(no place)' : name;
}
