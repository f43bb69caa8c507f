import type { VehicleFile } from '../../../contract/sightings/vehicle-file.ts';
import { bucketRanges } from '../../../db/nodes/bucket-ranges.ts';
import type { Reader } from '../../../db/reader.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Observation } from '../../observations/observation.ts';
import { lookUpVehicles } from '../../observations/vehicles/look-up.ts';
import { vehicleValue } from '../../observations/vehicles/vehicle-kinds.ts';
import { Deadline } from '../search/ask.ts';
import { byCamera } from '../search/camera-sources.ts';
import type { Viewer } from '../search/filters.ts';
import { fetchKeys, LATEST, type Search } from '../search/sources.ts';

type Service = { reader: Reader; clock: Clock };
export type NextCamera = VehicleFile['next_cameras'][number];

const HOUR_MS = 3_600_000;
/** A camera that is passed later than this is not the next one. Passes that are newer may not have a next camera yet. */
const HORIZON_MS = 12 * HOUR_MS;
const MAX_PASSES = 400;
const MAX_KEYS = 20_000;
/** The same camera may see a truck twice, so up to this many later sightings are read until one is at another camera. */
const TRIES = 3;
const BUDGET_MS = 1_000;
const MOST = 5;
/** What one passage counts. A truck repeats its own way more often than that of others, and carriers have their lanes. */
const WEIGHTS = { other: 1, sameCarrier: 2, own: 5 };

const DIRECTION = / (NB|SB|EB|WB)$/;
const directionOf = ({ route }: Observation) => DIRECTION.exec(route)?.[1];
const isAt = (row: Observation, { source, organization_id }: Observation) =>
  row.source === source && row.organization_id === organization_id;

type Passage = { weight: number; vehicle: string; to: Observation; minutes: number };

/**
 * The cameras that the vehicle would pass next, the likeliest first: those that it and other vehicles passed next after its
 * last camera in its last direction. `rows`: its sightings, newest first.
 */
export async function nextCameras(
  service: Service,
  viewer: Viewer,
  rows: Observation[],
): Promise<NextCamera[]> {
  const last = rows.find(({ source }) => source !== '');
  if (!last) return [];
  const direction = directionOf(last);
  const own = ownPassages(rows, last, direction);
  const others = await otherPassages(service, viewer, rows, last, direction);
  // A camera that saw a truck twice has one passage of it.
  const byNext = new Map([...own, ...others].map((one) => [one.to.id, one]));
  return rank([...byNext.values()]);
}

function passage(from: Observation, to: Observation, vehicle: string, weight: number): Passage {
  const minutes = (to.time_captured.getTime() - from.time_captured.getTime()) / 60_000;
  return { weight, vehicle, to, minutes };
}

const isNext = (from: Observation, to: { time_captured: Date }) => {
  const ms = to.time_captured.getTime() - from.time_captured.getTime();
  return ms > 0 && ms <= HORIZON_MS;
};

function ownPassages(rows: Observation[], last: Observation, direction: string | undefined): Passage[] {
  return rows.flatMap((from, index) => {
    if (!isAt(from, last) || directionOf(from) !== direction) return [];
    const to = rows.slice(0, index).findLast((row) => row.source !== '' && !isAt(row, last));
    return to && isNext(from, to) ? [passage(from, to, '', WEIGHTS.own)] : [];
  });
}

async function otherPassages(
  service: Service,
  viewer: Viewer,
  rows: Observation[],
  last: Observation,
  direction: string | undefined,
): Promise<Passage[]> {
  const { source: camera, organization_id: organizationId } = last;
  if (!viewer.seesAll && organizationId !== viewer.organizationId) return [];
  const { reader, clock } = service;
  const search: Search = {
    ...{ reader, deadline: new Deadline(BUDGET_MS), likeness: 'exact', now: clock.now() },
    ...{ filters: { values: {}, camera, direction }, organizationId },
    shards: await bucketRanges(reader.primary),
  };
  const until = { time: new Date(clock.now().getTime() - HORIZON_MS), id: LATEST.id };
  const passed = await byCamera(camera)(search, until, MAX_PASSES);
  const ids = new Set(rows.map(({ id }) => id));
  const passes = passed.rows.filter((row) => !ids.has(row.id) && row.alpr_plate_number !== '');
  const [newest, oldest] = [passes[0], passes.at(-1)];
  if (!newest || !oldest) return [];
  const keys = await lookUpVehicles(reader, 'plate', [...new Set(passes.map(plateOf))], {
    viewerId: viewer.organizationId,
    from: oldest.time_captured,
    to: new Date(newest.time_captured.getTime() + HORIZON_MS),
    most: MAX_KEYS,
  });
  const keysOf = Map.groupBy(keys.toReversed(), ({ value }) => value);
  let open = passes.map((pass) => {
    return { pass, next: (keysOf.get(plateOf(pass)) ?? []).filter((key) => isNext(pass, key)) };
  });
  const anywhere = {
    ...{ ...search, filters: { values: {} } },
    organizationId: viewer.seesAll ? null : viewer.organizationId,
  };
  const found: Passage[] = [];
  for (let nth = 0; nth < TRIES && open.length > 0; nth++) {
    const wanted = new Map(open.flatMap(({ next }) => next[nth] ?? []).map((key) => [key.id, key]));
    const read = await fetchKeys(anywhere, [...wanted.values()], LATEST);
    if (read === null) return [];
    const byId = new Map(read.map((row) => [row.id, row]));
    open = open.filter(({ pass, next }) => {
      const to = byId.get(next[nth]?.id ?? 0);
      // The same characters in two states are two vehicles.
      if (!to || to.source === '' || isAt(to, last) || to.plate_state !== pass.plate_state) return true;
      const isSameCarrier = pass.usdot_number !== 0 && pass.usdot_number === last.usdot_number;
      const weight = isSameCarrier ? WEIGHTS.sameCarrier : WEIGHTS.other;
      found.push(passage(pass, to, `${plateOf(pass)} ${pass.plate_state}`, weight));
      return false;
    });
  }
  return found;
}

const plateOf = ({ alpr_plate_number }: Observation) => vehicleValue(alpr_plate_number);

function rank(passages: Passage[]): NextCamera[] {
  const total = passages.reduce((sum, { weight }) => sum + weight, 0);
  const groups = Map.groupBy(passages, ({ to }) => `${to.organization_id} ${to.source}`);
  return [...groups.values()]
    .map((group) => {
      const { source, location_city, location_state, latitude, longitude, route } = (group[0] as Passage).to;
      const minutes = group.map((one) => one.minutes).sort((a, b) => a - b);
      return {
        ...{ source, location_city, location_state, latitude, longitude, route },
        share: Math.round((group.reduce((sum, { weight }) => sum + weight, 0) / total) * 1_000) / 1_000,
        vehicles: new Set(group.map(({ vehicle }) => vehicle)).size,
        median_minutes: Math.round(minutes[Math.floor(minutes.length / 2)] ?? 0),
      };
    })
    .sort((a, b) => b.share - a.share || a.median_minutes - b.median_minutes)
    .slice(0, MOST);
}
