import { wasSeenOnLane } from '../../observations/seen-on-lane.ts';
import type { LaneEnds } from '../../places/resolve-ends.ts';
import { LANE_DAYS, LANE_RADIUS_MILES } from './check-lane.ts';
import type { ObservationService } from './observation-service.ts';

/** Whether a carrier was recently seen near the origin, near the destination, or near the great circle between them. */
export function verifyLane(
  { reader, clock }: ObservationService,
  usdotNumber: number,
  ends: LaneEnds,
): Promise<boolean> {
  const to = clock.now();
  const from = new Date(to.getTime() - LANE_DAYS * 86_400_000);
  return wasSeenOnLane(reader, usdotNumber, ends, { radiusMiles: LANE_RADIUS_MILES, from, to });
}
