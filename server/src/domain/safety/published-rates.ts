import { monthsBefore } from './sms/time-weight.ts';

/** Percentage of inspections with an out-of-service order. FMCSA publishes no average over all inspections. */
type NationalAverage = {
  from: string;
  period: string;
  vehicle: number;
  driver: number;
  hazmat: number;
};

/** As shown on SAFER, by the first day on which they were shown. */
const NATIONAL_AVERAGES: readonly NationalAverage[] = [
  { from: '2005-01-01', period: '2004', vehicle: 23.6, driver: 6.7, hazmat: 5.6 },
  { from: '2006-01-01', period: '2005', vehicle: 23.4, driver: 6.6, hazmat: 5.5 },
  { from: '2007-01-01', period: '2006', vehicle: 22.9, driver: 7.0, hazmat: 5.3 },
  { from: '2008-01-01', period: '2007', vehicle: 22.3, driver: 6.8, hazmat: 5.1 },
  { from: '2009-01-01', period: '2008', vehicle: 22.4, driver: 6.4, hazmat: 5.0 },
  { from: '2011-01-01', period: '2009-2010', vehicle: 20.72, driver: 5.51, hazmat: 4.5 },
  { from: '2025-01-01', period: '2025', vehicle: 22.26, driver: 6.67, hazmat: 4.44 },
];

/** The averages shown on a day (ISO), or the oldest ones for an earlier day. */
export function nationalAverages(day: string): NationalAverage {
  const shown = NATIONAL_AVERAGES.findLast(({ from }) => from <= day) ?? NATIONAL_AVERAGES[0];
  if (!shown) throw new Error('the table of national averages is empty');
  return shown;
}

type CrashRateInputs = {
  /** Of the last review, from the census. 0 can mean that the miles are unknown. */
  reviewedRate: number | null;
  reviewDate: string | null;
  /** Recordable crashes of the last 12 months; null if no crash file is loaded. */
  crashes: number | null;
  miles: number | null;
  milesYear: number | null;
};
export type CrashRate = { rate: number; source: 'review' | 'computed'; day: string };

/** FMCSA writes 999.999 for "more than ten". */
const RATE_UNKNOWN_FROM = 999;
const OLDEST_YEARS = 2;

/**
 * Recordable crashes per million miles up to a day: those of a review of the last two years, otherwise computed from miles of
 * the last two years. Null if neither is known.
 */
export function recordableCrashRate(
  { reviewedRate, reviewDate, crashes, miles, milesYear }: CrashRateInputs,
  day: string,
): CrashRate | null {
  const hasRate = reviewedRate !== null && reviewedRate > 0 && reviewedRate < RATE_UNKNOWN_FROM;
  const isRecent =
    reviewDate !== null && reviewDate <= day && reviewDate >= monthsBefore(day, 12 * OLDEST_YEARS);
  if (hasRate && isRecent) return { rate: rounded(reviewedRate), source: 'review', day: reviewDate };
  const oldestYear = Number(day.slice(0, 4)) - OLDEST_YEARS;
  if (crashes === null || !miles || milesYear === null || milesYear < oldestYear) return null;
  return { rate: rounded((crashes * 1_000_000) / miles), source: 'computed', day };
}

const rounded = (rate: number) => Number(rate.toFixed(3));
