/** To two places; 0 of nothing is 0. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? Number(((100 * part) / whole).toFixed(2)) : 0;
}
