import type { Reader } from '../../../db/reader.ts';
import {
  hasTrigram,
  likeOf,
  lookAlike,
  lookAlikeSql,
  prefixesOf,
  valuesOf,
} from '../../../lib/identifiers/vehicle-pattern.ts';
import { VEHICLE_KINDS, type VehicleKind } from '../../observations/vehicles/vehicle-kinds.ts';
import { ask, type Deadline } from './ask.ts';
import { binder, fits } from './conditions.ts';

/** Rows of vehicle_sightings that are looked through, and values that are then searched one by one. */
const MAX_ROWS = 20_000;
const MAX_VALUES = 500;

/** The values that fit as given, and those that fit only with confused characters. */
export type FoundValues = { exact: string[]; similar: string[] };

/** The values of a kind that fit a pattern. Null when they are too many to search for each. */
export async function findValues(
  reader: Reader,
  deadline: Deadline,
  kind: VehicleKind,
  pattern: string,
  withSimilar: boolean,
): Promise<FoundValues | null> {
  const listed = valuesOf(pattern, withSimilar);
  if (listed) {
    const exact = withSimilar ? (valuesOf(pattern, false) ?? []) : listed;
    const isExact = new Set(exact);
    return { exact, similar: listed.filter((value) => !isExact.has(value)) };
  }
  const prefixes = prefixesOf(pattern, withSimilar);
  if (prefixes === null && !hasTrigram(pattern)) return null;
  const { values, bind } = binder();
  const isExact = fits('value', pattern, 'exact', bind);
  const conditions = [`kind = ${bind(VEHICLE_KINDS[kind])}`];
  if (withSimilar || prefixes === null)
    conditions.push(`${lookAlikeSql('value')} like ${bind(likeOf(lookAlike(pattern)))}`);
  if (!withSimilar) conditions.push(isExact);
  const fitting = `select value from vehicle_sightings where ${conditions.join(' and ')}`;
  const source =
    prefixes === null
      ? fitting
      : `select value from unnest(${bind(prefixes)}::text[]) as p (prefix) cross join lateral (
           ${fitting} and value >= p.prefix and value < p.prefix || '~' limit ${MAX_ROWS}) as v`;
  const distinct = (condition: string) =>
    `array(select distinct value from found where ${condition} limit ${MAX_VALUES + 1})`;
  const rows = await ask<FoundValues & { scanned: number }>(
    reader,
    deadline,
    `with found as materialized (${source} limit ${MAX_ROWS})
     select (select count(*)::int from found) as scanned, ${distinct(withSimilar ? isExact : 'true')} as exact,
       ${withSimilar ? distinct(`not (${isExact})`) : `'{}'::text[]`} as similar`,
    values,
  );
  const [found] = rows ?? [];
  if (!found || found.scanned === MAX_ROWS) return null;
  return found.exact.length + found.similar.length > MAX_VALUES ? null : found;
}
