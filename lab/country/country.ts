import { dayOf } from '../../server/src/demo/day-formats.ts';

/** The same values give the same files, byte for byte. Days are counted from 1970-01-01. */
export type Country = { seed: number; carriers: number; asOfDay: number; shape?: CountryShape };

/** How a country differs from one with the proportions of the real files. */
export type CountryShape = {
  /** Power units of the first carriers, which are active interstate for-hire carriers. Every fifth has more straight trucks than tractors. */
  largeFleets: readonly number[];
  /** The share of active carriers that are inspected at all. */
  inspectedShare: number;
  /** Inspections per year of a carrier with one truck; larger fleets have fewer per truck. */
  inspectionsOfOneTruck: number;
  /** The share of active carriers whose authority is in force. */
  authorizedShare: number;
  /** The largest fleet of the other carriers. */
  largestFleet: number;
  /** How long ago the first event was. */
  eventDays: number;
  /** The days that the SMS and the daily files cover, if not those of the real files. */
  smsDays?: number;
  dailyDays?: number;
};

export const DEFAULT_AS_OF = '2026-10-30';

/** The legacy licensing files were last published on this day, before Motus replaced them. */
export const LEGACY_FROZEN = dayOf('2026-05-14');
/** SMS covers two years, the daily inspection and crash files three. */
export const SMS_DAYS = 730;
const DAILY_DAYS = 1_095;

/** From the largest size to the smallest, in equal ratios. */
function fleets(count: number, smallest: number, largest: number): number[] {
  const ratio = (smallest / largest) ** (1 / (count - 1));
  return Array.from({ length: count }, (_, n) => Math.round(largest * ratio ** n));
}

/** The country of a fresh installation. The demo images show its carriers. */
export const demoCountry: Country = {
  seed: 1,
  carriers: 2_000,
  asOfDay: dayOf(DEFAULT_AS_OF),
  shape: {
    largeFleets: [...fleets(12, 600, 1_400), ...fleets(20, 180, 560), ...fleets(40, 30, 160)],
    inspectedShare: 0.8,
    inspectionsOfOneTruck: 1.5,
    authorizedShare: 0.88,
    largestFleet: 240,
    // The scores of two years ago look back two more years.
    eventDays: 1_462,
  },
};

export const smsDays = ({ shape }: Country) => shape?.smsDays ?? SMS_DAYS;
export const dailyDays = ({ shape }: Country) => shape?.dailyDays ?? DAILY_DAYS;
export const eventDays = ({ shape }: Country) => shape?.eventDays ?? DAILY_DAYS;

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
  bonds: 8,
  nextDay: 9,
};
