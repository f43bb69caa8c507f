import { CATEGORY_COUNT, placeOf } from './categories.ts';
import type { Facts } from './facts.ts';
import { type Category, type Method, SEGMENTS } from './method.ts';
import type { Tally } from './tally.ts';
import { utilizationFactor } from './utilization.ts';

/** NaN where there is nothing to divide by. */
export function measureOf(
  method: Method,
  category: Category,
  tally: Tally,
  facts: Facts,
  carrier: number,
): number {
  const k = carrier * CATEGORY_COUNT + placeOf(category.id);
  const points = tally.points[k] as number;
  if (category.dividedBy === 'inspections') {
    const weights = tally.weights[k] as number;
    return weights === 0 ? Number.NaN : points / weights;
  }
  if (category.counts !== 'crashes' && tally.inspections[carrier] === 0) return Number.NaN;
  const units = facts.averageUnits[carrier] as number;
  if (!(units > 0)) return Number.NaN;
  const segment = SEGMENTS[facts.segments[carrier] as number] ?? 'straight';
  return points / (units * utilizationFactor(method, segment, facts.recentMiles[carrier] as number, units));
}

/** What the peer groups count. */
export function eventCount(category: Category, tally: Tally, carrier: number): number {
  const k = carrier * CATEGORY_COUNT + placeOf(category.id);
  return (category.counts === 'relevant inspections' ? tally.relevant[k] : tally.withViolation[k]) as number;
}
