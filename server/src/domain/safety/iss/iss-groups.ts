import { categoryBit, categoryIndex } from '../sms/categories.ts';

/**
 * Groups other than the 13 groups of carriers with sufficient data. A run never stores ISS_ORDER: whether an order is in
 * force depends on the day that is asked for.
 */
export const ISS_ORDER = 100;
export const ISS_ONE_SHORT = 101;
export const ISS_NO_INSPECTION = 102;
export const ISS_SOME_INSPECTIONS = 103;

const REASONS: Record<number, string> = {
  1: 'Four or more categories over their thresholds, or two with one of unsafe driving, hours of service and crashes at 85 or more',
  2: 'Three or more roadside categories over their thresholds',
  3: 'Two roadside categories over their thresholds',
  4: 'One roadside category over its threshold, with unsafe driving or crashes',
  5: 'Only hours of service over its threshold',
  6: 'Only a serious insurance violation or another serious violation outside the categories',
  7: 'Only vehicle maintenance over its threshold',
  8: 'Only hazardous materials over its threshold',
  9: 'Only driver fitness over its threshold',
  10: 'Only controlled substances over its threshold',
  11: 'Unsafe driving and crashes over their thresholds',
  12: 'Only unsafe driving or only crashes over its threshold',
  13: 'Enough inspections of drivers and vehicles, and no category over its threshold',
  [ISS_ORDER]: 'Under an out-of-service order',
  [ISS_ONE_SHORT]: 'One inspection short of sufficient data; scored by violation rate',
  [ISS_NO_INSPECTION]: 'No inspections; scored by fleet size',
  [ISS_SOME_INSPECTIONS]: 'Not enough data; scored by inspection rate',
};

export type IssScore = {
  score: number;
  recommendation: 'Inspect' | 'Optional' | 'Pass';
  basis: 'Safety' | 'Insufficient Data';
  /** 1 to 13; null if the score is based on another rule. */
  group: number | null;
  reason: string;
};

export function describeIss(score: number, group: number): IssScore {
  return {
    score,
    recommendation: score >= 75 ? 'Inspect' : score >= 50 ? 'Optional' : 'Pass',
    basis: group <= 13 || group === ISS_ORDER ? 'Safety' : 'Insufficient Data',
    group: group <= 13 ? group : null,
    reason: REASONS[group] ?? '',
  };
}

const UD = categoryBit('unsafe_driving');
const HOS = categoryBit('hours_of_service');
const DF = categoryBit('driver_fitness');
const CS = categoryBit('controlled_substances');
const VM = categoryBit('vehicle_maintenance');
const HM = categoryBit('hazmat_related');
const CRASH = categoryBit('crash_indicator');
/** Categories that are best addressed at the roadside. */
const ROADSIDE = HOS | DF | CS | VM | HM;
/** Categories that have more influence from this percentile on. */
export const SEVERE_CATEGORIES = [
  categoryIndex('unsafe_driving'),
  categoryIndex('hours_of_service'),
  categoryIndex('crash_indicator'),
];
export const SEVERE_FROM = 85;

const GROUP_OF_SINGLE: Readonly<Record<number, number>> = {
  [HOS]: 5,
  [VM]: 7,
  [HM]: 8,
  [DF]: 9,
  [CS]: 10,
  [UD | CRASH]: 11,
  [UD]: 12,
  [CRASH]: 12,
};

const countBits = (set: number) => {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/**
 * The first matching group of the ISS paper. `over` and `severe` are bits of the categories over their thresholds and at
 * SEVERE_FROM or more. `hasOtherSerious` is a serious violation outside the categories, which no public file contains.
 */
export function issGroup(over: number, severe: number, hasOtherSerious = false): number {
  const count = countBits(over);
  const roadside = countBits(over & ROADSIDE);
  if (count >= 4 || (count >= 2 && (severe & (UD | HOS | CRASH)) !== 0)) return 1;
  if (roadside >= 3) return 2;
  if (roadside === 2) return 3;
  if (roadside === 1 && count >= 2) return 4;
  if (over === 0) return hasOtherSerious ? 6 : 13;
  return GROUP_OF_SINGLE[over] ?? 13;
}
