import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { LOCKS } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { allowLongWork } from '../db/long-work.ts';
import { type ImportEvents, importFiles } from '../domain/federal/import/import-files.ts';
import { currentLoads } from '../domain/federal/loads.ts';
import { runScores } from '../domain/safety/run/run-scores.ts';
import { monthsBefore } from '../domain/safety/sms/time-weight.ts';
import type { Clock } from '../lib/clock.ts';
import { operatorError } from '../lib/errors.ts';
import { dayOf, resolveRelativeDays } from './day-formats.ts';

const COUNTRY_FILE = join(import.meta.dirname, '../../demo-data/country.json.br');
const DAY_MS = 86_400_000;
const MONTHS_SCORED = 6;

/**
 * Imports a small synthetic country, as of yesterday, into a database without federal data. With `replace`, it also
 * replaces an earlier synthetic country, but never real data. Returns whether the country was imported.
 */
export async function loadDemoCountry(
  database: Database,
  dataDir: string,
  clock: Clock,
  { replace = false } = {},
): Promise<boolean> {
  // The lock has its own connection because the import opens its own transactions.
  const client = await database.connect();
  try {
    await allowLongWork(client, 'session');
    await client.query('select pg_advisory_lock($1)', [LOCKS.loadDemoCountry]);
    const loads = await currentLoads(database);
    const isReplaceable = replace && loads.every(({ file_name }) => file_name.includes('synthetic'));
    if (loads.length > 0 && !isReplaceable) return false;
    await importCountry(database, dataDir, clock);
    return true;
  } finally {
    await client.end();
  }
}

async function importCountry(database: Database, dataDir: string, clock: Clock): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-demo-'));
  try {
    const asOf = new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
    await writeCountry(folder, asOf);
    await importFiles(database, [folder], { dataDir, force: true, clock, events });
    // Earlier months give the score chart a history.
    for (let months = MONTHS_SCORED - 1; months >= 0; months--)
      await runScores(database, { method: 'current', asOf: monthsBefore(asOf, months) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeCountry(folder: string, asOf: string): Promise<void> {
  const files = JSON.parse(brotliDecompressSync(await readFile(COUNTRY_FILE)).toString());
  const asOfDay = dayOf(asOf);
  for (const [name, text] of Object.entries(files as Record<string, string>))
    await writeFile(join(folder, resolveRelativeDays(name, asOfDay)), resolveRelativeDays(text, asOfDay));
}

const events: ImportEvents = {
  onRefused: (name, reason) => {
    throw operatorError(`The demo file ${name} was refused: ${reason}`);
  },
};
