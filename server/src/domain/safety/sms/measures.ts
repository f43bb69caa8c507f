import type { Segment } from '../../../contract/scores.ts';
import { type CarrierFacts, segmentAt } from './carrier-facts.ts';
import { CATEGORY_COUNT, categoryIndex } from './categories.ts';
import type { Category, Method, UtilizationPoint } from './method.ts';
import type { Tally } from './tally.ts';

/** NaN if there is nothing to divide by. */
export function measureOf(
  method: Method,
  category: Category,
  tally: Tally,
  facts: CarrierFacts,
  carrier: number,
): number {
  const k = carrier * CATEGORY_COUNT + categoryIndex(category.id);
  const points = tally.points[k] as number;
  if (category.dividedBy === 'inspections') {
    const weights = tally.weights[k] as number;
    return weights === 0 ? Number.NaN : points / weights;
  }
  if (category.counts !== 'crashes' && tally.inspections[carrier] === 0) return Number.NaN;
  const units = facts.averageUnits[carrier] as number;
  if (!(units > 0)) return Number.NaN;
  const miles = facts.recentMiles[carrier] as number;
  return points / (units * utilizationFactor(method, segmentAt(facts, carrier), miles, units));
}

/** Power units with a high mileage count as more than one. `miles` is NaN if unknown. */
export function utilizationFactor(method: Method, segment: Segment, miles: number, units: number): number {
  const perUnit = miles / units;
  if (!(perUnit <= method.mostMilesPerUnit)) return 1;
  let low: UtilizationPoint | null = null;
  for (const point of method.utilization[segment]) {
    if (perUnit < point.milesPerUnit) {
      if (low === null) return 1;
      const share = (perUnit - low.milesPerUnit) / (point.milesPerUnit - low.milesPerUnit);
      return low.factor + (point.factor - low.factor) * share;
    }
    low = point;
  }
  return low?.factor ?? 1;
}

/** The number of events that determines the peer group. */
export function eventCount(category: Category, tally: Tally, carrier: number): number {
  const k = carrier * CATEGORY_COUNT + categoryIndex(category.id);
  return (category.counts === 'relevant inspections' ? tally.relevant[k] : tally.withViolation[k]) as number;
}
