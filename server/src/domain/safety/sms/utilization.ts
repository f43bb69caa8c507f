import type { Method, Segment } from './method.ts';

/** Power units that drive much meet more trouble: they count for more than one. NaN miles are unknown ones. */
export function utilizationFactor(method: Method, segment: Segment, miles: number, units: number): number {
  const perUnit = miles / units;
  if (!(perUnit <= method.mostMilesPerUnit)) return 1;
  const points = method.utilization[segment];
  const above = points.findIndex(({ milesPerUnit }) => perUnit < milesPerUnit);
  if (above === 0) return 1;
  const low = points.at(above === -1 ? -1 : above - 1);
  const high = above === -1 ? undefined : points[above];
  if (!low) return 1;
  if (!high) return low.factor;
  const share = (perUnit - low.milesPerUnit) / (high.milesPerUnit - low.milesPerUnit);
  return low.factor + (high.factor - low.factor) * share;
}
