import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the page if its sources have changed. */
export function buildConsole(): void {
  const script = join(import.meta.dirname, '../../../scripts/build-console.mjs');
  execFileSync(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
}
