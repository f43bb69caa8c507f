import { type NearSighting, type Point, seenNear } from '../observations/seen-near.ts';
import { inOwnPlace, type ObservationService } from './observation-service.ts';

export const LANE_RADIUS_MILES = 150;
export const LANE_DAYS = 90;

export type LaneQuery = { organizationId: number; usdotNumber: number; origin: Point; destination: Point };

type End = {
  seen: boolean;
  last_seen: (Omit<NearSighting, 'time_captured'> & { time_captured: string }) | null;
};
export type Lane = {
  usdot_number: string;
  verified: boolean;
  radius_miles: number;
  start_date: string;
  end_date: string;
  origin: End;
  destination: End;
};

/** Whether a carrier was seen near both ends of a lane lately. */
export function verifyLane(service: ObservationService, query: LaneQuery): Promise<Lane> {
  const { reader, clock } = service;
  return inOwnPlace(service, 'lanes', query.organizationId, async () => {
    const to = clock.now();
    const from = new Date(to.getTime() - LANE_DAYS * 86_400_000);
    const near = (point: Point) => seenNear(reader, query.usdotNumber, point, LANE_RADIUS_MILES, from, to);
    const [origin, destination] = await Promise.all([near(query.origin), near(query.destination)]);
    return {
      usdot_number: String(query.usdotNumber),
      verified: origin !== null && destination !== null,
      radius_miles: LANE_RADIUS_MILES,
      start_date: from.toISOString().slice(0, 10),
      end_date: to.toISOString().slice(0, 10),
      origin: endOf(origin),
      destination: endOf(destination),
    };
  });
}

function endOf(found: NearSighting | null): End {
  if (found === null) return { seen: false, last_seen: null };
  const miles = Number(found.miles.toFixed(1));
  return { seen: true, last_seen: { ...found, time_captured: found.time_captured.toISOString(), miles } };
}
