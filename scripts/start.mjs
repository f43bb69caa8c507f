/** `npm start`: builds the console if its sources changed, then runs `milepost start`. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const [builder, launcher] = ['build-console.mjs', '../server/bin/milepost.cjs'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const load = createRequire(import.meta.url);
// Before the build, during which npm may be stopped.
load('../server/bin/stop-with-npm.cjs').stopWithNpm();
execFileSync(process.execPath, [builder, '--if-stale', '--if-possible'], { stdio: 'inherit' });
// The launcher must see the arguments of `milepost start`.
process.argv.splice(1, 1, launcher, 'start');
load(launcher);
