/** `npm start`: builds the console if its sources changed, then runs `milepost start`. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const builder = fileURLToPath(new URL('build-console.mjs', import.meta.url));
execFileSync(process.execPath, [builder, '--if-stale', '--if-possible'], { stdio: 'inherit' });
process.argv.splice(2, 0, 'start');
createRequire(import.meta.url)('../server/bin/milepost.cjs');
