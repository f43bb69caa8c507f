import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Group, generateCountry } from '../../../../lab/country/generate-country.ts';
import { importFiles } from '../../../src/domain/federal/import/import-files.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { TestDatabase } from '../database.ts';

const GROUPS: Group[] = ['registry', 'sms'];

/** Generates a small synthetic country and imports its registry and SMS files. */
export async function importSyntheticMonth(db: TestDatabase, carriers: number, asOf = '2026-10-30') {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-month-'));
  try {
    await generateCountry({ carriers, seed: 7, folder, asOf, only: GROUPS });
    const refusals: string[] = [];
    await importFiles(db, [folder], {
      dataDir: folder,
      force: true,
      clock: systemClock,
      events: {
        onRefused: (_, reason) => void refusals.push(reason),
      },
    });
    if (refusals.length > 0) throw new Error(refusals.join('; '));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
