import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../server/src/db/database.ts';
import { isoDay } from '../../server/src/demo/day-formats.ts';
import { type ImportEvents, importFiles } from '../../server/src/domain/federal/import/import-files.ts';
import { runScores } from '../../server/src/domain/safety/run/run-scores.ts';
import { monthsBefore } from '../../server/src/domain/safety/sms/time-weight.ts';
import type { Clock } from '../../server/src/lib/clock.ts';
import { type Country, demoCountry } from '../country/country.ts';
import { generateCountry } from '../country/generate-country.ts';
import { demoFraud } from './demo-plan.ts';
import { writeEarlierCensus } from './earlier-census.ts';

/** The months that the scores cover, the newest one included. */
const MONTHS_SCORED = 24;
const QUARTERS_ARCHIVED = 8;
const DAYS_PER_QUARTER = 91;
const DAY_MS = 86_400_000;

/** Midnight after the as-of day: nothing in the demo is later. */
export const demoNow = new Date((demoCountry.asOfDay + 1) * DAY_MS);
export const demoClock: Clock = { now: () => demoNow };

/**
 * Imports the country as an operator would have done over two years: a census each quarter, then the files of today.
 * The scores of earlier months need events that are no longer in the files of today, so they are imported first.
 */
export async function buildCountry(database: Database): Promise<void> {
  const asOf = isoDay(demoCountry.asOfDay);
  await inFolder(async (folder) => {
    for (let quarter = QUARTERS_ARCHIVED; quarter > 0; quarter--)
      writeEarlierCensus(demoCountry, demoCountry.asOfDay - quarter * DAYS_PER_QUARTER, quarter, folder);
    await importAll(database, folder);
  });
  await inFolder(async (folder) => {
    await writeCountry(folder, withDays(demoCountry));
    await importAll(database, folder);
  });
  for (let months = MONTHS_SCORED - 1; months > 0; months--)
    await runScores(database, { method: 'current', asOf: monthsBefore(asOf, months) });
  await inFolder(async (folder) => {
    await writeCountry(folder, demoCountry);
    await importAll(database, folder);
  });
  for (const method of ['current', 'preview'] as const) await runScores(database, { method, asOf });
  // The files with all events were never published.
  await database.pool.query('delete from federal_loads where not is_current and as_of = $1', [asOf]);
}

/** The files contain every event that the country has. */
function withDays(country: Country): Country {
  if (!country.shape) return country;
  const { eventDays } = country.shape;
  return { ...country, shape: { ...country.shape, smsDays: eventDays, dailyDays: eventDays } };
}

async function writeCountry(folder: string, { carriers, seed, asOfDay, shape }: Country): Promise<void> {
  await generateCountry({ carriers, seed, shape, asOf: isoDay(asOfDay), folder, fraud: demoFraud });
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-demo-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importAll(database: Database, folder: string): Promise<void> {
  await importFiles(database, [folder], { dataDir: folder, force: true, clock: demoClock, events });
}

const events: ImportEvents = {
  onRefused: (name, reason) => {
    throw new Error(`${name} was refused: ${reason}`);
  },
};
