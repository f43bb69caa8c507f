type Census = {
  /** As the census has it; 0 may mean that nobody knew the miles, 999.999 that it is above 10. */
  censusRate: number | null;
  /** Recordable crashes of the last 12 months. */
  crashes: number;
  miles: number | null;
  milesYear: number | null;
};

const MILLION = 1_000_000;

/** Recordable crashes for a million miles: the census's word, else our own from miles not older than two years. */
export function recordableCrashRate(
  { censusRate, crashes, miles, milesYear }: Census,
  day: string,
): number | null {
  if (censusRate !== null && censusRate > 0) return censusRate;
  const oldest = Number(day.slice(0, 4)) - 2;
  if (!miles || milesYear === null || milesYear < oldest) return null;
  return (crashes * MILLION) / miles;
}
