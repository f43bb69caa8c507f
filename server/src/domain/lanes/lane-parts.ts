import type { RecommendationScore } from '../../contract/brokers/carrier-recommendation.ts';
import type { LaneCarrier } from './search-lanes.ts';

/** The most points of each part of the score, 100 in all. */
export const PARTS = { lane: 60, equipment: 20, company: 20 } as const;

export const MAX_RECOMMENDATIONS = 100;

export function scoreOf(one: LaneCarrier): number {
  return one.lane_points + one.equipment_points + one.company_points;
}

export function explanationOf(one: LaneCarrier): RecommendationScore {
  const { origin_days, destination_days, runs, runs_back } = one;
  return {
    lane: { points: one.lane_points, origin_days, destination_days, runs, runs_back },
    equipment: { points: one.equipment_points, days: one.equipment_days },
    company: {
      points: one.company_points,
      authority: one.authority_points,
      insurance: one.insurance_points,
      driver_oos: one.driver_points,
      vehicle_oos: one.vehicle_points,
    },
  };
}
