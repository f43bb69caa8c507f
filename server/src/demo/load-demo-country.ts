import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { type ImportEvents, importFiles } from '../domain/federal/import/import-files.ts';
import { currentLoads } from '../domain/federal/loads.ts';
import { demoCountry } from '../domain/generate/demo-country.ts';
import { generateCountry } from '../domain/generate/generate-country.ts';
import { runScores } from '../domain/safety/run/run-scores.ts';
import { monthsBefore } from '../domain/safety/sms/time-weight.ts';
import type { Clock } from '../lib/clock.ts';
import { operatorError } from '../lib/errors.ts';

const LOCK = 7_061_031;
const DAY_MS = 86_400_000;
const MONTHS_SCORED = 6;

/**
 * Gives a database without federal data a small synthetic country, as of yesterday; `again` also replaces one that
 * it gave before, never real data. Every name in it says that it is synthetic, and so does the name of every file
 * that `milepost import --list` shows. Returns whether it did.
 */
export async function loadDemoCountry(
  database: Database,
  dataDir: string,
  clock: Clock,
  { again = false } = {},
): Promise<boolean> {
  // A connection of its own holds the lock: the import's transactions come and go beside it.
  const client = await database.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const loads = await currentLoads(database);
    const isOurs = again && loads.every(({ file_name }) => file_name.includes('synthetic'));
    if (loads.length > 0 && !isOurs) return false;
    await generateAndImport(database, dataDir, clock);
    return true;
  } finally {
    await client.end();
  }
}

async function generateAndImport(database: Database, dataDir: string, clock: Clock): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-demo-'));
  try {
    const asOf = new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
    const { carriers, seed } = demoCountry;
    await generateCountry({ carriers, seed, folder, asOf });
    await importFiles(database, [folder], { dataDir, force: true, clock, events });
    // A few months back as well, so that a chart has something to show.
    for (let months = MONTHS_SCORED - 1; months >= 0; months--)
      await runScores(database, { method: 'current', asOf: monthsBefore(asOf, months) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const events: ImportEvents = {
  onRefused: (name, reason) => {
    throw operatorError(`The demo's ${name} was refused: ${reason}`);
  },
};
