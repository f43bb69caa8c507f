import type { Reader } from '../../../db/reader.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isOneConfusion } from '../../../lib/identifiers/one-confusion.ts';
import { isTooFar } from '../../carriers/signals/travel-signals.ts';
import type { Observation } from '../../observations/observation.ts';
import { VEHICLE_KINDS, type VehicleKind } from '../../observations/vehicles/vehicle-kinds.ts';
import { ask, Deadline } from '../search/ask.ts';
import type { SightingFilters, Viewer } from '../search/filters.ts';
import { type FoundSighting, searchSightings } from '../search/search-sightings.ts';
import { recordsOfPlate } from './federal-records.ts';
import { stopOf } from './timeline.ts';

/** Shorter numbers differ from those of other vehicles in one character too often. */
const LEAST_LENGTH = 6;
/** A number that is seen more often is one that another vehicle has: a misreading hardly repeats. */
const MOST_SIGHTINGS = 2;
const MOST_VALUES = 10;
const BUDGET_MS = 500;
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const FOUND = `select value from (
    select value, row_number() over (partition by value) as nth from vehicle_sightings
     where value = any($1::text[]) and kind = $2) seen
   group by value having max(nth) <= ${MOST_SIGHTINGS} order by value limit ${MOST_VALUES}`;

/** Every number that readers confuse with this one in one character. */
function confusedWith(value: string): string[] {
  return [...value].flatMap((_, at) =>
    [...CHARACTERS].flatMap((one) => {
      const other = value.slice(0, at) + one + value.slice(at + 1);
      return isOneConfusion(value, other) ? other : [];
    }),
  );
}

type Service = { reader: Reader; clock: Clock };

/**
 * Sightings that may be of the vehicle, with one misread character: of a number that is rarely seen and has no federal record, at
 * places that the vehicle could reach between its own sightings.
 */
export async function misreadSightings(
  service: Service,
  viewer: Viewer,
  kind: VehicleKind,
  filters: SightingFilters,
  own: Observation[],
): Promise<FoundSighting[]> {
  const value = filters.values[kind] ?? '';
  if (value.length < LEAST_LENGTH) return [];
  const deadline = new Deadline(BUDGET_MS);
  const values = [confusedWith(value), VEHICLE_KINDS[kind]];
  const rare = (await ask<{ value: string }>(service.reader, deadline, FOUND, values)) ?? [];
  const pages = await Promise.all(
    rare.map(async ({ value }) => {
      const query = { filters: { ...filters, values: { [kind]: value } }, withSimilar: false, cursor: null };
      const { found } = await searchSightings(service, viewer, {
        ...{ ...query, pageSize: MOST_SIGHTINGS, withTotal: false },
      });
      const [first] = found;
      if (!first || (await isRegistered(service.reader, kind, value, first.observation))) return [];
      return found.filter(({ observation }) => fits(kind, observation, own));
    }),
  );
  return pages
    .flat()
    .map((found) => ({ ...found, isExact: false }))
    .sort((a, b) => b.observation.time_captured.getTime() - a.observation.time_captured.getTime());
}

async function isRegistered(reader: Reader, kind: VehicleKind, value: string, { plate_state }: Observation) {
  return kind === 'plate' && plate_state
    ? (await recordsOfPlate(reader, value, plate_state)).length > 0
    : false;
}

/** `own`: newest first. */
function fits(kind: VehicleKind, row: Observation, own: Observation[]): boolean {
  const states = new Set(own.flatMap(({ plate_state }) => plate_state || []));
  if (kind === 'plate' && row.plate_state && states.size > 0 && !states.has(row.plate_state)) return false;
  const at = own.findIndex(({ time_captured }) => time_captured <= row.time_captured);
  const near = at < 0 ? [own.at(-1)] : [own[at - 1], own[at]];
  return near.every((other) => {
    if (other === undefined || [row, other].some(({ latitude }) => latitude === null)) return true;
    const [a, b] = [stopOf(other), stopOf(row)] as [Placed, Placed];
    return !isTooFar(a, b);
  });
}
type Placed = ReturnType<typeof stopOf> & { latitude: number; longitude: number };
