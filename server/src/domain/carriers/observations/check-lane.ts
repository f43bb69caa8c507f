import type { LaneCheck } from '../../../contract/lane.ts';
import { LOCKS } from '../../../db/advisory-locks.ts';
import { findNewestNear, type NearSighting, type Point } from '../../observations/find-observation.ts';
import { limitCalls, type ObservationService } from './observation-service.ts';

export const LANE_RADIUS_MILES = 150;
export const LANE_DAYS = 90;

export type LaneQuery = { organizationId: number; usdotNumber: number; origin: Point; destination: Point };

/** Whether a carrier was recently seen near both ends of a lane. */
export function checkLane(service: ObservationService, query: LaneQuery): Promise<LaneCheck> {
  const { reader, clock } = service;
  return limitCalls(service, LOCKS.laneCalls, query.organizationId, async () => {
    const to = clock.now();
    const from = new Date(to.getTime() - LANE_DAYS * 86_400_000);
    const near = (point: Point) =>
      findNewestNear(reader, query.usdotNumber, point, LANE_RADIUS_MILES, from, to);
    const [origin, destination] = await Promise.all([near(query.origin), near(query.destination)]);
    return {
      usdot_number: String(query.usdotNumber),
      verified: origin !== null && destination !== null,
      radius_miles: LANE_RADIUS_MILES,
      start_date: from.toISOString().slice(0, 10),
      end_date: to.toISOString().slice(0, 10),
      origin: laneEnd(origin),
      destination: laneEnd(destination),
    };
  });
}

function laneEnd(found: NearSighting | null): LaneCheck['origin'] {
  if (found === null) return { seen: false, last_seen: null };
  const miles = Number(found.miles.toFixed(1));
  return { seen: true, last_seen: { ...found, time_captured: found.time_captured.toISOString(), miles } };
}
