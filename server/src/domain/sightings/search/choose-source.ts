import { boxAround, cellSql, cellsOf } from '../../../lib/geography/cells.ts';
import { words } from '../../../lib/identifiers/comparable.ts';
import { VEHICLE_KINDS, type VehicleKind } from '../../observations/vehicles/vehicle-kinds.ts';
import { byCamera, byOwnCameras } from './camera-sources.ts';
import { fits } from './conditions.ts';
import type { SightingFilters } from './filters.ts';
import { byAllKeys, byKeys, keyRange, type Search, type Source, scanning } from './sources.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Containers and chassis of the same sighting are in vehicle_sightings only. */
function otherContainers(
  { filters, likeness }: Search,
  kind: VehicleKind,
  bind: (value: unknown) => string,
): string {
  const others = (['container', 'chassis'] as const).filter((one) => one !== kind);
  return others
    .flatMap((other) => {
      const pattern = filters.values[other];
      if (pattern === undefined) return [];
      return `and exists (select from vehicle_sightings w where w.sighting_id = v.sighting_id
        and w.kind > 4 and w.kind = ${VEHICLE_KINDS[other]} and ${fits('w.value', pattern, likeness, bind)})`;
    })
    .join(' ');
}

/** The newest matches of an organization that are searched. */
const MAX_MATCHES = 20_000;
const matched = (organizationId: string) =>
  `select distinct sighting_id from (select sighting_id from alert_matches where organization_id = ${organizationId}
     order by match_id desc limit ${MAX_MATCHES}) newest`;

/**
 * By values of one kind. Values that a person of another organization typed do not lead to a sighting. Each value is a range of the
 * index by value that is read from its newest row, because many trucks have the same cab number; matches are read once for all values.
 */
export const byValues = (kind: VehicleKind, values: string[], viewerId: number, isMatched: boolean): Source =>
  byKeys((search, after, limit, bind) => {
    const { organizationId, filters } = search;
    const { usdotNumber, from, to } = filters;
    const given = `${bind(values)}::text[]`;
    const newest = (condition: string) => `
      select v.usdot_number, v.seen_at as time_captured, v.sighting_id as id from vehicle_sightings v
       where ${condition} and v.kind = ${bind(VEHICLE_KINDS[kind])}
         and (v.origin & 2 = 0 or v.organization_id = ${bind(viewerId)})
         ${organizationId === null ? '' : `and v.organization_id = ${bind(organizationId)}`}
         ${usdotNumber === undefined ? '' : `and v.usdot_number = ${bind(usdotNumber)}::bigint`}
         ${from ? `and v.seen_at >= ${bind(from)}::timestamptz` : ''}
         ${to ? `and v.seen_at < ${bind(to)}::timestamptz` : ''}
         and ${keyRange('v.seen_at', 'v.sighting_id', after, bind)} ${otherContainers(search, kind, bind)}
       order by v.seen_at desc, v.sighting_id desc limit ${limit}`;
    if (isMatched) return newest(`v.value = any(${given}) and v.sighting_id in (${matched(bind(viewerId))})`);
    return `select v.* from unnest(${given}) as p (value) cross join lateral (${newest('v.value = p.value')}) v
      order by v.time_captured desc, v.id desc limit ${limit}`;
  });

/** The text on the truck, which is kept for 30 days. */
const byName = (name: string, matchedBy: number | null): Source =>
  byKeys(
    (_search, after, limit, bind) =>
      `select usdot_number, time_captured, id from recent_sightings
        where deep like ${bind(`%${words(name).replace(/[\\%_]/g, '\\$&')}%`)} and ${keyRange('time_captured', 'id', after, bind)}
          ${matchedBy === null ? '' : `and id in (${matched(bind(matchedBy))})`}
        order by time_captured desc, id desc limit ${limit}`,
  );

const byMatches = (organizationId: number): Source =>
  byAllKeys(
    (_search, bind) =>
      `select s.usdot_number, s.time_captured, s.id from (${matched(bind(organizationId))}) m
         join sightings s on s.id = m.sighting_id`,
  );

/** What the matches of the organization's alerts lead to, without values of vehicles. */
export function matchesSource({ name }: SightingFilters, organizationId: number): Source {
  return name === undefined ? byMatches(organizationId) : byName(name, organizationId);
}

/** The index that leads to the fewest sightings, without values of vehicles. */
export function chooseSource(filters: SightingFilters, organizationId: number | null): Source {
  const { name, usdotNumber, camera, near } = filters;
  if (name !== undefined) return byName(name, null);
  if (usdotNumber !== undefined)
    return scanning(7 * DAY_MS, (bind) => `o.usdot_number = ${bind(usdotNumber)}::bigint`);
  if (camera !== undefined) return byCamera(camera);
  const cells = near && cellsOf(boxAround(near.latitude, near.longitude, near.miles));
  if (cells)
    return scanning(
      DAY_MS,
      (bind) => `o.latitude is not null and ${cellSql('o')} = any(${bind(cells)}::int[])`,
    );
  if (organizationId !== null) return byOwnCameras;
  return scanning(10 * MINUTE_MS, () => 'true');
}
