import { DIRECTIONS, type Direction, type FacilityLane } from '../../contract/brokers/facility.ts';
import type { Db } from '../../db/database.ts';
import { bearing, miles, type Position } from '../../lib/geography/great-circle.ts';
import { hexagonsOf } from './hexagons.ts';
import { type LaneEnd, type Viewer, visitsOf } from './visits.ts';

export type LaneFilter = {
  topN: number;
  minMiles?: number | undefined;
  direction?: Direction | undefined;
};
/** A lane with the middle of its other end. */
export type Lane = FacilityLane & Position;
export type Lanes = { inbound: Lane[]; outbound: Lane[] };

/** Percent of one step of `visit_share`. */
const SHARE_STEP = 5;

/** The places that the vehicles of a facility came from and went to, the most frequent first. */
export async function lanesOf(
  db: Db,
  viewer: Viewer,
  place: Position,
  filter: LaneFilter,
  now: Date,
): Promise<Lanes> {
  const { inbound, outbound } = await visitsOf(db, viewer, place, now);
  return { inbound: await toLanes(place, inbound, filter), outbound: await toLanes(place, outbound, filter) };
}

/** What a response has of lanes. */
export function shownLanes(lanes: Lane[]): FacilityLane[] {
  return lanes.map(({ latitude: _, longitude: __, ...lane }) => lane);
}

type Group = { city: string; state: string; weight: number; latitude: number; longitude: number };

async function toLanes(place: Position, ends: LaneEnd[], filter: LaneFilter): Promise<Lane[]> {
  const found = groupsOf(ends).map((group) => ({
    ...group,
    share: shareOf(group.weight, ends.length),
    distance: Math.round(miles(place, group) * 10) / 10,
    direction: directionOf(place, group),
  }));
  const { topN, minMiles = 0, direction } = filter;
  const wanted = found
    .filter((one) => one.distance >= minMiles && (direction === undefined || one.direction === direction))
    .sort((a, b) => b.weight - a.weight || order(a.state, b.state) || order(a.city, b.city))
    .slice(0, topN);
  const hexagons = await hexagonsOf(wanted);
  return wanted.map(({ share, distance, ...lane }, i) => ({
    ...lane,
    visit_share: share,
    hexagon_id: hexagons[i] ?? '',
    distance_miles: distance,
  }));
}

/** By city: its position is the mean of the cameras that saw the vehicles there. */
function groupsOf(ends: LaneEnd[]): Group[] {
  const groups = new Map<string, LaneEnd[]>();
  for (const end of ends) {
    const key = `${end.state} ${end.city.toUpperCase()}`;
    const group = groups.get(key);
    if (group) group.push(end);
    else groups.set(key, [end]);
  }
  return [...groups.values()].map((group) => {
    const mean = (of: (end: LaneEnd) => number) =>
      group.reduce((sum, end) => sum + of(end), 0) / group.length;
    const names = group.map(({ city }) => city).sort(order);
    return {
      city: names[0] ?? '',
      state: group[0]?.state ?? '',
      weight: group.length,
      latitude: mean(({ latitude }) => latitude),
      longitude: mean(({ longitude }) => longitude),
    };
  });
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** `15-20%`: at least 15 and less than 20 percent; 100 percent is in the last step. */
function shareOf(weight: number, total: number): string {
  const step = Math.min(Math.floor((weight * 100) / total / SHARE_STEP), 100 / SHARE_STEP - 1);
  return `${step * SHARE_STEP}-${(step + 1) * SHARE_STEP}%`;
}

export function directionOf(from: Position, to: Position): Direction {
  const sector = Math.round(bearing(from, to) / (360 / DIRECTIONS.length)) % DIRECTIONS.length;
  return DIRECTIONS[sector] ?? 'N';
}
