const PRIME = 1_000_003;

/**
 * The paper draws one carrier in a hundred of those without enough data. Ours are drawn by their number and the
 * month, so that the same month gives the same answer. `month` counts months since year 0. Plain arithmetic, all of
 * it below 2^53, that any language can repeat.
 */
export function isDrawn(usdotNumber: number, month: number): boolean {
  const mixed = (usdotNumber + month * 7_919) % PRIME;
  const squared = (mixed * mixed) % PRIME;
  return ((squared * 742_939 + month * 31) % PRIME) % 100 === 0;
}

export function monthNumber(isoDay: string): number {
  return Number(isoDay.slice(0, 4)) * 12 + Number(isoDay.slice(5, 7)) - 1;
}
