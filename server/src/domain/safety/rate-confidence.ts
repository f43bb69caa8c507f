/** With fewer inspections, one of them moves the rate by more than 5 percentage points. */
const ENOUGH_INSPECTIONS = 20;
/** Of a 95 % interval. */
const Z = 1.959964;

export type RateConfidence = {
  is_too_few: boolean;
  low_percent: number | null;
  high_percent: number | null;
};

/** How far a share of few events can be trusted: Wilson's interval, which is valid for small numbers too. */
export function rateConfidence(part: number, whole: number): RateConfidence {
  if (whole === 0) return { is_too_few: true, low_percent: null, high_percent: null };
  const share = part / whole;
  const middle = share + (Z * Z) / (2 * whole);
  const spread = Z * Math.sqrt((share * (1 - share)) / whole + (Z * Z) / (4 * whole * whole));
  const percent = (value: number) =>
    Number((Math.min(1, Math.max(0, value / (1 + (Z * Z) / whole))) * 100).toFixed(1));
  return {
    is_too_few: whole < ENOUGH_INSPECTIONS,
    low_percent: percent(middle - spread),
    high_percent: percent(middle + spread),
  };
}
