import type { Method } from './method.ts';

const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Days since 2000-01-01, PostgreSQL's date epoch. */
export function dayNumber(isoDay: string): number {
  return Math.round((Date.parse(`${isoDay}T00:00:00Z`) - EPOCH_MS) / DAY_MS);
}

/** The day of an event without a date: too old for a time weight. */
export const NO_DAY = -40_000;

/** The same day of an earlier month, or that month's last day if it is shorter. */
export function monthsBefore(isoDay: string, months: number): string {
  const [year = 0, month = 1, day = 1] = isoDay.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0));
  const first = Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate()));
  return new Date(first).toISOString().slice(0, 10);
}

/** The time weight of a day; 0 for a day that is too old or in the future. */
export type TimeWeight = (day: number) => number;

/** An event exactly 6 months old still belongs to the last 6 months. */
export function timeWeightFrom({ timeWeights }: Pick<Method, 'timeWeights'>, asOf: string): TimeWeight {
  const today = dayNumber(asOf);
  const steps = timeWeights.map(({ months, weight }) => ({
    since: dayNumber(monthsBefore(asOf, months)),
    weight,
  }));
  return (day) => (day > today ? 0 : (steps.find(({ since }) => day >= since)?.weight ?? 0));
}
