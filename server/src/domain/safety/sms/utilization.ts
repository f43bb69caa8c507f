import type { Method, Segment, UtilizationPoint } from './method.ts';

/** Power units that drive much meet more trouble: they count for more than one. NaN miles are unknown ones. */
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
