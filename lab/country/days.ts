/** Calendar days as whole numbers since 1970, and the ways in which the federal files write them. */
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAY_MS = 86_400_000;

type Written = { compact: string; slashes: string; words: string; iso: string };
const written = new Map<number, Written>();

export function dayOf(iso: string): number {
  return Math.floor(Date.parse(`${iso}T00:00:00Z`) / DAY_MS);
}

function write(day: number): Written {
  const known = written.get(day);
  if (known) return known;
  const iso = new Date(day * DAY_MS).toISOString().slice(0, 10);
  const [year = '', month = '', date = ''] = iso.split('-');
  const fresh = {
    iso,
    compact: year + month + date,
    slashes: `${month}/${date}/${year}`,
    words: `${date}-${MONTHS[Number(month) - 1]}-${year.slice(2)}`,
  };
  written.set(day, fresh);
  return fresh;
}

/** `20240828`: census, inspections, crashes, Motus. */
export const compactDay = (day: number) => write(day).compact;
/** `08/28/2024`: legacy licensing and insurance. */
export const slashedDay = (day: number) => write(day).slashes;
/** `28-AUG-24`: SMS. */
export const wordedDay = (day: number) => write(day).words;
/** `2024-08-28`: out-of-service orders. */
export const isoDay = (day: number) => write(day).iso;
