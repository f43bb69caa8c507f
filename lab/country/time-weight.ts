/** Newer events weigh more: three in the last half year, two in the one before, then one. */
export function timeWeight(asOfDay: number, day: number): 1 | 2 | 3 {
  const age = asOfDay - day;
  if (age <= 182) return 3;
  return age <= 365 ? 2 : 1;
}
