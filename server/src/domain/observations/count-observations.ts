import { type Db, statement } from '../../db/database.ts';
import { countShape, countsFrom, countValues } from './count-rows.ts';
import type { ObservationFilter } from './observation.ts';

const total = (shape: Parameters<typeof countsFrom>[0]) =>
  statement(
    `observations.count.${shape}`,
    `select coalesce(sum(c.observations), 0) as total from ${countsFrom(shape)}`,
  );
const totals = { all: total('all'), state: total('state'), city: total('city'), place: total('place') };

/** Exactly how many observations the filter lets through; reads at most one count row per day and place. */
export async function countObservations(db: Db, filter: ObservationFilter): Promise<number> {
  const row = await db.row<{ total: number }>(totals[countShape(filter)], countValues(filter));
  return Number(row?.total ?? 0);
}
