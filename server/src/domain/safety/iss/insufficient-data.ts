/** Minimum of power units or drivers, whichever is greater. */
const SCORES_BY_SIZE: readonly (readonly [from: number, score: number])[] = [
  [1_001, 69],
  [201, 68],
  [64, 67],
  [16, 66],
  [7, 65],
  [2, 64],
];

/** The ISS score of a carrier without inspections. */
export function scoreBySize(powerUnits: number, drivers: number): number {
  const size = Math.max(powerUnits, drivers);
  return SCORES_BY_SIZE.find(([from]) => size >= from)?.[1] ?? 63;
}
