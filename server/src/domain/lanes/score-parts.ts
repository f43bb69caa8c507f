import type { RecommendationScore } from '../../contract/brokers/carrier-recommendation.ts';
import type { Scored } from './score-carriers.ts';

type Points = Pick<Scored, 'lane_points' | 'equipment_points' | 'company_points'>;
type Explainable = Points &
  Pick<Scored, 'origin_days' | 'destination_days' | 'runs' | 'runs_back' | 'equipment_days'> &
  Record<'authority_points' | 'insurance_points' | 'driver_points' | 'vehicle_points', number>;

export function scoreOf(one: Points): number {
  return one.lane_points + one.equipment_points + one.company_points;
}

export function explanationOf(one: Explainable): RecommendationScore {
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
