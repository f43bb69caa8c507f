import { isDrawn } from './iss-draw.ts';
import { ISS_DRAWN, ISS_NO_INSPECTION, ISS_ORDER } from './iss-words.ts';

/** From so many power units or drivers, whichever are more. */
const SIZES: readonly (readonly [from: number, score: number])[] = [
  [1_001, 69],
  [201, 68],
  [64, 67],
  [16, 66],
  [7, 65],
  [2, 64],
];

export function scoreOfSize(powerUnits: number, drivers: number): number {
  const size = Math.max(powerUnits, drivers);
  return SIZES.find(([from]) => size >= from)?.[1] ?? 63;
}

export type Uninspected = { usdotNumber: number; powerUnits: number; drivers: number; isUnderOrder: boolean };

/** The ISS score of a carrier that nobody has inspected: it follows from the carrier and the month alone. */
export function scoreUninspected(carrier: Uninspected, month: number): { score: number; group: number } {
  if (carrier.isUnderOrder) return { score: 100, group: ISS_ORDER };
  if (isDrawn(carrier.usdotNumber, month)) return { score: 99, group: ISS_DRAWN };
  return { score: scoreOfSize(carrier.powerUnits, carrier.drivers), group: ISS_NO_INSPECTION };
}
