import { type Db, type Statement, statement } from '../../db/database.ts';
import { regionCodeOrText } from '../../lib/identifiers/region-code.ts';
import type { ObservationFilter } from './observation.ts';

/** The part of observation_counts that a filter adds up. */
export type CountShape = 'all' | 'state' | 'city' | 'stateAndCity';

/**
 * A condition on `c` for each shape. $1 carrier, $2 first day, $3 last day, $4 state, $5 city. A city without a state
 * is looked up state by state: the states of the carrier are found with one index probe each.
 */
const conditions: Record<CountShape, string> = {
  all: `c.location_state = '*' and c.location_city = '*' and $4::text is null and $5::text is null`,
  state: `c.location_state = $4 and $5::text is null`,
  stateAndCity: `c.location_state = $4 and c.location_city = upper($5::text collate "C")`,
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
     and ${conditions[shape]}`;

export function perShape<T>(make: (shape: CountShape) => T): Record<CountShape, T> {
  return { all: make('all'), state: make('state'), city: make('city'), stateAndCity: make('stateAndCity') };
}

export function countShape({ state, city }: ObservationFilter): CountShape {
  if (state) return city ? 'stateAndCity' : 'state';
  return city ? 'city' : 'all';
}

/** The values of $1 to $5. */
export function countValues(filter: ObservationFilter): unknown[] {
  const city = locationValue(filter.city?.trim().replace(/\s+/g, ' '));
  const state = locationValue(filter.state && regionCodeOrText(filter.state));
  return [filter.usdotNumber, filter.startDate ?? '-infinity', filter.endDate ?? 'infinity', state, city];
}

/** '*' means "any location" in the counts: a filter for it must not match them. */
function locationValue(name: string | undefined): string | null {
  if (!name) return null;
  return name === '*' ? '(none)' : name;
}

const totals: Record<CountShape, Statement> = perShape((shape) =>
  statement(
    `observations.count.${shape}`,
    `select coalesce(sum(c.observations), 0) as total from ${countsFrom(shape)}`,
  ),
);

/** The exact number of observations that match; reads at most one row per day and location. */
export async function countObservations(db: Db, filter: ObservationFilter): Promise<number> {
  const row = await db.row<{ total: number }>(totals[countShape(filter)], countValues(filter));
  return Number(row?.total ?? 0);
}
