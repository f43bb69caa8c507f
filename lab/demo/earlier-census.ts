import type { Carrier } from '../country/carrier.ts';
import type { Country } from '../country/country.ts';
import { calendarDays } from '../country/days.ts';
import { companyCensusFile } from '../country/files/company-census.ts';
import { smsCensusFile } from '../country/files/sms-census.ts';
import { onDay } from '../country/on-day.ts';
import { Rng } from '../country/rng.ts';
import { phoneNumber, streetAddress } from '../country/words.ts';
import { demoCarrier } from './demo-plan.ts';

const STREAM_HISTORY = 91;
/** Large fleets change every quarter, small ones now and then. */
const SMALL_FLEET = 8;
const DAYS_PER_QUARTER = 91;
const DAYS_PER_FILING = 730;

/** Writes the two census files as they were on an earlier day: newer carriers are missing and fleet sizes differ. */
export function writeEarlierCensus(country: Country, day: number, quarters: number, folder: string): void {
  const target = { folder, asOfDay: day, days: calendarDays };
  const files = [companyCensusFile(target), smsCensusFile(target)];
  for (let index = 0; index < country.carriers; index++) {
    const carrier = onDay(demoCarrier(index), day);
    if (carrier.addDay > day) continue;
    const earlier = carrierBefore(country, carrier, day, quarters);
    for (const file of files) file.write(earlier, { inspections: [], crashes: [] });
  }
  for (const { tables } of files) for (const table of tables) table.close();
}

/**
 * Fleets grow or shrink by a few percent a quarter. Large ones report that each quarter; the others file an MCS-150 every two
 * years, and the census has the figures of that day. Some carriers have moved or changed their phone since.
 */
function carrierBefore(country: Country, carrier: Carrier, day: number, quarters: number): Carrier {
  const rng = new Rng(country.seed, carrier.index, STREAM_HISTORY);
  const growth = (rng.next() - 0.42) * 0.06;
  const isLarge = carrier.powerUnits > SMALL_FLEET;
  const changesSize = isLarge || rng.chance(0.15);
  const movedQuarters = rng.chance(0.06) ? rng.between(1, 8) : 0;
  const [street, phone] = [streetAddress(rng), phoneNumber(rng)];
  const filed = isLarge ? Math.min(carrier.mcs150Day, day - rng.between(3, 90)) : lastBiennial(carrier, day);
  const earlier = { ...carrier, mcs150Day: Math.max(carrier.addDay, filed) };
  if (quarters >= movedQuarters && movedQuarters > 0) Object.assign(earlier, { street, phone });
  const quartersSince = isLarge ? quarters : Math.max(0, (carrier.mcs150Day - filed) / DAYS_PER_QUARTER);
  return changesSize ? scaled(earlier, (1 + growth) ** -quartersSince) : earlier;
}

/** The last filing before a day, two years or a multiple of that before the newest one. */
function lastBiennial({ mcs150Day }: Carrier, day: number): number {
  return mcs150Day - Math.max(0, Math.ceil((mcs150Day - day) / DAYS_PER_FILING)) * DAYS_PER_FILING;
}

function scaled(carrier: Carrier, factor: number): Carrier {
  const size = (count: number) => Math.max(count === 0 ? 0 : 1, Math.round(count * factor));
  const [tractors, trucks, coaches] = [carrier.tractors, carrier.trucks, carrier.coaches].map(size);
  const powerUnits = (tractors ?? 0) + (trucks ?? 0) + (coaches ?? 0);
  return {
    ...carrier,
    tractors: tractors ?? 0,
    trucks: trucks ?? 0,
    coaches: coaches ?? 0,
    trailers: size(carrier.trailers),
    powerUnits,
    drivers: size(carrier.drivers),
    cdlDrivers: size(carrier.cdlDrivers),
    mileage: size(carrier.mileage),
  };
}
