import { boxAround, cellSql, cellsOf } from '../../../lib/geography/cells.ts';
import { words } from '../../../lib/identifiers/comparable.ts';
import { VEHICLE_KINDS, type VehicleKind } from '../../observations/vehicles/vehicle-kinds.ts';
import { fits } from './conditions.ts';
import type { Position, SightingFilters } from './filters.ts';
import { byAllKeys, byKeys, type Search, type Source, scanning } from './sources.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Parameters of the order of keys. */
const keyRange = (time: string, id: string, after: Position, bind: (value: unknown) => string) =>
  `(${time}, ${id}) < (${bind(after.time)}::timestamptz, ${bind(after.id)}::bigint) and ${time} <= ${bind(after.time)}::timestamptz`;

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

const newestOf = (after: Position, limit: number, bind: (value: unknown) => string) =>
  `and ${keyRange('s.time_captured', 's.id', after, bind)} order by s.time_captured desc, s.id desc limit ${limit}`;

/** Of one camera. Organizations may have given theirs the same name. */
const byCamera = (camera: string): Source =>
  byKeys(
    (search, after, limit, bind) => `select s.* from organizations c cross join lateral (
       select s.usdot_number, s.time_captured, s.id from sightings s
        where s.organization_id = c.id and s.source = ${bind(camera)} ${newestOf(after, limit, bind)}) s
      where ${ofOrganization('c.id', search, bind)} order by s.time_captured desc, s.id desc limit ${limit}`,
  );

/** Sightings of each camera that tell about how old the last one of the page is. */
const FIRST_OF_CAMERA = 3;

/**
 * Of all cameras of an organization: one range of the index for each. The last sighting of the page is at least as new as that of a page
 * of the first few sightings of each camera.
 */
const byOwnCameras: Source = byKeys((search, after, limit, bind) => {
  const ofCamera = (most: number, condition: string) => `cameras c cross join lateral (
     select s.usdot_number, s.time_captured, s.id from sightings s
      where ${ofOrganization('s.organization_id', search, bind)} and s.source = c.source ${condition} ${newestOf(after, most, bind)}) s
    where c.source is not null order by s.time_captured desc`;
  return `with recursive cameras (source) as (
     (select source from sightings where ${ofOrganization('organization_id', search, bind)} order by source limit 1)
     union all
     select (select s.source from sightings s where ${ofOrganization('s.organization_id', search, bind)}
        and s.source > c.source order by s.source limit 1) from cameras c where c.source is not null
   ), oldest as materialized (
     select s.time_captured from ${ofCamera(FIRST_OF_CAMERA, '')} offset ${limit - 1} limit 1
   )
   select s.* from ${ofCamera(limit, `and s.time_captured >= coalesce((select time_captured from oldest), '-infinity')`)}, s.id desc limit ${limit}`;
});
const ofOrganization = (column: string, { organizationId }: Search, bind: (value: unknown) => string) =>
  organizationId === null ? 'true' : `${column} = ${bind(organizationId)}`;

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

/**
 * The index that leads to the fewest sightings, without values of vehicles. A cluster (`isCluster`) cannot read one range of an index
 * for each camera.
 */
export function chooseSource(
  filters: SightingFilters,
  organizationId: number | null,
  isCluster: boolean,
): Source {
  const { name, usdotNumber, camera, near } = filters;
  if (name !== undefined) return byName(name, null);
  if (usdotNumber !== undefined)
    return scanning(7 * DAY_MS, (bind) => `o.usdot_number = ${bind(usdotNumber)}::bigint`);
  if (camera !== undefined && !isCluster) return byCamera(camera);
  const cells = near && cellsOf(boxAround(near.latitude, near.longitude, near.miles));
  if (cells)
    return scanning(
      DAY_MS,
      (bind) => `o.latitude is not null and ${cellSql('o')} = any(${bind(cells)}::int[])`,
    );
  if (organizationId !== null && !isCluster) return byOwnCameras;
  return scanning(10 * MINUTE_MS, () => 'true');
}
