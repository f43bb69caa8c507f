/** Beyond the 13 groups of carriers with a percentile. */
export const ISS_ORDER = 100;
export const ISS_ONE_SHORT = 101;
export const ISS_NO_INSPECTION = 102;
export const ISS_SOME_INSPECTIONS = 103;
export const ISS_DRAWN = 199;

const GROUPS: Record<number, string> = {
  1: 'Four or more categories over their thresholds, or two with one of unsafe driving, hours of service and crashes at 85 or more',
  2: 'Three or more roadside categories over their thresholds',
  3: 'Two roadside categories over their thresholds',
  4: 'One roadside category over its threshold, with unsafe driving or crashes',
  5: 'Only hours of service over its threshold',
  6: 'Only a serious violation of insurance or another kind',
  7: 'Only vehicle maintenance over its threshold',
  8: 'Only hazardous materials over its threshold',
  9: 'Only driver fitness over its threshold',
  10: 'Only controlled substances over its threshold',
  11: 'Unsafe driving and crashes over their thresholds',
  12: 'Only unsafe driving or only crashes over its threshold',
  13: 'At least one percentile, none over its threshold',
  [ISS_ORDER]: 'Under an out-of-service order',
  [ISS_ONE_SHORT]: 'One inspection short of enough data; by rate of violations',
  [ISS_NO_INSPECTION]: 'No inspection; by size',
  [ISS_SOME_INSPECTIONS]: 'Not enough inspections; by rate of inspections',
  [ISS_DRAWN]: 'Drawn: one in a hundred of the carriers without enough data, by number and month',
};

export type IssScore = {
  score: number;
  recommendation: 'Inspect' | 'Optional' | 'Pass';
  basis: 'Safety' | 'Insufficient Data';
  /** 1 to 13; null where the score rests on another rule. */
  group: number | null;
  reason: string;
};

export function describeIss(score: number, group: number): IssScore {
  return {
    score,
    recommendation: score >= 75 ? 'Inspect' : score >= 50 ? 'Optional' : 'Pass',
    basis: group <= 13 || group === ISS_ORDER ? 'Safety' : 'Insufficient Data',
    group: group <= 13 ? group : null,
    reason: GROUPS[group] ?? '',
  };
}
