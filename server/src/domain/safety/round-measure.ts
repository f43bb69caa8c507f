/** Runs store measures as four-byte numbers, which have about seven digits. */
const STORED_DIGITS = 7;

/** A measure with two decimals, as FMCSA publishes it. Halves are rounded up, in decimal. */
export function roundMeasure(measure: number): number {
  if (measure < 0.001) return 0;
  const stored = Number(measure.toPrecision(STORED_DIGITS));
  return Number(`${Math.round(Number(`${stored}e2`))}e-2`);
}
