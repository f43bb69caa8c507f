import { dayOf } from '../../server/src/demo/day-formats.ts';

/** The same three values give the same files, byte for byte. Days are counted from 1970-01-01. */
export type Country = { seed: number; carriers: number; asOfDay: number };

export const DEFAULT_AS_OF = '2026-10-30';

/** The country of a fresh installation. The demo images show its carriers. */
export const demoCountry: Country = { seed: 1, carriers: 300, asOfDay: dayOf(DEFAULT_AS_OF) };

/** The legacy licensing files were last published on this day, before Motus replaced them. */
export const LEGACY_FROZEN = dayOf('2026-05-14');
/** SMS covers two years, the daily inspection and crash files three. */
export const SMS_DAYS = 730;
export const DAILY_DAYS = 1_095;
/** Above every number that FMCSA has issued, so no synthetic carrier has the number of a real one. */
export const FIRST_USDOT = 5_000_001;
export const FIRST_DOCKET = 3_000_001;

/** Each part of a carrier has its own random stream. */
export const STREAM = {
  profile: 1,
  unit: 2,
  inspections: 3,
  crashes: 4,
  authority: 5,
  insurance: 6,
  orders: 7,
  nextDay: 8,
};
