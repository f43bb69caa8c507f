#!/usr/bin/env node
const { enableCompileCache, isNode24, runOnNode24 } = require('./node24.cjs');
const { stopWithNpm } = require('./stop-with-npm.cjs');

if (isNode24) {
  if (process.env.MILEPOST_LAUNCHED) stopWithLauncher();
  else stopWithNpm();
  enableCompileCache();
  // libuv's default of four threads is too few for concurrent file access, image decoding and password hashing.
  process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || '16';
  import('../src/main.ts');
} else {
  stopWithNpm();
  runOnNode24([__filename].concat(process.argv.slice(2)), true);
}

/** The IPC channel closes when the launcher ends, even by kill -9, which the launcher cannot forward. */
function stopWithLauncher() {
  delete process.env.MILEPOST_LAUNCHED;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
