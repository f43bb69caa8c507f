import type { Database } from '../../../server/src/db/database.ts';
import { allowLongWork } from '../../../server/src/db/long-work.ts';
import { recordHistory } from '../../../server/src/domain/federal/archive/record-history.ts';
import { saveCarrierSnapshots } from '../../../server/src/domain/federal/derive/carrier-snapshots.ts';
import { asOfDay } from '../../../server/src/domain/federal/files/as-of-day.ts';
import { identifyDataset } from '../../../server/src/domain/federal/files/identify-dataset.ts';
import { openSourceFiles } from '../../../server/src/domain/federal/files/source-file.ts';
import { loadFile } from '../../../server/src/domain/federal/import/load-file.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
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

/**
 * Imports the censuses of the past year into the identity archive. Skips search words and indexes: only the newest census needs
 * them, and building them for every file would take three quarters of the time.
 */
export async function importFormerCensuses(
  database: Database,
  folder: string,
  paths: string[],
): Promise<void> {
  const restoreIndexes = await dropSearchIndexes(database);
  const options = { rejectFolder: folder, force: true, clock: systemClock, onProgress: () => undefined };
  const derivations = [saveCarrierSnapshots, recordHistory];
  for (const path of paths)
    for (const source of await openSourceFiles(path)) {
      const layout = await identifyDataset(source);
      if (layout?.dataset.name !== 'company-census') throw new Error(`${path} is not a company census.`);
      const asOf = asOfDay(source, layout.dataset, systemClock.now());
      await loadFile(database, source, layout, { ...options, derivations, asOf });
    }
  await restoreIndexes();
}

async function dropSearchIndexes(database: Database): Promise<() => Promise<void>> {
  const { rows } = await database.pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'company_census'::regclass and not indisunique`,
  );
  const run = (statements: string[]) =>
    database.copyTransaction(async ({ client }) => {
      await allowLongWork(client);
      for (const one of statements) await client.query(one);
    });
  await run(rows.map(({ name }) => `drop index ${name}`));
  return () => run(rows.map(({ definition }) => definition));
}
