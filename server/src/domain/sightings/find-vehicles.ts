import type { FoundVehicles } from '../../contract/sightings/found-vehicles.ts';
import type { Reader } from '../../db/reader.ts';
import { TYPED, VEHICLE_KINDS, type VehicleKind } from '../observations/vehicles/vehicle-kinds.ts';
import { ask, Deadline } from './search/ask.ts';
import type { Viewer } from './search/filters.ts';

const MOST = 12;
/** For each value, over all kinds. */
const MOST_COUNTED = 5_000;
/** People wait for each key that they press. */
const BUDGET_MS = 500;
/** Behind every letter and digit in the order of the values. */
const AFTER_ALL = '[';

/** $4 the organization that looks, $5 whether it sees all cameras. */
const VISIBLE = `kind = any($3::smallint[]) and (origin & ${TYPED} = 0 or organization_id = $4)
  and ($5::boolean or organization_id = $4)`;

/** $1 and $2 the range of values. Each step goes to the next value, past all sightings of the one before. */
const STATEMENT = `with recursive steps (value, n) as (
    (select value, 1 from vehicle_sightings where value >= $1 and value < $2 and ${VISIBLE} order by value limit 1)
    union all
    select next.value, n + 1 from steps cross join lateral (
      select value from vehicle_sightings where value > steps.value and value < $2 and ${VISIBLE} order by value limit 1
    ) next where n < ${MOST})
  select value, kind, sightings, last_seen from steps cross join lateral (
    select kind, count(*)::integer as sightings, max(seen_at) as last_seen from (
      select kind, seen_at from vehicle_sightings newest where newest.value = steps.value and ${VISIBLE}
       order by seen_at desc limit ${MOST_COUNTED}) newest
     group by kind) kinds
   order by value, kind limit ${MOST}`;

type Row = { value: string; kind: number; sightings: number; last_seen: Date };
const KINDS = new Map<number, VehicleKind>(
  Object.entries(VEHICLE_KINDS).map(([kind, number]) => [number, kind as VehicleKind]),
);

/** Vehicles whose number begins with a text: those with exactly this number first. */
export async function findVehicles(
  reader: Reader,
  { organizationId, seesAll }: Viewer,
  beginning: string,
  kinds: VehicleKind[],
): Promise<FoundVehicles['vehicles']> {
  const numbers = kinds.map((kind) => VEHICLE_KINDS[kind]);
  const values = [beginning, beginning + AFTER_ALL, numbers, organizationId, seesAll];
  const rows = await ask<Row>(reader, new Deadline(BUDGET_MS), STATEMENT, values);
  return (rows ?? []).map(({ value, kind, sightings, last_seen }) => ({
    ...{ kind: KINDS.get(kind) ?? 'plate', value, sightings, last_seen: last_seen.toISOString() },
  }));
}
