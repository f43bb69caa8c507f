import { placeOf } from '../sms/categories.ts';

const UD = 1 << placeOf('unsafe_driving');
const HOS = 1 << placeOf('hours_of_service');
const DF = 1 << placeOf('driver_fitness');
const CS = 1 << placeOf('controlled_substances');
const VM = 1 << placeOf('vehicle_maintenance');
const HM = 1 << placeOf('hazmat_related');
const CRASH = 1 << placeOf('crash_indicator');
/** Best addressed at the roadside. */
const ROADSIDE = HOS | DF | CS | VM | HM;
/** At 85 or more these count for more. */
export const GRAVE = [placeOf('unsafe_driving'), placeOf('hours_of_service'), placeOf('crash_indicator')];
export const GRAVE_FROM = 85;

const ALONE: Readonly<Record<number, number>> = {
  [HOS]: 5,
  [VM]: 7,
  [HM]: 8,
  [DF]: 9,
  [CS]: 10,
  [UD | CRASH]: 11,
  [UD]: 12,
  [CRASH]: 12,
};

const bits = (set: number) => {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/**
 * The group of the ISS paper, the first that fits. `over` are the categories over their thresholds, `grave` those of
 * them at 85 or more, both as bits; `hasOtherSerious` is a serious violation that belongs to no category, which no
 * public file tells.
 */
export function issGroup(over: number, grave: number, hasOtherSerious = false): number {
  const count = bits(over);
  const roadside = bits(over & ROADSIDE);
  if (count >= 4 || (count >= 2 && (grave & (UD | HOS | CRASH)) !== 0)) return 1;
  if (roadside >= 3) return 2;
  if (roadside === 2) return 3;
  if (roadside === 1 && count >= 2) return 4;
  if (over === 0) return hasOtherSerious ? 6 : 13;
  return ALONE[over] ?? 13;
}
