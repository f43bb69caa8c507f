/** `npm start`: builds the console if its sources changed, then runs `milepost start`. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const [builder, launcher] = ['build-console.mjs', '../server/bin/milepost.cjs'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const load = createRequire(import.meta.url);
// Before the build, during which npm may be stopped.
load('../server/bin/stop-with-npm.cjs').stopWithNpm();
// The service checks this, too, but only after the build, which takes long on a slow machine.
const port = Number(process.env.PORT?.trim() || 8080);
if (await isBusy(port)) {
  console.error(`Port ${port} is already in use. Set PORT to another port.`);
  process.exit(1);
}
execFileSync(process.execPath, [builder, '--if-stale', '--if-possible'], { stdio: 'inherit' });
// The launcher must see the arguments of `milepost start`.
process.argv.splice(1, 1, launcher, 'start');
load(launcher);

function isBusy(port) {
  return new Promise((resolve) => {
    if (!(port > 0 && port < 65_536)) return resolve(false);
    const socket = connect(port, process.env.HOST?.trim() || '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
