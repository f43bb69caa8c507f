import { truckField } from '../../../contract/truck-fields.ts';
import { boxAround } from '../../../lib/geography/cells.ts';
import { milesSql } from '../../../lib/geography/miles-sql.ts';
import { isPattern, likeOf, lookAlike, lookAlikeSql } from '../../../lib/identifiers/vehicle-pattern.ts';
import { VALUE_FIELDS } from '../../observations/vehicles/vehicle-kinds.ts';
import type { SightingFilters } from './filters.ts';

/** Adds a value to a statement and returns its parameter. */
export type Bind = (value: unknown) => string;

export function binder(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Which values fit: as given, or only with characters that are easily confused. */
export type Likeness = 'exact' | 'similar';

/** Conditions on the observation `o`. Containers, chassis and text on the truck are not in its columns. */
export function conditionsOf(filters: SightingFilters, likeness: Likeness, bind: Bind): string[] {
  const { usdotNumber, camera, state, city, equipmentType, logo, direction, from, to, near } = filters;
  const conditions = [`o.type = 'Detection'`, ...valueConditions(filters, likeness, bind)];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(bind(value)));
  };
  add(usdotNumber, (p) => `o.usdot_number = ${p}::bigint`);
  add(filters.plateState, (p) => `o.plate_state = ${p}`);
  add(camera, (p) => `o.source = ${p}`);
  add(state, (p) => `o.location_state = ${p}`);
  add(city, (p) => `upper(o.location_city) = upper(${p})`);
  add(equipmentType, (p) => `lower(o.equipment_type) = lower(${p})`);
  add(logo, (p) => `lower(o.equipment_logo) = lower(${p})`);
  add(direction, (p) => `right(o.route, 3) = ' ' || ${p}::text`);
  add(from, (p) => `o.time_captured >= ${p}::timestamptz`);
  add(to, (p) => `o.time_captured < ${p}::timestamptz`);
  add(filters.scores, (p) =>
    scoreColumns(filters)
      .map((column) => `coalesce(o.${column}, 'N/A') = any(${p}::text[])`)
      .join(' and '),
  );
  if (near) {
    const { latitude, longitude, miles } = near;
    const { south, north, west, east } = boxAround(latitude, longitude, miles);
    const [lat, lon] = [bind(latitude), bind(longitude)].map((p) => `${p}::float8`);
    const width = (east - west) / 2;
    conditions.push(
      `o.latitude between ${bind(south)}::float8 and ${bind(north)}::float8`,
      `(abs(o.longitude - ${lon}) <= ${bind(width)}::float8 or abs(o.longitude - ${lon}) >= 360 - ${bind(width)}::float8)`,
      `${milesSql({ latitude: 'o.latitude', longitude: 'o.longitude' }, { latitude: `${lat}`, longitude: `${lon}` })} <= ${bind(miles)}::float8`,
    );
  }
  return conditions;
}

/** The levels of what was searched; without a value, that of the USDOT number. */
function scoreColumns({ values, usdotNumber, logo }: SightingFilters): string[] {
  const searched = Object.entries(VALUE_FIELDS).flatMap(([kind, field]) =>
    values[kind as keyof typeof VALUE_FIELDS] === undefined ? [] : (truckField(field).score ?? []),
  );
  const columns = [...searched, ...(logo === undefined ? [] : ['trailer_logo_ocr_score'])];
  return columns.length === 0 || usdotNumber !== undefined ? [...columns, 'usdot_number_ocr_score'] : columns;
}

function valueConditions({ values }: SightingFilters, likeness: Likeness, bind: Bind): string[] {
  const given = Object.entries(VALUE_FIELDS).flatMap(([kind, column]) => {
    const pattern = values[kind as keyof typeof VALUE_FIELDS];
    const value = `regexp_replace(upper(o.${column}), '[^A-Z0-9]', '', 'g')`;
    return pattern === undefined ? [] : [{ value, pattern }];
  });
  const all = (wanted: Likeness) => given.map(({ value, pattern }) => fits(value, pattern, wanted, bind));
  if (likeness === 'exact' || given.length === 0) return all('exact');
  return [...all('similar'), `not (${all('exact').join(' and ')})`];
}

/** A condition: the SQL expression, of letters and digits only, fits the pattern. */
export function fits(value: string, pattern: string, likeness: Likeness, bind: Bind): string {
  const [left, right] = likeness === 'exact' ? [value, pattern] : [lookAlikeSql(value), lookAlike(pattern)];
  return isPattern(right) ? `${left} like ${bind(likeOf(right))}` : `${left} = ${bind(right)}`;
}
