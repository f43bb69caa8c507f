import type { Reader } from '../../../db/reader.ts';
import {
  isPattern,
  likeOf,
  lookAlike,
  lookAlikeSql,
  prefixesOf,
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
  if (!isPattern(pattern) && !withSimilar) return { exact: [pattern], similar: [] };
  const { values, bind } = binder();
  const number = bind(VEHICLE_KINDS[kind]);
  const isExact = fits('value', pattern, 'exact', bind);
  const prefixes = withSimilar ? null : prefixesOf(pattern);
  const source =
    prefixes === null
      ? `select value from vehicle_sightings where kind = ${number}
           and ${lookAlikeSql('value')} like ${bind(likeOf(lookAlike(pattern)))}`
      : `select value from unnest(${bind(prefixes)}::text[]) as p (prefix) cross join lateral (
           select value from vehicle_sightings where kind = ${number}
             and value >= p.prefix and value < p.prefix || '~' limit ${MAX_ROWS}) as v`;
  const distinct = (condition: string) =>
    `array(select distinct value from found where ${condition} limit ${MAX_VALUES + 1})`;
  const rows = await ask<FoundValues & { scanned: number }>(
    reader,
    deadline,
    `with found as materialized (${source} limit ${MAX_ROWS})
     select (select count(*)::int from found) as scanned, ${distinct(isExact)} as exact,
       ${withSimilar ? distinct(`not (${isExact})`) : `'{}'::text[]`} as similar`,
    values,
  );
  const [found] = rows ?? [];
  if (!found || found.scanned === MAX_ROWS) return null;
  return found.exact.length + found.similar.length > MAX_VALUES ? null : found;
}
