import type { Reader } from '../../../db/reader.ts';
import { isPattern, valuesOf } from '../../../lib/identifiers/vehicle-pattern.ts';
import { VALUE_FIELDS, type VehicleKind } from '../../observations/vehicles/vehicle-kinds.ts';
import { ask, type Deadline } from './ask.ts';
import type { Likeness } from './conditions.ts';
import type { SightingFilters } from './filters.ts';
import { type FoundValues, findValues } from './find-values.ts';

/** The kind whose values lead to the sightings, and its values that fit; null when another condition leads to fewer. */
export type Driving = { kind: VehicleKind; found: FoundValues | null };

/** The kind whose look-up finds the fewest: a whole value before a pattern, and numbers that few vehicles share first. */
const BY_DISTINCTION: VehicleKind[] = ['vin', 'container', 'chassis', 'plate', 'trailer', 'cab'];
/** Observations that are read sooner than a part of a value is searched for among those of all carriers. */
const FEW_OBSERVATIONS = 5_000;

function drivingKind({ values }: SightingFilters): VehicleKind | undefined {
  const given = BY_DISTINCTION.filter((kind) => values[kind] !== undefined);
  // Their values are in no other place.
  const only = given.filter((kind) => !(kind in VALUE_FIELDS));
  const usable = only.length > 0 ? only : given;
  return usable.find((kind) => !isPattern(values[kind] ?? '')) ?? usable[0];
}

export async function drivingValues(
  reader: Reader,
  deadline: Deadline,
  { filters, withSimilar }: { filters: SightingFilters; withSimilar: boolean },
): Promise<Driving | null> {
  const kind = drivingKind(filters);
  if (kind === undefined) return null;
  const pattern = filters.values[kind] ?? '';
  const isPart = kind in VALUE_FIELDS && valuesOf(pattern, withSimilar) === null;
  if (isPart && filters.usdotNumber !== undefined && (await hasFew(reader, deadline, filters.usdotNumber)))
    return { kind, found: null };
  return { kind, found: await findValues(reader, deadline, kind, pattern, withSimilar) };
}

async function hasFew(reader: Reader, deadline: Deadline, usdotNumber: number): Promise<boolean> {
  const rows = await ask<{ observations: number }>(
    reader,
    deadline,
    `select coalesce(sum(observations), 0)::float8 as observations from observation_counts
      where usdot_number = $1 and location_state = '*' and location_city = '*'`,
    [usdotNumber],
  );
  return rows?.[0] !== undefined && rows[0].observations <= FEW_OBSERVATIONS;
}

/** The values that a part of the list is searched by. */
export function valuesFor(
  found: FoundValues,
  kind: VehicleKind,
  likeness: Likeness,
  filters: SightingFilters,
) {
  if (likeness === 'exact') return found.exact;
  // With several values, one may fit as given and another with confused characters.
  const isAlone = Object.keys(filters.values).every((one) => one === kind || !(one in VALUE_FIELDS));
  return isAlone ? found.similar : [...found.exact, ...found.similar];
}
