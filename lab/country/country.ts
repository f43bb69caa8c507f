import { dayOf } from './days.ts';

/** What a synthetic country follows from; the same four values give the same bytes. */
export type Country = { seed: number; carriers: number; asOfDay: number };

/** The last licensing files before Motus took over. */
export const LEGACY_FROZEN = dayOf('2026-05-14');
/** SMS looks back two years, the daily inspection and crash files three. */
export const SMS_DAYS = 730;
export const DAILY_DAYS = 1_095;
/** Above every number that FMCSA has given out, so that no real carrier is ever meant. */
export const FIRST_USDOT = 5_000_001;
export const FIRST_DOCKET = 3_000_001;
export const DEFAULT_AS_OF = '2026-10-30';

/** One stream of numbers for each part of a carrier. */
export const STREAM = {
  profile: 1,
  unit: 2,
  inspections: 3,
  crashes: 4,
  authority: 5,
  insurance: 6,
  orders: 7,
};
