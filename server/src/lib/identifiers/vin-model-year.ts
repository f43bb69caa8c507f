/** Position 10, from 1980 on and again from 2010 on; I, O, Q, U, Z and 0 do not stand there. */
const LETTERS = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_YEAR = 1980;
const CYCLE_YEARS = LETTERS.length;

/**
 * The model year of a heavy vehicle or trailer, null when position 10 says none. It repeats every 30 years; the rule
 * that position 7 tells which holds for cars and light trucks only. So: the newest year that is not after the next
 * calendar year, nor after the year that follows the day on which the vehicle was first seen.
 */
export function vinModelYear(vin: string, now: Date, firstSeen: Date | null = null): number | null {
  const place = vin.length === 17 ? LETTERS.indexOf(vin.charAt(9)) : -1;
  if (place < 0) return null;
  const latest = Math.min(now.getUTCFullYear(), firstSeen?.getUTCFullYear() ?? Number.POSITIVE_INFINITY) + 1;
  const cycles = Math.floor((latest - FIRST_YEAR - place) / CYCLE_YEARS);
  return cycles < 0 ? null : FIRST_YEAR + place + cycles * CYCLE_YEARS;
}
