import { type Db, statement } from '../../../db/database.ts';
import type { Observation } from '../../observations/observation.ts';
import {
  TYPED,
  VALUE_FIELDS,
  VEHICLE_KINDS,
  vehicleValue,
} from '../../observations/vehicles/vehicle-kinds.ts';
import type { SightingFilters } from './filters.ts';

const typed = statement(
  'sightings.typed-elsewhere',
  `select sighting_id as id from vehicle_sightings
    where value = any($1::text[]) and kind = any($2::smallint[]) and sighting_id = any($3::bigint[])
      and origin & ${TYPED} <> 0 and organization_id <> $4`,
);

/** Removes the sightings that match only by a value that a person of another organization typed. */
export async function withoutTyped(
  db: Db,
  { values }: SightingFilters,
  organizationId: number,
  rows: Observation[],
): Promise<Observation[]> {
  if (rows.length === 0) return rows;
  const kinds = (Object.keys(VALUE_FIELDS) as (keyof typeof VALUE_FIELDS)[]).filter(
    (kind) => values[kind] !== undefined,
  );
  const found = kinds.flatMap((kind) => rows.map((row) => vehicleValue(row[VALUE_FIELDS[kind]])));
  const numbers = kinds.map((kind) => VEHICLE_KINDS[kind]);
  const ids = rows.map(({ id }) => id);
  const hidden = await db.rows<{ id: number }>(typed, [[...new Set(found)], numbers, ids, organizationId]);
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  return rows.filter(({ id }) => !hiddenIds.has(id));
}
