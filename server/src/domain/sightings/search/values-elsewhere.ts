import { type Db, statement } from '../../../db/database.ts';
import { likeOf, lookAlike, lookAlikeSql } from '../../../lib/identifiers/vehicle-pattern.ts';
import type { Observation } from '../../observations/observation.ts';
import {
  TYPED,
  VALUE_FIELDS,
  VEHICLE_KINDS,
  vehicleValue,
} from '../../observations/vehicles/vehicle-kinds.ts';
import type { Likeness } from './conditions.ts';
import type { SightingFilters } from './filters.ts';

const typed = statement(
  'sightings.typed-elsewhere',
  `select sighting_id as id from vehicle_sightings
    where value = any($1::text[]) and kind = any($2::smallint[]) and sighting_id = any($3::bigint[])
      and origin & ${TYPED} <> 0 and organization_id <> $4`,
);
const withContainer = statement(
  'sightings.with-container',
  `select sighting_id as id from vehicle_sightings
    where sighting_id = any($1::bigint[]) and kind > 4 and kind = $2 and ${lookAlikeSql('value')} like $3
      and (value like $4) = $5`,
);

/**
 * What conditions on observations cannot decide: removes the sightings that match only by a value that a person of another organization
 * typed, and those without a container or chassis that fits.
 */
export async function withoutOthers(
  db: Db,
  { values }: SightingFilters,
  likeness: Likeness,
  organizationId: number,
  rows: Observation[],
): Promise<Observation[]> {
  let left = rows;
  for (const kind of ['container', 'chassis'] as const) {
    const pattern = values[kind];
    if (pattern === undefined || left.length === 0) continue;
    const patterns = [likeOf(lookAlike(pattern)), likeOf(pattern), likeness === 'exact'];
    const ids = left.map(({ id }) => id);
    const found = await db.rows<{ id: number }>(withContainer, [ids, VEHICLE_KINDS[kind], ...patterns]);
    const fitting = new Set(found.map(({ id }) => id));
    left = left.filter(({ id }) => fitting.has(id));
  }
  return withoutTyped(db, values, organizationId, left);
}

async function withoutTyped(
  db: Db,
  values: SightingFilters['values'],
  organizationId: number,
  rows: Observation[],
): Promise<Observation[]> {
  const kinds = (Object.keys(VALUE_FIELDS) as (keyof typeof VALUE_FIELDS)[]).filter(
    (kind) => values[kind] !== undefined,
  );
  if (rows.length === 0 || kinds.length === 0) return rows;
  const found = kinds.flatMap((kind) => rows.map((row) => vehicleValue(row[VALUE_FIELDS[kind]])));
  const numbers = kinds.map((kind) => VEHICLE_KINDS[kind]);
  const ids = rows.map(({ id }) => id);
  const hidden = await db.rows<{ id: number }>(typed, [[...new Set(found)], numbers, ids, organizationId]);
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  return rows.filter(({ id }) => !hiddenIds.has(id));
}
