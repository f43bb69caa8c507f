import { resolve } from 'node:path';
import type { TestContext } from 'node:test';

/**
 * The path of a real sample, which the repository does not contain. If the variable that names the folder is not set,
 * skips the test and returns null.
 */
export function samplePath(
  t: TestContext,
  variable: 'FEDERAL_SAMPLES' | 'PHOTOS',
  name: string,
): string | null {
  const folder = process.env[variable];
  if (folder) return resolve(folder, name);
  t.skip(`${variable} is not set`);
  return null;
}
