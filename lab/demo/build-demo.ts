import type { Database } from '../../server/src/db/database.ts';
import type { DemoHeader, DemoTable } from '../../server/src/demo/demo-file.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import { buildCountry, demoNow } from './build-country.ts';
import { createDesk, fireDesk } from './build-desk.ts';
import { buildSightings, type ImageFile } from './build-sightings.ts';
import { reserveIds } from './demo-ids.ts';
import { demoPlan } from './demo-plan.ts';
import { countIds, dumpTables, tablesWithRows } from './dump-tables.ts';

/** Builds the demo in a migrated database, with the code of the product, and dumps what it wrote. */
export async function buildDemo(
  database: Database,
  images: ImageFile[],
): Promise<{ header: DemoHeader; tables: DemoTable[] }> {
  const seeded = await tablesWithRows(database);
  await reserveIds(database);
  await createDesk(database);
  await buildCountry(database);
  await buildSightings(database, images);
  await fireDesk(database);
  await moveToThePast(database);
  const names = (await tablesWithRows(database)).filter((name) => !seeded.includes(name));
  return { header: await demoHeader(database), tables: await dumpTables(database, names) };
}

export function demoCases(): DemoHeader['cases'] {
  const subjects = demoPlan.cases.filter(({ isFraud, isSubject }) => isFraud && isSubject);
  return subjects.map(({ usdot, case: signal }) => ({ usdot_number: usdot, signal }));
}

async function demoHeader(database: Database): Promise<DemoHeader> {
  const { rows } = await database.pool.query<{ days: number }>(
    `select ceil(extract(epoch from $1 - min(time_captured)) / 86400)::int as days from observations`,
    [demoNow],
  );
  return {
    ids: await countIds(database),
    observationDays: rows[0]?.days ?? 0,
    wordmarks: inventedWordmarks,
    cases: demoCases(),
  };
}

/** The database records when rows are written, which is today. */
async function moveToThePast({ pool }: Database): Promise<void> {
  await pool.query(
    `update federal_loads set loaded_at = as_of + interval '6 hours', seconds = 1, reject_file = null`,
  );
  await pool.query(`update safety_runs set created_at = as_of + interval '7 hours', seconds = 1`);
}
