import type { Database } from '../../server/src/db/database.ts';
import { importFiles } from '../../server/src/domain/federal/import/import-files.ts';
import { runScores } from '../../server/src/domain/safety/run/run-scores.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { generateCountry } from './generate-country.ts';

export const AS_OF = '2026-10-30';

/** Imports a synthetic country and scores it. */
export async function loadCountry(database: Database, folder: string, carriers: number): Promise<void> {
  const events = { onRefused: (name: string, reason: string) => console.error(name, reason) };
  await generateCountry({ carriers, seed: 1, folder, asOf: AS_OF });
  await importFiles(database, [folder], { dataDir: folder, force: true, clock: systemClock, events });
  for (const asOf of ['2026-09-25', AS_OF]) await runScores(database, { method: 'current', asOf });
  await database.pool.query('vacuum analyze');
}

/** The carriers with the most inspections: their profiles cost the most. */
export async function busyCarriers(database: Database, count: number): Promise<number[]> {
  const { rows } = await database.pool.query(
    `select usdot_number from sms_inspections where usdot_number <> 0 group by 1 order by count(*) desc limit 200`,
  );
  return Array.from({ length: count }, (_, n) => rows[n % rows.length]?.usdot_number as number);
}
