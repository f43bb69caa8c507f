const DAY_MS = 86_400_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Days are counted from 1970-01-01. */
export function dayOf(iso: string): number {
  return Math.floor(Date.parse(`${iso}T00:00:00Z`) / DAY_MS);
}

export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The date formats of the federal files. */
export const dayFormats = {
  /** `20240828`: census, inspections, crashes, Motus. */
  compact: (day: number) => isoDay(day).replaceAll('-', ''),
  /** `08/28/2024`: legacy licensing and insurance. */
  slashed(day: number): string {
    const [year, month, date] = isoDay(day).split('-');
    return `${month}/${date}/${year}`;
  },
  /** `28-AUG-24`: SMS. */
  worded(day: number): string {
    const [year = '', month, date] = isoDay(day).split('-');
    return `${date}-${MONTHS[Number(month) - 1]}-${year.slice(2)}`;
  },
  /** `2024-08-28`: out-of-service orders and file names. */
  iso: isoDay,
  /** `2023`: carriers report the mileage of the previous calendar year. */
  priorYear: (day: number) => String(Number(isoDay(day).slice(0, 4)) - 1),
};

export type DayFormat = keyof typeof dayFormats;
