import { LANE_DAYS } from '../carriers/observations/check-lane.ts';

const DAY_MS = 86_400_000;

/** Days are bits of text, the newest first; SQL that reads them assumes this length. */
export const NO_DAYS = `B'${'0'.repeat(LANE_DAYS)}'`;
/** SQL of the bit of a day in a text that is aligned on another one. */
export const dayBit = (day: string, alignedOn: string) =>
  `(B'1${'0'.repeat(LANE_DAYS - 1)}' >> (${alignedOn} - ${day}))`;

export const isoDay = (time: Date) => time.toISOString().slice(0, 10);
export const dayStart = (day: string) => new Date(`${day}T00:00:00Z`);
export const dayEnd = (day: string) => new Date(dayStart(day).getTime() + DAY_MS);

/** The first day that counts. */
export function firstDay(now: Date): string {
  return isoDay(new Date(now.getTime() - (LANE_DAYS - 1) * DAY_MS));
}

export const daysSinceEpoch = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The same day of an earlier month, or its last day. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return isoDay(new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))));
}
