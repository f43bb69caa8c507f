import type { Country } from '../../country/country.ts';
import { calendarDays } from '../../country/days.ts';
import { companyCensusFile } from '../../country/files/company-census.ts';
import type { FraudPlan } from '../../country/fraud/plan.ts';
import { onDay } from '../../country/on-day.ts';

/** A file a month, although FMCSA publishes one a day: a change is known to a month only. */
const DAYS_BETWEEN = 30;
const FILES = 12;

/** Writes the censuses of the year before the country's day. Returns their paths, the oldest first. */
export function writeFormerCensuses(folder: string, country: Country, plan: FraudPlan): string[] {
  const files = Array.from({ length: FILES }, (_, n) => {
    const asOfDay = country.asOfDay - (FILES - n) * DAYS_BETWEEN;
    return { asOfDay, ...companyCensusFile({ folder, asOfDay, days: calendarDays }) };
  });
  for (let index = 0; index < country.carriers; index++) {
    const carrier = plan.carrier(index);
    // A number that was not issued yet is not in the census.
    for (const file of files)
      if (carrier.addDay <= file.asOfDay)
        file.write(onDay(carrier, file.asOfDay), { inspections: [], crashes: [] });
  }
  const tables = files.flatMap((file) => file.tables);
  for (const table of tables) table.close();
  return tables.map(({ path }) => path);
}
