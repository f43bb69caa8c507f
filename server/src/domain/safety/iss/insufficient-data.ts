import { ISS_NO_INSPECTION, ISS_ORDER, ISS_RANDOM } from './iss-groups.ts';

const PRIME = 1_000_003;

/**
 * The ISS paper selects at random one in a hundred carriers without sufficient data. Here the selection is computed from
 * the USDOT number and the month, so that a month always gives the same result. All values stay below 2^53. `month`
 * counts months since year 0.
 */
export function isRandomlySelected(usdotNumber: number, month: number): boolean {
  const mixed = (usdotNumber + month * 7_919) % PRIME;
  const squared = (mixed * mixed) % PRIME;
  return ((squared * 742_939 + month * 31) % PRIME) % 100 === 0;
}

export function monthNumber(isoDay: string): number {
  return Number(isoDay.slice(0, 4)) * 12 + Number(isoDay.slice(5, 7)) - 1;
}

/** Minimum of power units or drivers, whichever is greater. */
const SCORES_BY_SIZE: readonly (readonly [from: number, score: number])[] = [
  [1_001, 69],
  [201, 68],
  [64, 67],
  [16, 66],
  [7, 65],
  [2, 64],
];

export function scoreBySize(powerUnits: number, drivers: number): number {
  const size = Math.max(powerUnits, drivers);
  return SCORES_BY_SIZE.find(([from]) => size >= from)?.[1] ?? 63;
}

type Uninspected = { usdotNumber: number; powerUnits: number; drivers: number; isUnderOrder: boolean };

/** The ISS score of a carrier without inspections depends only on the carrier and the month. */
export function scoreUninspected(carrier: Uninspected, month: number): { score: number; group: number } {
  if (carrier.isUnderOrder) return { score: 100, group: ISS_ORDER };
  if (isRandomlySelected(carrier.usdotNumber, month)) return { score: 99, group: ISS_RANDOM };
  return { score: scoreBySize(carrier.powerUnits, carrier.drivers), group: ISS_NO_INSPECTION };
}
