import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoCountry } from '../country/country.ts';
import { generateCountry } from '../country/generate-country.ts';

/** The text of each federal file of the demo country by file name, with dates relative to the as-of day. */
export async function demoCountryFiles(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-demo-'));
  try {
    await generateCountry({ ...demoCountry, folder, relativeDates: true });
    const files: Record<string, string> = {};
    for (const name of (await readdir(folder)).sort())
      files[name] = await readFile(join(folder, name), 'utf8');
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
